package io.proteus.core.units;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How times are written: one way in files, on the command line and in requests, one for readers.
 */
public final class Durations {
  /** The longest time whose nanoseconds fit a long with room to spare. */
  public static final Duration LONGEST = Duration.ofDays(36_500);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h|d)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");

  private Durations() {}

  /** Reads {@code 500ms}, {@code 30s}, {@code 3m}, {@code 1.5h}, {@code 2 d}. */
  public static Duration parse(String text) {
    String given = text.strip().toLowerCase(Locale.ROOT);
    Matcher amount = TEXT.matcher(given);
    if (!amount.matches()) {
      throw new InvalidValue(
          "want a time such as 90s, 3m or 1.5h, got '%s'.%s"
              .formatted(
                  text,
                  NUMBER.matcher(given).matches()
                      ? " A number needs its unit: maybe %ss.".formatted(given)
                      : ""));
    }
    double ms = Double.parseDouble(amount.group(1)) * milliseconds(amount.group(2));
    if (ms > LONGEST.toMillis()) {
      throw new InvalidValue(
          "want a time of %d days at most, got '%s'.".formatted(LONGEST.toDays(), text));
    }
    return Duration.ofMillis(Math.round(ms));
  }

  private static double milliseconds(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }

  /** {@code 0.4 s}, {@code 12 s}, {@code 3 min 20 s}, {@code 2 h 5 min}: for readers. */
  public static String shown(Duration duration) {
    double seconds = duration.toMillis() / 1000.0;
    if (seconds < 9.95) {
      return String.format(
          Locale.ROOT, seconds == Math.rint(seconds) ? "%.0f s" : "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    if (whole < 120) {
      return whole + " s";
    }
    return whole < 7200
        ? "%d min %d s".formatted(whole / 60, whole % 60)
        : "%d h %d min".formatted(whole / 3600, whole % 3600 / 60);
  }
}
