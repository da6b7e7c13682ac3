package io.proteus.simulator.run;

import io.proteus.simulator.model.AnswerTimes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run. Times are seconds since its start. A plan that is in flight when the
 * scenario is over is let end: that is in the decisions, moves and restarts, and in nothing else.
 *
 * @param scenario its name
 * @param strategy that decided
 * @param seed of every draw
 * @param seconds simulated
 * @param answered operations answered, by tenant
 * @param openLoops what became of the requests that did not wait for others
 * @param points of the curves, the earliest first
 * @param answers how long they took, over the whole run
 * @param decisions that led to an action, the earliest first
 * @param nodeHours of the machines that ran
 * @param mostNodes that served at once
 * @param moves of partitions
 * @param movedBytes that these partitions held
 * @param restarts of nodes
 * @param resizes how often machines were added or removed, several at once or one after the other;
 *     a machine that was lost is none
 * @param oppositeResizes how often one way within {@link #OPPOSITE_WITHIN_SECONDS} of the other
 * @param unfinishedPlans plans that had not ended
 * @param incidents what must never happen, in sentences
 */
public record SimulationResult(
    String scenario,
    String strategy,
    long seed,
    double seconds,
    Map<String, Double> answered,
    OpenLoops openLoops,
    List<Point> points,
    Percentiles answers,
    List<Decided> decisions,
    double nodeHours,
    int mostNodes,
    int moves,
    double movedBytes,
    int restarts,
    int resizes,
    int oppositeResizes,
    int unfinishedPlans,
    List<String> incidents) {

  public static final double OPPOSITE_WITHIN_SECONDS = 15 * 60;

  public SimulationResult {
    // in the same order in every run, also of another JVM: the last digit of their sum depends on
    // it
    answered = Collections.unmodifiableMap(new TreeMap<>(answered));
    points = List.copyOf(points);
    decisions = List.copyOf(decisions);
    incidents = List.copyOf(incidents);
  }

  /**
   * A moment.
   *
   * @param at end of the span that the figures are means of
   * @param throughput operations answered a second, by tenant
   * @param responseMs until an answer, over all operations; think time is not in it; null where
   *     nothing was answered
   * @param answers the same in percentiles
   * @param waiting requests of open loops that wait for a connection
   * @param nodes that serve
   * @param machines that run
   * @param cpu share in use, over the live nodes
   */
  public record Point(
      double at,
      Map<String, Double> throughput,
      @Nullable Double responseMs,
      Percentiles answers,
      double waiting,
      int nodes,
      int machines,
      double cpu) {
    /** Of all tenants. */
    public double total() {
      return throughput.values().stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  /**
   * Times until an answer that half of them, 95 and 99 of 100 did not exceed: an approximation, see
   * {@link AnswerTimes}. Null where nothing was answered.
   */
  public record Percentiles(
      @Nullable Double p50Ms, @Nullable Double p95Ms, @Nullable Double p99Ms) {
    static Percentiles of(AnswerTimes times) {
      return times.isEmpty()
          ? new Percentiles(null, null, null)
          : new Percentiles(
              times.percentileMs(0.5), times.percentileMs(0.95), times.percentileMs(0.99));
    }
  }

  /**
   * Requests that came whether or not others were answered; all 0 where there is no open loop.
   *
   * @param arrived that came
   * @param refused that were turned away, as too many waited
   * @param timedOut that were given up, as they had waited too long
   */
  public record OpenLoops(double arrived, double refused, double timedOut) {
    /** That came and were never sent. */
    public double lost() {
      return refused + timedOut;
    }
  }

  /**
   * A decision that was acted on.
   *
   * @param from when it was made
   * @param at when its action had ended
   * @param outcome of the action
   */
  public record Decided(double from, double at, List<String> reasons, String outcome) {
    public Decided {
      reasons = List.copyOf(reasons);
    }
  }

  /** What must not have happened, in sentences: its incidents, and plans that had not ended. */
  public List<String> failures() {
    List<String> failures = new ArrayList<>(incidents);
    if (unfinishedPlans > 0) {
      failures.add("%d plans had not ended".formatted(unfinishedPlans));
    }
    return List.copyOf(failures);
  }

  /** Operations answered, of all tenants. */
  public double operations() {
    return answered.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Until an answer, over all operations; null where nothing was answered. */
  public @Nullable Double meanResponseMs() {
    double operations = 0;
    double sum = 0;
    double before = 0;
    for (Point point : points) {
      Double responseMs = point.responseMs();
      if (responseMs != null) {
        double answered = point.total() * (point.at() - before);
        operations += answered;
        sum += answered * responseMs;
      }
      before = point.at();
    }
    return operations > 0 ? Double.valueOf(sum / operations) : null;
  }

  /** Operations answered a second, over a span. */
  public double meanThroughput(double from, double until) {
    double operations = 0;
    double span = 0;
    double before = 0;
    for (Point point : points) {
      if (point.at() > from && point.at() <= until) {
        operations += point.total() * (point.at() - before);
        span += point.at() - before;
      }
      before = point.at();
    }
    return span > 0 ? operations / span : 0;
  }

  /** The lowest point of a span. */
  public double worstThroughput(double from, double until) {
    return points.stream()
        .filter(point -> point.at() > from && point.at() <= until)
        .mapToDouble(Point::total)
        .min()
        .orElse(0);
  }
}
