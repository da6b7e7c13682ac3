package io.proteus.app.view;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Durations;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as they stand in tables. What is not known is a dash, never a zero. */
public final class Figures {
  public static final String UNKNOWN = "-";

  private Figures() {}

  /** A rate in op/s, with a decimal only where it matters. */
  public static String rate(@Nullable Double operationsPerSecond) {
    if (operationsPerSecond == null) {
      return UNKNOWN;
    }
    double rate = operationsPerSecond;
    boolean small = rate > 0 && rate < 9.95;
    return String.format(Locale.ROOT, small ? "%.1f" : "%,.0f", rate);
  }

  /** To the whole percent. */
  public static String percent(@Nullable Ratio ratio) {
    return ratio == null ? UNKNOWN : Math.round(ratio.value() * 100) + "%";
  }

  public static String size(@Nullable ByteSize size) {
    return size == null ? UNKNOWN : size.toString();
  }

  public static String whole(@Nullable Long count) {
    return count == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 1 step}, {@code 12 steps}. */
  public static String count(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  /** {@code 0.4 s}, {@code 12 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
  public static String duration(Duration duration) {
    return Durations.shown(duration);
  }
}
