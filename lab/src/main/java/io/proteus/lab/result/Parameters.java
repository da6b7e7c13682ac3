package io.proteus.lab.result;

/**
 * How an experiment was run.
 *
 * @param repeats how often each arrangement was measured, interleaved with the others
 * @param rowBytes values of a row
 * @param seed of the tenants' draws
 */
public record Parameters(
    int repeats, double warmUpSeconds, double windowSeconds, int rowBytes, long seed) {}
