package io.proteus.core.units;

import java.util.Locale;

/** A rate of operations, 1/s, never negative. */
public record OperationsPerSecond(double value) implements Comparable<OperationsPerSecond> {
  public static final OperationsPerSecond ZERO = new OperationsPerSecond(0);

  private static final String UNIT = "op/s";

  public OperationsPerSecond {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new InvalidValue(
          "rate: want 0 or more operations per second, got %s.".formatted(value));
    }
  }

  /** Reads {@code 1500} and {@code 0.5}, with or without {@code op/s}. */
  public static OperationsPerSecond parse(String text) {
    String given = text.strip();
    try {
      return new OperationsPerSecond(
          Double.parseDouble(
              given.endsWith(UNIT) ? given.substring(0, given.length() - UNIT.length()) : given));
    } catch (NumberFormatException e) {
      throw new InvalidValue(
          "rate: want operations per second such as 1500 or 0.5, got '%s'.".formatted(text));
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
