package io.proteus.lab.tuner;

import org.jspecify.annotations.Nullable;

/**
 * What two parameters do together, beyond what each does alone.
 *
 * @param ratio of the rate over what it would be if their effects multiplied
 * @param low end of the 95 % confidence interval of the ratio; null where nothing was repeated
 * @param high the other end
 * @param chance of a difference at least as large if they did
 * @param significant whether it is no noise
 */
public record Interaction(
    String first,
    String firstValue,
    String second,
    String secondValue,
    double ratio,
    @Nullable Double low,
    @Nullable Double high,
    double chance,
    boolean significant) {}
