package io.proteus.controller.verification;

import static io.proteus.core.strategy.ReasonCode.NOT_JUDGED;

import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.PlanProgress;
import io.proteus.controller.undo.PastAction;
import io.proteus.controller.undo.PastActions;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at what came of the last plan, once it has settled, from the observations in the journal;
 * what it finds is in the journal, once for each plan. So nothing is lost by a restart.
 */
public final class Verification {
  /** What made things worse longer ago is left to people; in longer a load changes by itself. */
  private static final Duration UNDONE_WITHIN = Duration.ofHours(1);

  private static final int MOST_OBSERVATIONS = 20_000;

  private static final String COMPLETED = "completed";

  /** What of a plan is done then stays as it is. */
  private static final Set<String> JUDGED = Set.of(COMPLETED, "abandoned", "stopped");

  /** Entries looked through for the last plan that changed anything. */
  private static final int MOST_PLANS = 20;

  private final Journal journal;
  private final Time time;
  private final VerificationSettings settings;
  private final PastActions past;

  /**
   * The end of a plan that is not judged, as one that puts back: so that its plan is not read again
   * each time.
   */
  private long passedOver = -1;

  public Verification(Journal journal, Time time, VerificationSettings settings) {
    this.journal = journal;
    this.time = time;
    this.settings = settings;
    this.past = new PastActions(journal);
  }

  /**
   * An action that made things worse.
   *
   * @param why with the figures
   */
  public record Worse(PastAction action, Reason why) {}

  /**
   * Judges the last action if it is time to, also where it ended half way: what was done of it
   * stays. One that was dropped is not judged, as others led or acted since.
   */
  public void verify() throws JournalException {
    Optional<JournalEntry> end = lastEnd();
    if (settings.whenWorse() == WhenWorse.OFF || end.isEmpty()) {
      return;
    }
    PlanEnded ended = (PlanEnded) end.get().event();
    Instant from = end.get().at().plus(settings.settle());
    Instant until = from.plus(settings.window());
    boolean isTime = !time.now().isBefore(until);
    if (!isTime
        || end.get().number() == passedOver
        || !JUDGED.contains(ended.outcome())
        || isVerified(end.get())) {
      return;
    }
    Optional<PastAction> action = past.of(ended.plan());
    Optional<Instant> began = action.isEmpty() ? Optional.empty() : beginning(action.get());
    if (action.isEmpty()
        || began.isEmpty()
        || isPutBackOrPutsBack(action.get())
        || endedWhatWasOfNoUse(action.get())) {
      passedOver = end.get().number();
      return;
    }
    Window before = Window.of(beforehand(began.get()));
    Window after = Window.of(between(from, until));
    List<JournalEntry> during = between(began.get(), until);
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
            ended.outcome().equals(COMPLETED) ? result : halfDone(action.get(), ended, result),
            before.size(),
            after.size()));
  }

  private boolean isPutBackOrPutsBack(PastAction action) throws JournalException {
    return action.undoes() != null || past.wasToBePutBack(action);
  }

  /** What nobody had asked for, or what never came: to start it again would better nothing. */
  private static boolean endedWhatWasOfNoUse(PastAction action) {
    return action.plans().stream().map(PlanProgress::plan).allMatch(Verification::onlyTidies);
  }

  private static boolean onlyTidies(Plan plan) {
    boolean isMeantTo =
        plan.reasons().stream()
            .map(Reason::code)
            .anyMatch(code -> code == ReasonCode.SURPLUS || code == ReasonCode.STILLBORN);
    return isMeantTo && plan.steps().stream().allMatch(Step::clearsAway);
  }

  /** What was served hours before its end says nothing, as where Proteus did not run meanwhile. */
  private Optional<Reason> layHalfDone(PastAction action) throws JournalException {
    Duration longest = Duration.ZERO;
    Duration step = Duration.ZERO;
    for (PlanProgress part : action.plans()) {
      longest = longer(longest, longestGap(journal.ofPlan(part.plan().id())));
      for (Step one : part.plan().steps()) {
        step = longer(step, one.timeout());
      }
    }
    return longest.compareTo(step.plus(UNDONE_WITHIN)) > 0
        ? Optional.of(NOT_JUDGED.says("it lay for %d min half done", longest.toMinutes()))
        : Optional.empty();
  }

  /** From its begin to its end. */
  private static Duration longestGap(List<JournalEntry> ofPlan) {
    Duration longest = Duration.ZERO;
    Instant last = null;
    for (JournalEntry entry : ofPlan) {
      if (last != null) {
        longest = longer(longest, Duration.between(last, entry.at()));
      }
      last = last == null && !(entry.event() instanceof Planned) ? null : entry.at();
      if (entry.event() instanceof PlanEnded) {
        break;
      }
    }
    return longest;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** What a node took with it that died by itself is no doing of the action. */
  private static Optional<Reason> foreignDeath(PastAction action, List<JournalEntry> since) {
    return since.stream()
        .flatMap(entry -> ((Observed) entry.event()).deadNodes().stream())
        .filter(dead -> action.found(dead) && !action.changed(dead))
        .findFirst()
        .map(
            dead ->
                NOT_JUDGED.says(
                    "%s died meanwhile, which was neither set nor restarted nor stopped", dead));
  }

  private static Reason halfDone(PastAction action, PlanEnded ended, Reason result) {
    return new Reason(
        result.code(),
        Sentence.of(
            "%s after %d of %d steps of it: %s",
            ended.outcome(), action.changes(), action.steps(), result.sentence()),
        result.setting());
  }

  /**
   * Compares the node that went first with what it did before its plan; all nodes, where it holds
   * something else since. Nothing is written down.
   *
   * @param began when its plan did
   * @param from when it had settled
   */
  public Verified compare(CanaryPlan parts, Instant began, Instant from) throws JournalException {
    List<JournalEntry> was = beforehand(began);
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

  /** What is to be undone, or proposed to be: nothing was done since, and nobody was against it. */
  public Optional<Worse> toUndo() throws JournalException {
    Optional<JournalEntry> newest = newest("verified");
    if (settings.whenWorse() != WhenWorse.UNDO
        || newest.isEmpty()
        || newest.get().at().isBefore(time.now().minus(UNDONE_WITHIN))) {
      return Optional.empty();
    }
    Verified verified = (Verified) newest.get().event();
    if (verified.result().code() != ReasonCode.MADE_WORSE || isAnswered(newest.get())) {
      return Optional.empty();
    }
    return past.of(verified.plan())
        .filter(action -> action.issued().isPresent() && action.hasEnded())
        .map(action -> new Worse(action, verified.result()));
  }

  /**
   * Whether something was done since, or a person did not want it undone. That it was proposed is
   * no answer: what waits for a person does not outlive the process.
   */
  private boolean isAnswered(JournalEntry verified) throws JournalException {
    for (JournalEntry entry :
        journal.before(
            Long.MAX_VALUE, MOST_PLANS, List.of("undo-began", "proposal-ended", "planned"))) {
      boolean isSince = entry.number() > verified.number();
      boolean done = entry.event() instanceof UndoBegan || entry.event() instanceof Planned;
      if (isSince && (done || rejectsAnUndo(entry))) {
        return true;
      }
    }
    return false;
  }

  private boolean rejectsAnUndo(JournalEntry entry) throws JournalException {
    if (!(entry.event() instanceof ProposalEnded ended) || !ended.outcome().equals("rejected")) {
      return false;
    }
    return journal.ofPlan(ended.plan()).stream()
        .map(JournalEntry::event)
        .anyMatch(event -> event instanceof Proposed asked && asked.plan().undoes() != null);
  }

  /** The end of the last plan that changed anything. */
  private Optional<JournalEntry> lastEnd() throws JournalException {
    return journal.before(Long.MAX_VALUE, MOST_PLANS, List.of("plan-ended")).stream()
        .filter(entry -> entry.event() instanceof PlanEnded ended && ended.changes() > 0)
        .findFirst();
  }

  private boolean isVerified(JournalEntry end) throws JournalException {
    return newest("verified").filter(entry -> entry.number() > end.number()).isPresent();
  }

  private Optional<JournalEntry> newest(String kind) throws JournalException {
    return journal.before(Long.MAX_VALUE, 1, List.of(kind)).stream().findFirst();
  }

  private Optional<Instant> beginning(PastAction action) throws JournalException {
    return journal.ofPlan(action.plans().get(0).plan().id()).stream()
        .filter(entry -> entry.event() instanceof Planned)
        .map(JournalEntry::at)
        .findFirst();
  }

  /** Observations before a plan, but none of the time before the end of the one before it. */
  private List<JournalEntry> beforehand(Instant began) throws JournalException {
    Instant from = began.minus(settings.window());
    for (JournalEntry entry : journal.before(Long.MAX_VALUE, MOST_PLANS, List.of("plan-ended"))) {
      boolean isEarlier = entry.at().isBefore(began) && entry.at().isAfter(from);
      if (isEarlier && entry.event() instanceof PlanEnded ended && ended.changes() > 0) {
        from = entry.at();
      }
    }
    return between(from, began);
  }

  private List<JournalEntry> between(Instant from, Instant until) throws JournalException {
    return journal.since(from, MOST_OBSERVATIONS, List.of("observed")).stream()
        .filter(entry -> entry.at().isAfter(from) && !entry.at().isAfter(until))
        .toList();
  }
}
