package io.proteus.lab.rebalance;

/**
 * What clients got once slots were spread.
 *
 * @param operationsPerSecond that were answered
 * @param p99Ms of a batch of requests to one shard
 * @param hottest the share of the requests that the hottest shard has by its slots
 * @param keysMoved that are on another shard than before
 * @param seconds that spreading took
 * @param failed requests in the window
 * @param lost acknowledged writes that were not read back
 */
record Spreading(
    double operationsPerSecond,
    double p99Ms,
    double hottest,
    long keysMoved,
    double seconds,
    long failed,
    long lost) {}
