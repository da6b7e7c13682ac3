package io.proteus.core.units;

import java.util.Locale;

/** A share of a whole, 0..1. */
public record Ratio(double value) implements Comparable<Ratio> {
  public static final Ratio ZERO = new Ratio(0);
  public static final Ratio ONE = new Ratio(1);

  public Ratio {
    if (!(value >= 0 && value <= 1)) {
      throw new InvalidValue(
          "ratio: want 0..1, got %s. A percentage is written as 0.4, not 40.".formatted(value));
    }
  }

  public static Ratio of(double value) {
    return new Ratio(value);
  }

  /** The share of {@code part} in {@code whole}, cut to 0..1; {@code whole} must be positive. */
  public static Ratio share(double part, double whole) {
    if (!(whole > 0)) {
      throw new InvalidValue("share of %s in %s: want a positive whole.".formatted(part, whole));
    }
    return new Ratio(Math.min(1, Math.max(0, part / whole)));
  }

  /** Reads {@code 0.6} and {@code 60%}. */
  public static Ratio parse(String text) {
    String given = text.strip();
    boolean percent = given.endsWith("%");
    try {
      double number =
          Double.parseDouble(percent ? given.substring(0, given.length() - 1).strip() : given);
      return new Ratio(percent ? number / 100 : number);
    } catch (NumberFormatException e) {
      throw new InvalidValue("ratio: want a share such as 0.6 or 60%%, got '%s'.".formatted(text));
    }
  }

  public boolean exceeds(Ratio other) {
    return value > other.value;
  }

  /** Whether both are equal apart from rounding to a 32-bit float. */
  public boolean isAbout(Ratio other) {
    return Math.abs(value - other.value) < 0.001;
  }

  @Override
  public int compareTo(Ratio other) {
    return Double.compare(value, other.value);
  }

  /** As a percentage: {@code 40 %}, {@code 99.5 %}. */
  @Override
  public String toString() {
    double percent = Math.round(value * 1000) / 10.0;
    return String.format(
        Locale.ROOT, percent == Math.rint(percent) ? "%.0f %%" : "%.1f %%", percent);
  }
}
