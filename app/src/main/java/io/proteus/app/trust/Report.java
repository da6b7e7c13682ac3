package io.proteus.app.trust;

import io.proteus.app.view.PlanFigures;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.Observed;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What Proteus wanted of a cluster over a time, and what was measured meanwhile.
 *
 * @param cluster its name
 * @param from the first observation
 * @param until the last one
 * @param observations how many there were
 * @param seen share of the time of which there are observations, 0..1
 * @param load what was measured
 * @param wishes the earliest first
 * @param holds how often each reason led to nothing, the most frequent first
 * @param carriedOut plans that changed something meanwhile, whoever ran them
 */
record Report(
    String cluster,
    Instant from,
    Instant until,
    int observations,
    double seen,
    Report.Load load,
    List<Wish> wishes,
    List<Hold> holds,
    int carriedOut,
    List<Load.Point> points) {
  /** The same without the curve. */
  Report withoutPoints() {
    return new Report(
        cluster, from, until, observations, seen, load, wishes, holds, carriedOut, List.of());
  }

  /** The kinds of entries that it is made from. */
  static final List<String> KINDS = List.of("observed", "decided", "proposed", "plan-ended");

  /** A longer time between two observations is one of which nothing is known. */
  private static final Duration LONGEST_GAP = Duration.ofMinutes(5);

  /** How long after a wish the load is measured. */
  private static final Duration AFTER = Duration.ofHours(1);

  /** A node that uses more of its CPU has little to spare. */
  private static final double BUSY = 0.8;

  /**
   * Figures of a time, as measured.
   *
   * @param busy share of the observations in which a node used more than 80 % of its CPU; null
   *     where no CPU was known
   * @param latencyMs mean; null where the store does not tell it
   */
  record Load(
      double meanRequestsPerSecond,
      double mostRequestsPerSecond,
      @Nullable Double busy,
      @Nullable Double latencyMs) {
    /** A moment's requests. */
    record Point(
        Instant at, double requestsPerSecond, @Nullable Double latencyMs, double busiest) {}

    static Optional<Load> of(List<Point> points) {
      if (points.isEmpty()) {
        return Optional.empty();
      }
      List<Point> known = points.stream().filter(it -> it.busiest() >= 0).toList();
      List<Double> latencies =
          points.stream().map(Point::latencyMs).filter(Objects::nonNull).toList();
      return Optional.of(
          new Load(
              points.stream().mapToDouble(Point::requestsPerSecond).average().orElse(0),
              points.stream().mapToDouble(Point::requestsPerSecond).max().orElse(0),
              known.isEmpty()
                  ? null
                  : (double) known.stream().filter(it -> it.busiest() > BUSY).count()
                      / known.size(),
              latencies.isEmpty()
                  ? null
                  : latencies.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
    }
  }

  /**
   * A plan that was wanted, once or several times in a row.
   *
   * @param times how often it was proposed
   * @param why the weightiest reason
   * @param price what it would have cost
   * @param takes how long, and what clients would have lost
   * @param expected what it would have yielded; null where nothing was predicted
   * @param meanwhile what was measured in the hour after it was wanted first; null where nothing
   *     was
   */
  record Wish(
      Instant first,
      Instant last,
      int times,
      String plan,
      String why,
      String price,
      @Nullable String takes,
      @Nullable String expected,
      @Nullable String latency,
      @Nullable Load meanwhile) {}

  /** A reason for which nothing was wanted. */
  record Hold(String code, int times) {}

  /** Collects the entries of a journal, the oldest first. */
  static final class Collector {
    private final String cluster;
    private final Words words;
    private final List<Load.Point> points = new ArrayList<>();
    private final List<Proposal> proposals = new ArrayList<>();
    private final Map<String, Integer> holds = new HashMap<>();
    private int carriedOut;

    /** Proposals in a row that want the same. */
    private record Proposal(Plan plan, Instant first, Instant last, int times) {
      boolean isLike(Plan other) {
        return plan.wholePrice().equals(other.wholePrice())
            && plan.why().map(Reason::code).equals(other.why().map(Reason::code));
      }
    }

    Collector(String cluster, Words words) {
      this.cluster = cluster;
      this.words = words;
    }

    void add(JournalEntry entry) {
      if (entry.event() instanceof Observed seen && !seen.span().isZero()) {
        double busiest =
            seen.nodes().stream()
                .mapToDouble(node -> node.cpu() == null ? -1 : node.cpu().value())
                .max()
                .orElse(-1);
        points.add(
            new Load.Point(
                entry.at(), seen.requestsPerSecond().total(), seen.latencyMs(), busiest));
      } else if (entry.event() instanceof Decided decided && decided.verdict().equals("hold")) {
        Reason first = decided.reasons().get(0);
        holds.merge(first.code().name(), 1, Integer::sum);
      } else if (entry.event() instanceof Proposed proposed) {
        propose(proposed.plan(), entry.at());
      } else if (entry.event() instanceof PlanEnded ended && ended.changes() > 0) {
        carriedOut++;
      }
    }

    private void propose(Plan plan, Instant at) {
      int newest = proposals.size() - 1;
      if (newest >= 0 && proposals.get(newest).isLike(plan)) {
        Proposal begun = proposals.get(newest);
        proposals.set(newest, new Proposal(begun.plan(), begun.first(), at, begun.times() + 1));
      } else {
        proposals.add(new Proposal(plan, at, at, 1));
      }
    }

    /** Empty where nothing was observed. */
    Optional<Report> report() {
      return Load.of(points)
          .map(
              load ->
                  new Report(
                      cluster,
                      points.get(0).at(),
                      points.get(points.size() - 1).at(),
                      points.size(),
                      seen(),
                      load,
                      proposals.stream().map(this::wish).toList(),
                      holds.entrySet().stream()
                          .map(it -> new Hold(it.getKey(), it.getValue()))
                          .sorted((one, other) -> other.times() - one.times())
                          .toList(),
                      carriedOut,
                      List.copyOf(points)));
    }

    private double seen() {
      Duration whole = Duration.between(points.get(0).at(), points.get(points.size() - 1).at());
      Duration seen = Duration.ZERO;
      for (int i = 1; i < points.size(); i++) {
        Duration step = Duration.between(points.get(i - 1).at(), points.get(i).at());
        seen = step.compareTo(LONGEST_GAP) > 0 ? seen : seen.plus(step);
      }
      return whole.isZero() ? 1 : (double) seen.toMillis() / whole.toMillis();
    }

    private Wish wish(Proposal proposal) {
      Plan plan = proposal.plan();
      PlanFigures figures = PlanFigures.of(plan);
      PlanFigures.Foretold foretold = figures.foretold();
      Prediction prediction = plan.prediction();
      Instant until = proposal.first().plus(AFTER);
      Load meanwhile =
          Load.of(
                  points.stream()
                      .filter(it -> it.at().isAfter(proposal.first()) && !it.at().isAfter(until))
                      .toList())
              .orElse(null);
      return new Wish(
          proposal.first(),
          proposal.last(),
          proposal.times(),
          plan.id(),
          plan.why().map(reason -> reason.in(words)).orElse("no reason is given"),
          figures.price().in(words),
          foretold == null ? null : foretold.takes().in(words),
          foretold == null ? null : foretold.gain().in(words),
          prediction == null || prediction.latencyMs() == null || foretold == null
              ? null
              : foretold.latency().in(words),
          meanwhile);
    }
  }
}
