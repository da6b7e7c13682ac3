package io.proteus.controller.check;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.core.cluster.Observation;
import io.proteus.core.strategy.ReasonCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Two configurations decide on what a journal saw, side by side. Neither acts, so a plan that is
 * wanted goes on being wanted: a stretch of decisions that differ alike counts as one difference.
 */
public final class ConfigurationComparison {
  /** The kinds of entries that it is to be told of. */
  public static final List<String> KINDS = List.of("observed", "surveyed", "plan-ended");

  /** Longer than this between two observations, and the window begins anew. */
  private static final Duration LONGEST_GAP = Duration.ofMinutes(5);

  private final JournalledObservations observations;
  private final DecisionReview now;
  private final DecisionReview proposed;
  private final Map<ReasonCode, long[]> counts = new EnumMap<>(ReasonCode.class);
  private final List<Difference> differences = new ArrayList<>();
  private @Nullable Instant lastAction;
  private @Nullable Instant first;
  private @Nullable Instant last;
  private boolean differed;
  private long decisions;
  private long differing;

  public ConfigurationComparison(Configuration now, Configuration proposed) {
    this.observations = new JournalledObservations(now.clusterName());
    this.now = new DecisionReview(now);
    this.proposed = new DecisionReview(proposed);
  }

  /**
   * A stretch of decisions that differ alike.
   *
   * @param now the first of them, as the present configuration decides
   * @param proposed the same as the other one does
   * @param until the last of them
   * @param decisions how many there are
   */
  public record Difference(
      ReviewedDecision now, ReviewedDecision proposed, Instant until, int decisions) {
    private boolean goesOnWith(ReviewedDecision present, ReviewedDecision other) {
      return isSameKind(now, present) && isSameKind(proposed, other);
    }

    private static boolean isSameKind(ReviewedDecision one, ReviewedDecision other) {
      return one.reason().code() == other.reason().code()
          && one.consent() == other.consent()
          && (one.plan() == null) == (other.plan() == null);
    }
  }

  /** How often each reason led, under the present and under the other configuration. */
  public record Count(ReasonCode code, long now, long proposed) {}

  /**
   * All of it.
   *
   * @param from the first decision's time; null where there is none
   * @param leftOut observations that tell too little
   * @param differing decisions that are not alike
   */
  public record Result(
      @Nullable Instant from,
      @Nullable Instant until,
      long decisions,
      int leftOut,
      long differing,
      List<Count> counts,
      List<Difference> differences) {
    public Result {
      counts = List.copyOf(counts);
      differences = List.copyOf(differences);
    }
  }

  /** The next entry of the journal, the oldest first. */
  public void add(JournalEntry entry) {
    if (entry.event() instanceof PlanEnded ended && ended.changes() > 0) {
      lastAction = entry.at();
      forget();
    }
    Optional<Observation> observation = observations.of(entry);
    if (observation.isPresent()) {
      add(observation.get());
    }
  }

  private void forget() {
    now.forget();
    proposed.forget();
  }

  private void add(Observation observation) {
    Instant before = last;
    if (before != null && Duration.between(before, observation.at()).compareTo(LONGEST_GAP) > 0) {
      forget();
    }
    last = observation.at();
    Optional<ReviewedDecision> one = now.on(observation, lastAction);
    Optional<ReviewedDecision> other = proposed.on(observation, lastAction);
    if (one.isPresent() && other.isPresent()) {
      first = Objects.requireNonNullElse(first, observation.at());
      decisions++;
      count(one.get(), 0);
      count(other.get(), 1);
      compare(one.get(), other.get());
    }
  }

  private void count(ReviewedDecision decision, int side) {
    counts.computeIfAbsent(decision.reason().code(), code -> new long[2])[side]++;
  }

  private void compare(ReviewedDecision one, ReviewedDecision other) {
    boolean differs = !one.isLike(other);
    if (differs) {
      differing++;
      int newest = differences.size() - 1;
      if (differed && differences.get(newest).goesOnWith(one, other)) {
        Difference begun = differences.get(newest);
        differences.set(
            newest, new Difference(begun.now(), begun.proposed(), one.at(), begun.decisions() + 1));
      } else {
        differences.add(new Difference(one, other, one.at(), 1));
      }
    }
    differed = differs;
  }

  public Result result() {
    return new Result(
        first,
        last,
        decisions,
        observations.leftOut(),
        differing,
        counts.entrySet().stream()
            .map(it -> new Count(it.getKey(), it.getValue()[0], it.getValue()[1]))
            .toList(),
        differences);
  }
}
