package io.proteus.core.step;

import java.util.HashMap;
import java.util.Map;

/** Adds up what steps cost; plans of a million steps make no object for each of them. */
public final class Tally {
  private final Map<Measure, long[]> sums = new HashMap<>();

  /**
   * Counts more of something.
   *
   * @param amount in pieces or bytes, as the measure says
   */
  public void add(Measure measure, long amount) {
    long[] sum = sums.computeIfAbsent(measure, first -> new long[1]);
    sum[0] = Math.addExact(sum[0], amount);
  }

  /** All that was counted. */
  Price price() {
    Map<Measure, Long> amounts = new HashMap<>();
    sums.forEach((measure, sum) -> amounts.put(measure, sum[0]));
    return new Price(amounts);
  }
}
