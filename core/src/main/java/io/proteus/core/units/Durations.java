package io.proteus.core.units;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one way in which times are written: in files, on the command line, in requests. */
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
}
