package io.proteus.lab.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a page draws. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "chart")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Chart.Bars.class, name = "bars"),
  @JsonSubTypes.Type(value = Chart.Curves.class, name = "curves")
})
public sealed interface Chart {
  /** One of these bars; none where there are no bars. */
  static List<Chart> bars(String title, String up, List<Bar> bars) {
    return bars.isEmpty() ? List.of() : List.of(new Bars(title, up, bars));
  }

  /** What it shows, for who cannot see it. */
  String title();

  /**
   * Figures side by side.
   *
   * @param up what their height is, with its unit
   */
  record Bars(String title, String up, List<Bar> bars) implements Chart {
    public Bars {
      bars = List.copyOf(bars);
    }
  }

  /**
   * One figure.
   *
   * @param reach how far it may be off, to each side
   */
  record Bar(String name, double value, double reach) {
    /** The median, with a reach to the farthest repeat. */
    public static Bar of(String name, Spread spread) {
      return new Bar(
          name,
          spread.median(),
          Math.max(spread.max() - spread.median(), spread.median() - spread.min()));
    }
  }

  /**
   * What was measured one after the other.
   *
   * @param across what runs to the right, with its unit
   * @param up what their height is, with its unit
   * @param marks moments at which something happened
   */
  record Curves(
      String title, String across, String up, List<Curve> curves, @Nullable List<Mark> marks)
      implements Chart {
    public Curves {
      curves = List.copyOf(curves);
      marks = marks == null ? null : List.copyOf(marks);
    }

    /** Without marks. */
    public Curves(String title, String across, String up, List<Curve> curves) {
      this(title, across, up, curves, null);
    }
  }

  /**
   * A line from top to bottom.
   *
   * @param text beside it; may be blank
   */
  record Mark(double at, String text) {}

  /**
   * One curve.
   *
   * @param name in the legend
   * @param joined whether a line runs through the points
   */
  record Curve(String name, List<Double> at, List<Double> values, boolean joined) {
    public Curve {
      at = List.copyOf(at);
      values = List.copyOf(values);
      if (at.size() != values.size()) {
        throw new InvalidValue(
            "curve %s: want as many values as places, got %d and %d."
                .formatted(name, values.size(), at.size()));
      }
    }
  }
}
