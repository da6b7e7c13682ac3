package io.proteus.controller.accuracy;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one prediction covers: an action, and also the action of a later decision that filled its
 * new nodes.
 *
 * @param parts actions of which a plan has ended, the oldest first; never empty
 */
record PredictedAction(List<Action> parts) {
  /** After a longer idle time the load has changed by itself. */
  private static final Duration IDLE_AT_MOST = Duration.ofHours(1);

  /** Plans take longer than predicted; the calibration learns from that. */
  private static final int TIMES_AS_LONG = 2;

  PredictedAction {
    parts = List.copyOf(parts);
  }

  /** All ended actions that were not judged yet, the newest first. */
  static List<PredictedAction> notJudged(Actions actions) {
    List<PredictedAction> together = new ArrayList<>();
    for (Action action : actions.newestFirst().filter(one -> !one.ends().isEmpty()).toList()) {
      PredictedAction later = together.isEmpty() ? null : together.get(together.size() - 1);
      if (later != null && isFollowedBy(action, later)) {
        together.set(together.size() - 1, later.after(action));
      } else {
        together.add(new PredictedAction(List.of(action)));
      }
      if (action.achieved() != null) {
        break; // what is older was looked at then
      }
    }
    return together.stream()
        .filter(one -> one.ends().stream().anyMatch(end -> end.event().changes() > 0))
        .filter(one -> one.parts().get(0).achieved() == null)
        .toList();
  }

  /** Whether the action started nodes and left their content to the next decision. */
  private static boolean isFollowedBy(Action action, PredictedAction later) {
    return lastOf(action.ends()).event().outcome().equals(Outcomes.REPLAN)
        && later.parts().stream().anyMatch(part -> part.undoes() == null);
  }

  private PredictedAction after(Action earlier) {
    List<Action> all = new ArrayList<>(List.of(earlier));
    all.addAll(parts);
    return new PredictedAction(all);
  }

  private List<RecordedEvent<PlanEnded>> ends() {
    return parts.stream()
        .flatMap(part -> part.ends().stream())
        .sorted(Comparator.comparing(RecordedEvent::number))
        .toList();
  }

  private static RecordedEvent<PlanEnded> lastOf(List<RecordedEvent<PlanEnded>> ends) {
    return ends.get(ends.size() - 1);
  }

  /** Its plans that have ended, the oldest first. */
  List<ActionPlan> plans() {
    return parts.stream().flatMap(part -> part.plans().stream()).filter(ActionPlan::ended).toList();
  }

  /** Names it: its first plan. */
  String id() {
    return plans().get(0).id();
  }

  boolean contains(String plan) {
    return parts.stream().anyMatch(part -> part.plan(plan).isPresent());
  }

  Instant began() {
    return plans().get(0).began();
  }

  Instant ended() {
    return lastOf(ends()).at();
  }

  /** The outcome of the last plan that ended. */
  String outcome() {
    return lastOf(ends()).event().outcome();
  }

  boolean isComplete() {
    return Outcomes.isToItsEnd(outcome());
  }

  /** Whether nothing more of it is to come. */
  boolean isOver() {
    String last = lastOf(ends()).event().plan();
    boolean isWatched =
        plans().stream().anyMatch(plan -> plan.id().equals(last) && plan.rest() != null);
    return !outcome().equals(Outcomes.REPLAN) && !(isComplete() && isWatched);
  }

  /**
   * The prediction of the whole: for a canary, the rest has the prediction of the whole plan. Empty
   * in journals from before predictions.
   */
  Optional<Prediction> predicted() {
    for (ActionPlan part : plans()) {
      Plan rest = part.rest();
      Prediction own = part.plan().prediction();
      Prediction whole = own != null || rest == null ? own : rest.prediction();
      if (whole != null) {
        return Optional.of(whole);
      }
    }
    return Optional.empty();
  }

  /** When that was; a plan may wait for a person or a window before it begins. */
  private Instant predictedAt() {
    var proposal = parts.get(0).proposal();
    return proposal == null ? began() : proposal.at();
  }

  /** Why what came is not compared with what was predicted; empty where it may be. */
  Optional<Sentence> ofAnotherLoad() {
    Duration since = Duration.between(predictedAt(), ended());
    Duration expected = predicted().orElseThrow().duration();
    return since.minus(expected.multipliedBy(TIMES_AS_LONG)).compareTo(IDLE_AT_MOST) > 0
        ? Optional.of(
            Sentence.of(
                "it was predicted %d min before it was done, of another load", since.toMinutes()))
        : Optional.empty();
  }

  /**
   * All its plans together: that a node is watched before the others follow was not predicted. Null
   * where it was cut short, or the clock was set back meanwhile.
   */
  @Nullable Duration took() {
    Duration all = Duration.ZERO;
    for (ActionPlan plan : plans()) {
      Duration took = plan.took().orElse(Duration.ZERO);
      if (took.isNegative()) {
        return null;
      }
      all = all.plus(took);
    }
    return wasCutShort() ? null : all;
  }

  /**
   * Whether the cluster was claimed again before the end: then it is not known for how long nothing
   * was done.
   */
  private boolean wasCutShort() {
    List<ActionPlan> plans = plans();
    long end = plans.get(plans.size() - 1).ends().get(0).number();
    return parts.stream()
        .anyMatch(part -> part.claimedSince().isPresent() && part.claimedSince().getAsLong() < end);
  }
}
