package io.proteus.lab.growth;

import org.jspecify.annotations.Nullable;

/**
 * What came of a point.
 *
 * @param perSecond operations answered
 * @param meanMs null where none was
 * @param cpu mean share of what servers may use; null where it is not known
 */
record GrowthAnswer(
    double perSecond,
    @Nullable Double meanMs,
    @Nullable Double p99Ms,
    @Nullable Double cpu,
    long failed) {}
