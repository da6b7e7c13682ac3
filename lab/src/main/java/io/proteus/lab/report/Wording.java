package io.proteus.lab.report;

import io.proteus.lab.result.Spread;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** How figures are written in a report: a median and, behind it, the range of the repeats. */
final class Wording {
  static final String NOT_MEASURED = "not measured";

  private Wording() {}

  /** How an arrangement is called in charts and tables: {@code a} for the first one. */
  static String letter(int index) {
    return String.valueOf((char) ('a' + index));
  }

  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
  }

  static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }

  /** Of microseconds. */
  static String milliseconds(double micros) {
    return String.format(Locale.ROOT, micros < 10_000 ? "%.1f" : "%,.0f", micros / 1000);
  }

  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.0f s", duration.toMillis() / 1000.0);
  }

  /** {@code 8,033 (7,322 to 9,154)}; the median alone when there was a single repeat. */
  static Cell cell(Spread spread, DoubleFunction<String> format) {
    String range =
        spread.count() == 1 ? "" : format.apply(spread.min()) + " to " + format.apply(spread.max());
    return new Cell(format.apply(spread.median()), range);
  }

  static Cell cell(Optional<Spread> spread, DoubleFunction<String> format) {
    return spread.map(value -> cell(value, format)).orElse(new Cell(NOT_MEASURED, ""));
  }

  /**
   * A figure in a table.
   *
   * @param text the median
   * @param range of the repeats; blank when there is none to tell
   */
  record Cell(String text, String range) {}
}
