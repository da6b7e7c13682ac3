package io.proteus.controller.verification;

import static io.proteus.core.strategy.ReasonCode.NOT_JUDGED;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Looks at what came of the last plan, once it has settled, from the observations in the journal;
 * what it finds is in the journal, once for each plan. So nothing is lost by a restart.
 */
public final class Verification {
  /**
   * A plan that made things worse longer ago is left to the operator, because the load changes
   * meanwhile.
   */
  private static final Duration UNDONE_WITHIN = Duration.ofHours(1);

  private static final int MOST_OBSERVATIONS = 20_000;

  /** Outcomes of plans whose changes stay. */
  private static final Set<String> JUDGED =
      Set.of(Outcomes.COMPLETED, Outcomes.INCOMPLETE, Outcomes.ABANDONED, Outcomes.STOPPED);

  private final Journal journal;
  private final Time time;
  private final VerificationSettings settings;
  private final ActionLog log;
  private final CostModel costs;

  public Verification(ActionLog log, Time time, VerificationSettings settings, CostModel costs) {
    this.costs = costs;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
    this.settings = settings;
  }

  /**
   * An action that made things worse.
   *
   * @param why with the figures
   */
  public record Worse(Action action, Reason why) {}

  /**
   * Judges the last action if it is time to, also where it ended half way: what was done of it
   * stays. One that was dropped is not judged, as others led or acted since.
   */
  public void verify() throws JournalException {
    Actions actions = log.now();
    Optional<RecordedEvent<PlanEnded>> end = changing(actions).findFirst();
    if (settings.whenWorse() == WhenWorse.OFF || end.isEmpty()) {
      return;
    }
    PlanEnded ended = end.get().event();
    Instant from = end.get().at().plus(settings.settle());
    Instant until = from.plus(settings.window());
    boolean isTime = !time.now().isBefore(until);
    if (!isTime || !JUDGED.contains(ended.outcome()) || isVerified(end.get(), actions)) {
      return;
    }
    Optional<Action> action = actions.of(ended.plan());
    if (action.isEmpty()
        || isPutBackOrPutsBack(action.get())
        || isOrdered(action.get())
        || endedWhatWasOfNoUse(action.get())) {
      return;
    }
    Instant began = action.get().first().began();
    Window before = Window.of(beforehand(began, actions));
    Window after = Window.of(between(from, until));
    List<JournalEntry> during = between(began, until);
    Reason result =
        layHalfDone(action.get())
            .or(() -> foreignDeath(action.get(), during))
            .orElseGet(
                () ->
                    new Comparison(settings.worsening())
                        .judge(before, after, action.get().shrank()));
    journal.append(
        time.now(),
        new Verified(
            ended.plan(),
            Outcomes.isToItsEnd(ended.outcome()) ? result : halfDone(action.get(), ended, result),
            before.size(),
            after.size()));
  }

  private static boolean isPutBackOrPutsBack(Action action) {
    return action.undoes() != null || action.wasToBePutBack();
  }

  /** Whether it was done for the sake of a node, however the others fare. */
  private static boolean isOrdered(Action action) {
    return action.plans().stream()
        .flatMap(plan -> plan.plan().reasons().stream())
        .map(Reason::code)
        .anyMatch(code -> code == ReasonCode.DRAIN || code == ReasonCode.MACHINE_TAKEN);
  }

  /**
   * Whether the action only ended surplus or overdue machines: starting them again would improve
   * nothing.
   */
  private static boolean endedWhatWasOfNoUse(Action action) {
    return action.plans().stream().map(ActionPlan::plan).allMatch(Verification::onlyTidies);
  }

  private static boolean onlyTidies(Plan plan) {
    boolean isMeantTo =
        plan.reasons().stream()
            .map(Reason::code)
            .anyMatch(
                code ->
                    code == ReasonCode.SURPLUS
                        || code == ReasonCode.STILLBORN
                        || code == ReasonCode.ORPHANED);
    return isMeantTo && plan.steps().stream().allMatch(Step::clearsAway);
  }

  /** The reason why an action that lay half done is not judged: its time before is too old. */
  private Optional<Reason> layHalfDone(Action action) {
    Duration longest = Duration.ZERO;
    Duration step = Duration.ZERO;
    for (ActionPlan part : action.plans()) {
      longest = longer(longest, part.longestGap());
      for (Step one : part.plan().steps()) {
        step = longer(step, one.timeout(costs));
      }
    }
    return longest.compareTo(step.plus(UNDONE_WITHIN)) > 0
        ? Optional.of(NOT_JUDGED.says("it lay for %d min half done", longest.toMinutes()))
        : Optional.empty();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** The reason why a death is not the action's doing: the node died by itself. */
  private static Optional<Reason> foreignDeath(Action action, List<JournalEntry> since) {
    return since.stream()
        .flatMap(entry -> ((Observed) entry.event()).deadNodes().stream())
        .filter(dead -> action.found(dead) && !action.changed(dead))
        .findFirst()
        .map(
            dead ->
                NOT_JUDGED.says(
                    "%s died meanwhile, which was neither set nor restarted nor stopped", dead));
  }

  private static Reason halfDone(Action action, PlanEnded ended, Reason result) {
    return new Reason(
        result.code(),
        Sentence.of(
            "%s with %d {step|steps} of %d done: %s",
            ended.outcome(), action.changes(), action.steps(), result.sentence()),
        result.setting());
  }

  /**
   * Compares the first node with its time before the plan; compares all nodes if it holds other
   * partitions since. It writes nothing.
   *
   * @param began when its plan did
   * @param from when it had settled
   */
  public Verified compare(CanaryPlan parts, Instant began, Instant from) throws JournalException {
    List<JournalEntry> was = beforehand(began, log.now());
    List<JournalEntry> is = between(from, time.now());
    boolean itself = parts.keepsWhatItHolds();
    Window before = itself ? Window.of(was, parts.node()) : Window.of(was);
    Window after = itself ? Window.of(is, parts.node()) : Window.of(is);
    Reason result = new Comparison(settings.worsening()).judge(before, after, false);
    return new Verified(parts.first().id(), result, before.size(), after.size());
  }

  /** Whether more samples may tell what these do not. */
  public boolean wantsMore(Verified found) {
    return found.result().code() == NOT_JUDGED
        && found.before() >= Comparison.FEWEST
        && found.after() < Comparison.FEWEST;
  }

  /** The verdict that calls for an undo: nothing was done since, and nobody rejected it. */
  public Optional<Worse> toUndo() throws JournalException {
    Actions actions = log.now();
    RecordedEvent<Verified> newest = actions.verified();
    if (settings.whenWorse() != WhenWorse.UNDO
        || newest == null
        || actions.isAnswered()
        || newest.at().isBefore(time.now().minus(UNDONE_WITHIN))) {
      return Optional.empty();
    }
    Verified verified = newest.event();
    if (verified.result().code() != ReasonCode.MADE_WORSE) {
      return Optional.empty();
    }
    return actions
        .of(verified.plan())
        .filter(action -> action.issued().isPresent() && action.hasEnded())
        .map(action -> new Worse(action, verified.result()));
  }

  /** The ends of plans that changed anything, the newest first. */
  private static Stream<RecordedEvent<PlanEnded>> changing(Actions actions) {
    return actions.endsNewestFirst().filter(end -> end.event().changes() > 0);
  }

  private static boolean isVerified(RecordedEvent<PlanEnded> end, Actions actions) {
    RecordedEvent<Verified> newest = actions.verified();
    return newest != null && newest.number() > end.number();
  }

  /** What was observed before a plan. */
  public List<JournalEntry> beforehand(Instant began) throws JournalException {
    return beforehand(began, log.now());
  }

  /** Observations before a plan, but none of the time before the end of the one before it. */
  private List<JournalEntry> beforehand(Instant began, Actions actions) throws JournalException {
    Instant earliest = began.minus(settings.window());
    Instant from =
        changing(actions)
            .map(RecordedEvent::at)
            .filter(end -> end.isBefore(began) && end.isAfter(earliest))
            .max(Comparator.naturalOrder())
            .orElse(earliest);
    return between(from, began);
  }

  private List<JournalEntry> between(Instant from, Instant until) throws JournalException {
    return journal.since(from, MOST_OBSERVATIONS, List.of("observed")).stream()
        .filter(entry -> entry.at().isAfter(from) && !entry.at().isAfter(until))
        .filter(entry -> ((Observed) entry.event()).isSteady())
        .toList();
  }
}
