package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import java.util.Arrays;
import java.util.Collection;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * The middle and the ends of a few repeats. The range and not a deviation: with two to five repeats
 * a deviation would promise more than is known.
 *
 * @param count how many values there were, over 0
 */
public record Spread(double median, double min, double max, int count) {

  public static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new InvalidValue("spread: want at least one value, got none.");
    }
    return new Spread(
        new Median().evaluate(Arrays.copyOf(sorted, sorted.length)),
        sorted[0],
        sorted[sorted.length - 1],
        sorted.length);
  }
}
