package io.proteus.controller.accuracy;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Actions;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Prediction;
import io.proteus.core.plan.prediction.Service;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was predicted of a plan with what came of it, once it has settled: at the first
 * moment at which Proteus may decide again, so after the cooldown, from a full window, with all
 * metrics there and the cluster calm. What was found to be worse is not waited for: it is undone
 * before the cooldown is over, and predictions would be judged by what went well only. What is
 * learned goes into the next prediction. Where it cannot be compared, that is said; nothing is
 * taken for zero.
 */
public final class PredictionJudge {
  /** Later measurements tell more about the load since then than about the plan. */
  private static final Duration LATEST = Duration.ofHours(2);

  /** The same limit for longer cooldowns, as a multiple of them. */
  private static final int LATEST_COOLDOWNS = 2;

  private final ActionLog log;
  private final CostModel costs;
  private final Journal journal;
  private final Time time;

  /** The action after which nothing is left to judge. */
  private @Nullable Instant over;

  /**
   * @param costs what changes cost on this kind of store
   */
  public PredictionJudge(ActionLog log, Time time, CostModel costs) {
    this.costs = costs;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
  }

  /** Tells what decisions are made from. */
  public interface Situations {
    /**
     * The situation of now.
     *
     * @param lastAction when the last plan that changed anything ended
     * @return empty while there are too few samples
     */
    Optional<Situation> situation(@Nullable Instant lastAction, StrategyMemory memory);
  }

  /**
   * Judges all actions that are due.
   *
   * @param memory what the strategy remembers
   * @param guards that say whether it has settled
   * @return the same memory, with what was learned; it is in the journal already
   */
  public StrategyMemory learn(StrategyMemory memory, Situations situations, Guards guards)
      throws JournalException {
    Instant last = journal.lastAction().orElse(null);
    if (last == null || last.equals(over)) {
      return memory;
    }
    Actions actions = log.now();
    List<PredictedAction> due = PredictedAction.notJudged(actions);
    if (due.isEmpty()) {
      over = last;
      return memory;
    }
    PredictedAction action = due.get(0);
    Optional<Situation> now = situations.situation(last, memory);
    Duration latest = latest(guards.cooldown());
    boolean late = action.ended().plus(latest).isBefore(time.now());
    Optional<Sentence> unsettled = unsettled(action, actions, now, guards);
    if (!late && (!action.isOver() || unsettled.isPresent())) {
      return memory;
    }
    over = last;
    for (int index = due.size() - 1; index > 0; index--) {
      say(
          due.get(index),
          notComplete(due.get(index))
              .orElse(Sentence.of("another action followed before it had settled")));
    }
    Optional<Sentence> notComplete = notComplete(action);
    if (notComplete.isPresent()) {
      say(action, notComplete.get());
      return memory;
    }
    if (late) {
      say(
          action,
          Sentence.of(
              "nobody could look within %d min: %s",
              latest.toMinutes(), unsettled.orElse(Sentence.of("Proteus did not run"))));
      return memory;
    }
    return action.predicted().isEmpty()
        ? memory
        : judged(action, action.predicted().get(), Service.of(now.orElseThrow()), memory);
  }

  private static Optional<Sentence> notComplete(PredictedAction action) {
    return action.isComplete()
        ? Optional.empty()
        : Optional.of(Sentence.of("it ended as %s", action.outcome()));
  }

  private static Duration latest(Duration cooldown) {
    Duration afterCooldowns = cooldown.multipliedBy(LATEST_COOLDOWNS);
    return afterCooldowns.compareTo(LATEST) > 0 ? afterCooldowns : LATEST;
  }

  /** Why it is too soon; what did not end as it should needs no time to settle. */
  private Optional<Sentence> unsettled(
      PredictedAction action, Actions actions, Optional<Situation> now, Guards guards) {
    if (!action.isComplete()) {
      return Optional.empty();
    }
    if (now.isEmpty() || !now.get().windowFull()) {
      return Optional.of(Sentence.of("there are too few samples since"));
    }
    Guards asked = isFoundWorse(action, actions) ? guards.withoutCooldown() : guards;
    return asked.notReady(now.get()).map(Reason::sentence);
  }

  private static boolean isFoundWorse(PredictedAction action, Actions actions) {
    var found = actions.verified();
    return found != null
        && found.event().result().code() == ReasonCode.MADE_WORSE
        && action.contains(found.event().plan());
  }

  private void say(PredictedAction action, Sentence notJudged) throws JournalException {
    Optional<Prediction> predicted = action.predicted();
    if (predicted.isPresent()) {
      Duration took = action.isComplete() ? action.took() : null;
      append(action, predicted.get(), took, null, null, notJudged);
    }
  }

  private StrategyMemory judged(
      PredictedAction action, Prediction predicted, Service achieved, StrategyMemory memory)
      throws JournalException {
    Calibration learned = CalibrationUpdate.ofSteps(action.plans(), costs, memory.calibration());
    Sentence notComparable =
        achieved.throughput() > 0
            ? action.ofAnotherLoad().orElse(null)
            : Sentence.of("there are no requests any more");
    if (notComparable == null) {
      append(action, predicted, action.took(), achieved.throughput(), achieved.latencyMs(), null);
      learned = CalibrationUpdate.ofYield(predicted, achieved, learned);
    } else {
      append(action, predicted, action.took(), null, null, notComparable);
    }
    StrategyMemory wiser = memory.with(learned);
    journal.append(time.now(), new Remembered(wiser));
    return wiser;
  }

  private void append(
      PredictedAction action,
      Prediction predicted,
      @Nullable Duration took,
      @Nullable Double throughput,
      @Nullable Double latencyMs,
      @Nullable Sentence notJudged)
      throws JournalException {
    journal.append(
        time.now(),
        new Achieved(
            action.id(),
            predicted,
            took,
            Duration.between(action.ended(), time.now()),
            throughput,
            latencyMs,
            notJudged));
  }
}
