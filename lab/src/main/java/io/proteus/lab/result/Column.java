package io.proteus.lab.result;

import java.util.Locale;

/**
 * A column of a table.
 *
 * @param kind what its figures are, which is how every screen and page writes them
 */
public record Column(String name, Kind kind) {

  public static Column text(String name) {
    return new Column(name, Kind.TEXT);
  }

  /** What figures are. */
  public enum Kind {
    TEXT("%s"),
    COUNT("%,.0f"),
    /** Per second. */
    RATE("%,.0f"),
    RATIO("%.2f"),
    /** Of whichever unit its row says: two decimals below 100. */
    FIGURE("%,.0f"),
    /** A probability. */
    CHANCE("%.3f"),
    TENTHS("%,.1f"),
    SECONDS("%.1f"),
    MILLISECONDS("%,.1f"),
    /** Written in percent. */
    SHARE("%.2f %%"),
    /** A difference over what it is compared with, written in percent with its sign. */
    CHANGE("%+.0f %%");

    private static final double SMALL_RATE = 10;
    private static final double SMALL_FIGURE = 100;

    private final String format;

    Kind(String format) {
      this.format = format;
    }

    /** A figure as people read it. */
    public String text(double value) {
      double shown = this == SHARE || this == CHANGE ? 100 * value : value;
      return String.format(Locale.ROOT, format(Math.abs(value)), shown);
    }

    private String format(double size) {
      if (this == RATE && size < SMALL_RATE) {
        return "%.1f";
      }
      return this == FIGURE && size < SMALL_FIGURE ? "%.2f" : format;
    }
  }

  /** A cell of this column as people read it: a median with the range of its repeats behind it. */
  public String text(Cell cell) {
    if (cell instanceof Cell.Text text) {
      return text.text();
    }
    if (cell instanceof Cell.Figure figure) {
      return kind.text(figure.value());
    }
    return cell instanceof Cell.Range range ? text(range.spread()) : "-";
  }

  private String text(Spread spread) {
    String median = kind.text(spread.median());
    return spread.count() == 1 || spread.min() == spread.max()
        ? median
        : "%s (%s to %s)".formatted(median, kind.text(spread.min()), kind.text(spread.max()));
  }
}
