package io.proteus.controller.accuracy;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * How good predictions were, as {@code accuracy --json} prints it: {@code docs/schema/accuracy}.
 *
 * @param schema always {@link #SCHEMA}
 * @param plans the oldest first
 * @param throughput over those that were judged; null when none was
 * @param latency the same
 * @param duration the same
 * @param notJudged how many could not be compared
 */
public record AccuracyDocument(
    String schema,
    String cluster,
    List<JudgedPlan> plans,
    @Nullable Summary throughput,
    @Nullable Summary latency,
    @Nullable Summary duration,
    int notJudged) {

  public static final String SCHEMA = "proteus/accuracy/1";

  public AccuracyDocument {
    plans = List.copyOf(plans);
  }

  /**
   * A figure that was predicted.
   *
   * @param before as it was when the plan was made; null where there is no such
   * @param low one time in ten it should be less; null where no interval was given
   * @param high one time in ten it should be more; null where no interval was given
   * @param achieved null when it was not measured
   * @param error achieved over expected, less 1; null when it was not measured
   */
  public record Figure(
      @Nullable Double before,
      double expected,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Double achieved,
      @Nullable Double error) {

    static Figure of(@Nullable Double before, Estimate estimate, @Nullable Double achieved) {
      return new Figure(
          before,
          estimate.expected(),
          estimate.low(),
          estimate.high(),
          achieved,
          error(estimate.expected(), achieved));
    }

    static Figure of(Duration expected, @Nullable Duration took) {
      Double achieved = took == null ? null : Double.valueOf(seconds(took));
      return new Figure(
          null, seconds(expected), null, null, achieved, error(seconds(expected), achieved));
    }

    private static double seconds(Duration duration) {
      return duration.toMillis() / 1000.0;
    }

    private static @Nullable Double error(double expected, @Nullable Double achieved) {
      return achieved == null || expected == 0 ? null : Double.valueOf(achieved / expected - 1);
    }

    /** Null where there is no interval, or nothing in it. */
    @Nullable Boolean inside() {
      return low == null || high == null || achieved == null
          ? null
          : Boolean.valueOf(low <= achieved && achieved <= high);
    }
  }

  /**
   * A plan, beside what came of it.
   *
   * @param at when it was judged
   * @param throughput op/s
   * @param latencyMs mean in the nodes; null where nothing was predicted
   * @param seconds that it took, all its parts together
   * @param notJudged why there is nothing to compare; null when there is
   */
  public record JudgedPlan(
      Instant at,
      String plan,
      String kind,
      Figure throughput,
      @Nullable Figure latencyMs,
      Figure seconds,
      @Nullable Sentence notJudged) {

    static JudgedPlan of(Instant at, Achieved achieved) {
      Prediction predicted = achieved.predicted();
      Estimate latency = predicted.latencyMs();
      return new JudgedPlan(
          at,
          achieved.plan(),
          word(predicted.kind()),
          Figure.of(predicted.throughputNow(), predicted.throughput(), achieved.throughput()),
          latency == null
              ? null
              : Figure.of(predicted.latencyMsNow(), latency, achieved.latencyMs()),
          Figure.of(predicted.duration(), achieved.took()),
          achieved.notJudged());
    }

    private static String word(PlanKind kind) {
      return kind.name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The figures of all plans together.
   *
   * @param plans how many were compared
   * @param bias mean of the errors: above 0, predictions are too low
   * @param meanAbsoluteError of the errors
   * @param inside share of the plans within their interval, which should be 0.8; null where there
   *     are no intervals
   */
  public record Summary(int plans, double bias, double meanAbsoluteError, @Nullable Double inside) {

    static @Nullable Summary of(
        List<JudgedPlan> all, Function<JudgedPlan, @Nullable Figure> which) {
      List<Figure> figures = new ArrayList<>();
      for (JudgedPlan plan : all) {
        Figure figure = plan.notJudged() == null ? which.apply(plan) : null;
        if (figure != null && figure.error() != null) {
          figures.add(figure);
        }
      }
      if (figures.isEmpty()) {
        return null;
      }
      List<Boolean> inside = figures.stream().map(Figure::inside).filter(Objects::nonNull).toList();
      return new Summary(
          figures.size(),
          errors(figures).average().orElse(0),
          errors(figures).map(Math::abs).average().orElse(0),
          inside.isEmpty()
              ? null
              : Double.valueOf(
                  (double) inside.stream().filter(hit -> hit).count() / inside.size()));
    }

    private static DoubleStream errors(List<Figure> figures) {
      return figures.stream().map(Figure::error).filter(Objects::nonNull).mapToDouble(e -> e);
    }
  }

  /**
   * @param entries the journal's of kind {@code achieved}, the newest first
   */
  public static AccuracyDocument of(String cluster, List<JournalEntry> entries) {
    List<JudgedPlan> plans = new ArrayList<>();
    for (JournalEntry entry : entries) {
      if (entry.event() instanceof Achieved achieved) {
        plans.add(0, JudgedPlan.of(entry.at(), achieved));
      }
    }
    return new AccuracyDocument(
        SCHEMA,
        cluster,
        plans,
        Summary.of(plans, JudgedPlan::throughput),
        Summary.of(plans, JudgedPlan::latencyMs),
        Summary.of(plans, JudgedPlan::seconds),
        (int) plans.stream().filter(plan -> plan.notJudged() != null).count());
  }
}
