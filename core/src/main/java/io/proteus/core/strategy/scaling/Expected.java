package io.proteus.core.strategy.scaling;

import org.jspecify.annotations.Nullable;

/**
 * The expected yield of a number of machines under the present load (MDP-4).
 *
 * @param machines the state
 * @param load what is asked of them, op/s
 * @param throughput what they serve, op/s
 * @param latencyMs mean; null when no measurement tells
 * @param measured whether it was measured near this load; else it is put in proportion
 */
public record Expected(
    int machines, double load, double throughput, @Nullable Double latencyMs, boolean measured) {}
