package io.proteus.core.step;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up what steps cost. There are few measures and, in large plans, a million steps. */
public final class Tally {
  private final List<Sum> sums = new ArrayList<>();

  private static final class Sum {
    final Measure measure;
    long amount;

    Sum(Measure measure) {
      this.measure = measure;
    }
  }

  /**
   * Counts more of something.
   *
   * @param amount in pieces or bytes, as the measure says
   */
  public void add(Measure measure, long amount) {
    Sum sum = sum(measure);
    sum.amount = Math.addExact(sum.amount, amount);
  }

  private Sum sum(Measure measure) {
    for (Sum sum : sums) {
      if (sum.measure.equals(measure)) {
        return sum;
      }
    }
    Sum first = new Sum(measure);
    sums.add(first);
    return first;
  }

  /** All that was counted. */
  Price price() {
    Map<Measure, Long> amounts = new HashMap<>();
    sums.forEach(sum -> amounts.put(sum.measure, sum.amount));
    return new Price(amounts);
  }
}
