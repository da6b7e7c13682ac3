package io.proteus.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Strategies side by side.
 *
 * @param scenario its name
 * @param price of a node-hour; null where it is not known
 * @param rows one a strategy, in the order asked for
 */
public record Comparison(String scenario, @Nullable Double price, List<Row> rows) {
  public Comparison {
    rows = List.copyOf(rows);
  }

  /** What a strategy's machines cost; null where no price is known. */
  public @Nullable Spread cost(Row row) {
    Double each = price;
    if (each == null) {
      return null;
    }
    Spread hours = row.nodeHours();
    return new Spread(each * hours.median(), each * hours.lowest(), each * hours.highest());
  }

  /** The middle one of several runs, with the lowest and the highest. */
  public record Spread(double median, double lowest, double highest) {
    static Spread of(List<RunFigures> runs, ToDoubleFunction<RunFigures> figure) {
      return ofFigures(runs.stream().mapToDouble(figure).toArray());
    }

    /**
     * The median, with the lowest and the highest where they differ.
     *
     * @param format of each, as of {@link String#format}
     */
    public String text(String format) {
      String middle = String.format(Locale.ROOT, format, median);
      return lowest == highest
          ? middle
          : middle
              + String.format(Locale.ROOT, " (" + format + " to " + format + ")", lowest, highest);
    }

    /** Of the runs that have the figure; null when none has. */
    static @Nullable Spread ofKnown(List<RunFigures> runs, KnownOrNot figure) {
      List<Double> known =
          runs.stream().map(figure::of).filter(Objects::nonNull).map(Double.class::cast).toList();
      return known.isEmpty()
          ? null
          : ofFigures(known.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Of at least one. */
    public static Spread ofFigures(double... figures) {
      double[] sorted = Arrays.stream(figures).sorted().toArray();
      int middle = sorted.length / 2;
      double median =
          sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
      return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
  }

  /** A figure that not every run has. */
  interface KnownOrNot {
    @Nullable Double of(RunFigures run);
  }

  /**
   * A strategy over all seeds.
   *
   * @param operations answered
   * @param lost requests of open loops that were refused or given up
   * @param responseMs until an answer, mean over all operations of a run; null, as the next three,
   *     where nothing was answered
   * @param p50Ms until an answer; these three are an approximation, see {@link
   *     io.proteus.simulator.model.AnswerTimes}
   * @param incidents what must never happen, in sentences with their seed
   */
  public record Row(
      String strategy,
      int seeds,
      Spread operations,
      Spread lost,
      @Nullable Spread responseMs,
      @Nullable Spread p50Ms,
      @Nullable Spread p95Ms,
      @Nullable Spread p99Ms,
      Spread nodeHours,
      Spread mostNodes,
      Spread resizes,
      Spread oppositeResizes,
      Spread moves,
      Spread restarts,
      List<String> incidents) {
    public Row {
      incidents = List.copyOf(incidents);
    }

    static Row of(String strategy, List<RunFigures> runs) {
      List<String> incidents = new ArrayList<>();
      for (RunFigures run : runs) {
        run.failures().forEach(f -> incidents.add("seed %d: %s".formatted(run.seed(), f)));
      }
      return new Row(
          strategy,
          runs.size(),
          Spread.of(runs, RunFigures::operations),
          Spread.of(runs, RunFigures::lost),
          Spread.ofKnown(runs, RunFigures::responseMs),
          Spread.ofKnown(runs, run -> run.answers().p50Ms()),
          Spread.ofKnown(runs, run -> run.answers().p95Ms()),
          Spread.ofKnown(runs, run -> run.answers().p99Ms()),
          Spread.of(runs, RunFigures::nodeHours),
          Spread.of(runs, RunFigures::mostNodes),
          Spread.of(runs, RunFigures::resizes),
          Spread.of(runs, RunFigures::oppositeResizes),
          Spread.of(runs, RunFigures::moves),
          Spread.of(runs, RunFigures::restarts),
          incidents);
    }
  }
}
