package io.proteus.simulator.replay;

import java.time.Instant;

/**
 * What the journal says itself, without any simulation.
 *
 * @param from when it begins
 * @param until when it ends
 * @param operations asked for, the bridged times included
 * @param nodeHours of nodes that served
 * @param resizes how often nodes came or went
 * @param observations with rates
 * @param saturated of these, how many in which a node had little or nothing to spare: what clients
 *     wanted then may be more than what was recorded
 * @param silences times of which nothing is known
 * @param silentSeconds how long they are together
 * @param longestSilenceSeconds how long the longest is
 */
public record Recorded(
    Instant from,
    Instant until,
    double operations,
    double nodeHours,
    int mostNodes,
    int resizes,
    int observations,
    int saturated,
    int silences,
    long silentSeconds,
    long longestSilenceSeconds) {}
