package io.proteus.core.strategy;

import io.proteus.core.units.Ratio;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The yield of a cluster of one size under one load (MDP-4).
 *
 * @param machines how many nodes served
 * @param load what was asked of them as far as a store sees it, op/s: what they served; in journals
 *     of before, the requests that waited were added to it
 * @param throughput what they served, op/s
 * @param latencyMs mean; null when the store does not tell it
 * @param cpu mean of the nodes
 */
public record Measurement(
    Instant at,
    int machines,
    double load,
    double throughput,
    @Nullable Double latencyMs,
    Ratio cpu) {}
