package io.proteus.lab.tuner;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one parameter does alone, all others at their defaults but for those that give way.
 *
 * @param value that it was set to
 * @param gaveWay what competitors had to be set to for it
 * @param ratio of the rate over the defaults'
 * @param low end of the 95 % confidence interval of the ratio; null where nothing was repeated
 * @param high the other end
 * @param chance of a difference at least as large without any effect
 * @param significant whether it is no noise
 * @param failed whether a trial of it failed, which counts as the worst rate seen
 */
public record Effect(
    String parameter,
    String value,
    Map<String, String> gaveWay,
    double ratio,
    @Nullable Double low,
    @Nullable Double high,
    double chance,
    boolean significant,
    boolean failed) {
  public Effect {
    gaveWay = Collections.unmodifiableMap(new TreeMap<>(gaveWay));
  }

  Effect found(boolean isSignificant) {
    return new Effect(parameter, value, gaveWay, ratio, low, high, chance, isSignificant, failed);
  }
}
