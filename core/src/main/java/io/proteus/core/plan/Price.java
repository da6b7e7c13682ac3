package io.proteus.core.plan;

import io.proteus.core.units.ByteSize;

/**
 * What a plan costs.
 *
 * @param moves partitions that change their node, each counted as often as it moves
 * @param bytesMoved their size: what will have to be read over the network, or rewritten
 * @param restarts nodes that are restarted
 * @param restartsSaved nodes that are set online and would have to be restarted otherwise
 * @param tablesAltered tables whose settings change
 * @param bytesCompacted data that is rewritten
 * @param nodesAdded nodes that are started
 * @param nodesRemoved nodes that are stopped for good
 */
public record Price(
    int moves,
    ByteSize bytesMoved,
    int restarts,
    int restartsSaved,
    int tablesAltered,
    ByteSize bytesCompacted,
    int nodesAdded,
    int nodesRemoved) {}
