package io.proteus.core.units;

import java.util.Locale;

/** A rate of operations, 1/s, never negative. */
public record OperationsPerSecond(double value) implements Comparable<OperationsPerSecond> {
  public static final OperationsPerSecond ZERO = new OperationsPerSecond(0);

  public OperationsPerSecond {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new InvalidValue(
          "rate: want 0 or more operations per second, got %s.".formatted(value));
    }
  }

  @Override
  public int compareTo(OperationsPerSecond other) {
    return Double.compare(value, other.value);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, value < 10 ? "%.1f op/s" : "%,.0f op/s", value);
  }
}
