package io.proteus.controller.approval;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.approval.ApprovalState.Granted;
import io.proteus.controller.approval.ApprovalState.PuttingBack;
import io.proteus.controller.approval.ApprovalState.Running;
import io.proteus.controller.approval.ApprovalState.Starting;
import io.proteus.controller.approval.ApprovalState.UnderWay;
import io.proteus.controller.approval.ApprovalState.Waiting;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where operators and the loop meet. Operators ask from any thread and are answered at once; the
 * loop looks here before it acts. Whatever is asked for is in the journal first, and does not
 * happen when it cannot be written there. A pause outlives the process; what was pending does not:
 * it is proposed anew from what is observed.
 */
public final class Approvals implements Consent, Progress {
  private final ApprovalJournal journal;
  private final Time time;
  private final ApprovalSettings settings;
  private final StopSignal stop;
  private Approval now;

  private Approvals(
      ApprovalJournal journal,
      Time time,
      ApprovalSettings settings,
      StopSignal stop,
      Approval now) {
    this.journal = journal;
    this.time = time;
    this.settings = settings;
    this.stop = stop;
    this.now = now;
  }

  /**
   * Begins as the journal has it: paused if an operator paused it and nobody resumed.
   *
   * @param stop ends the plan that runs and nothing else
   */
  public static Approvals begin(
      ActionLog log, Time time, ApprovalSettings settings, StopSignal stop)
      throws JournalException {
    ApprovalJournal written = new ApprovalJournal(log, time);
    Approval first = Approval.begin(settings.mode(), written.lastPause().orElse(null));
    return new Approvals(written, time, settings, stop, first);
  }

  /** How things stand. */
  public synchronized ApprovalStatus status() {
    return now.status(
        stop.isRequested(),
        settings.bounds().windows().areAny() ? settings.bounds().windows().at(time.now()) : null);
  }

  // what operators ask for

  /** The pending plan is carried out. */
  public synchronized void approve(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    Proposal proposal = now.pending(plan);
    OperatorRequest paused = now.paused();
    if (paused != null) {
      throw new NotPossible(
          "Proteus is paused by %s: %s. Resume it first.".formatted(paused.name(), paused.why()));
    }
    journal.asked(asked, "approve " + plan);
    end(proposal, Outcomes.APPROVED, Sentence.of("%s: %s", asked.name(), asked.why()));
    Decision granted = proposal.decision();
    now = now.to(now.state().waitingFor(new Granted(granted))).waits(notNow(granted));
  }

  /** The pending plan is dropped, and none is proposed for a while. */
  public synchronized void reject(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    Proposal proposal = now.pending(plan);
    journal.asked(asked, "reject " + plan);
    end(proposal, Outcomes.REJECTED, Sentence.of("%s: %s", asked.name(), asked.why()));
    now = now.quietUntil(time.now().plus(settings.quietAfterReject()));
  }

  /** No plan is begun until it is resumed; one that has begun goes on. */
  public synchronized void pause(OperatorRequest asked) throws NotPossible, JournalException {
    OperatorRequest paused = now.paused();
    if (paused != null) {
      throw new NotPossible("Proteus is paused already, by %s.".formatted(paused.name()));
    }
    journal.asked(asked, OperatorAsked.PAUSE);
    now = now.paused(asked);
    withdraw(Sentence.of("Proteus was paused before it began"));
    stopStarting();
  }

  /** From the consent to the first step may be long: the cluster is read in between. */
  private void stopStarting() {
    if (now.state() instanceof Starting) {
      stop.request();
    }
  }

  /** An approval that has not begun counts no more: by the time that it could, much may differ. */
  private void withdraw(Sentence why) throws JournalException {
    Optional<Decision> granted = now.state().granted();
    if (granted.isPresent()) {
      now = now.to(now.state().waitingFor(ApprovalState.IDLE)).waits(null);
      journal.ended(granted.get().plan().orElseThrow(), Outcomes.EXPIRED, why);
    }
  }

  public synchronized void resume(OperatorRequest asked) throws NotPossible, JournalException {
    if (!now.isPaused()) {
      throw new NotPossible("Proteus is not paused.");
    }
    journal.asked(asked, OperatorAsked.RESUME);
    now = now.paused(null);
  }

  /**
   * What is being carried out ends after the steps in flight, with all that would follow the plan
   * that runs; Proteus is paused from then on.
   */
  public synchronized void stop(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    now.running(plan);
    if (now.state() instanceof PuttingBack) {
      throw new NotPossible(
          "%s ends after its steps in flight already, and is put back then. That can be stopped once it has begun."
              .formatted(plan));
    }
    journal.asked(asked, OperatorAsked.STOP);
    now = now.paused(asked);
    stop.request();
  }

  /**
   * What a plan changed is put back, and Proteus is paused from then on. One that runs ends after
   * the steps in flight; of one that has ended it begins with the loop's next cycle, and what waits
   * for a person waits no more.
   */
  public synchronized void putBack(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (now.state().running().isEmpty()) {
      putBackEnded(plan, asked);
    } else {
      putBackRunning(now.running(plan), asked);
    }
  }

  /** Of one that has not begun nothing has to be put back. */
  private void putBackRunning(Plan toEnd, OperatorRequest asked)
      throws NotPossible, JournalException {
    String plan = toEnd.id();
    if (toEnd.undoes() != null) {
      throw new NotPossible(
          "%s puts back what %s changed. It can be stopped.".formatted(plan, toEnd.undoes()));
    }
    if (now.state() instanceof PuttingBack) {
      throw new NotPossible("%s is about to be put back already.".formatted(plan));
    }
    journal.asked(asked, OperatorAsked.PUT_BACK);
    if (now.state() instanceof Running running) {
      journal.undoBegan(plan, asked);
      now = now.to(running.putsBack());
    }
    now = now.paused(asked);
    stop.request();
  }

  private void putBackEnded(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (now.mode() == ApprovalMode.OBSERVE) {
      throw new NotPossible(
          "the mode is %s, in which nothing is put back. Change the mode first."
              .formatted(now.mode().word()));
    }
    Action action = EndedAction.toPutBack(journal.log(), plan, now.isPaused());
    journal.asked(asked, OperatorAsked.PUT_BACK);
    journal.undoBegan(action.id(), asked);
    now = now.paused(asked);
    Sentence why = Sentence.of("%s is put back first", action.id());
    expirePending(why);
    withdraw(why);
  }

  /** From now on, and until the process ends: at the next start the configured mode counts. */
  public synchronized void mode(ApprovalMode wanted, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (wanted == now.mode()) {
      throw new NotPossible("the mode is %s already.".formatted(now.mode().word()));
    }
    journal.asked(asked, "mode " + wanted.word());
    now = now.in(wanted);
    Sentence why = Sentence.of("the mode is %s now", wanted.word());
    expirePending(why);
    withdraw(why);
    stopStarting();
  }

  // what the loop asks

  @Override
  public synchronized void leads() throws JournalException {
    standsBy();
    journal.writeEnds();
    journal.expireLeft();
  }

  /** What waited here waits no more: the leader proposes what it decides itself. */
  @Override
  public synchronized void standsBy() throws JournalException {
    OperatorRequest paused = journal.lastPause().orElse(null);
    ApprovalState state = now.state();
    state
        .waiting()
        .forEach(
            plan ->
                journal.expiredMeanwhile(
                    plan, Sentence.of("this Proteus lost the lead meanwhile")));
    now = now.paused(paused).to(state.waitingFor(ApprovalState.IDLE)).waits(null).quietUntil(null);
  }

  @Override
  public synchronized boolean toFinishWhatWasLeft() {
    return !now.isPaused() && now.mode() != ApprovalMode.OBSERVE;
  }

  @Override
  public synchronized boolean toEndWhatWasLeft() {
    return now.mode() != ApprovalMode.OBSERVE;
  }

  @Override
  public synchronized boolean asksPeople() {
    return now.mode() == ApprovalMode.RECOMMEND;
  }

  @Override
  public synchronized boolean awaitsUndoOf(Predicate<String> undone) {
    return now.state()
        .waiting()
        .anyMatch(plan -> plan.undoes() != null && undone.test(plan.undoes()));
  }

  @Override
  public synchronized boolean to(Decision decision, Optional<Situation> situation)
      throws JournalException {
    journal.writeEnds();
    expire(decision, situation);
    now = now.waits(now.state().granted().map(this::notNow).orElse(null));
    if (decision.plan().isEmpty() || now.isPaused()) {
      return false;
    }
    return switch (now.mode()) {
      case OBSERVE -> false;
      case AUTOMATIC -> mayBegin(decision, decision.plan().get());
      case RECOMMEND -> {
        propose(decision, decision.plan().get(), null);
        yield false;
      }
    };
  }

  /**
   * By itself: what is beyond a limit waits for a person, what has no window waits for one. What
   * made things worse is taken back at once: it was begun in a window, or needed none.
   */
  private boolean mayBegin(Decision decision, Plan plan) throws JournalException {
    Optional<Decision> granted = now.state().granted();
    Reason approvedWaits = granted.map(this::notNow).orElse(null);
    if (granted.isPresent() && approvedWaits == null) {
      return false; // it goes first
    }
    Optional<Reason> beyond = settings.bounds().beyond(plan);
    if (beyond.isPresent()) {
      propose(decision, plan, beyond.get());
      return false;
    }
    Reason waits = plan.undoes() == null ? notNow(decision) : null;
    if (waits != null) {
      now = now.waits(approvedWaits == null ? waits : approvedWaits);
      return false;
    }
    withdraw(
        Sentence.of(
            "%s need not wait and goes first; what is still wanted after it is proposed anew",
            plan.id()));
    expirePending(Sentence.of("Proteus acts on %s, which is within the limits", plan.id()));
    now = now.waits(null).to(now.state().starts(plan, false));
    return true;
  }

  /** Who approves new nodes approves what they are given to hold; nobody else has. */
  @Override
  public synchronized boolean toFollow(Plan next) {
    boolean isAsked = !(now.state() instanceof UnderWay underWay) || underWay.isAsked();
    return isAsked || settings.bounds().beyond(next).isEmpty();
  }

  private @Nullable Reason notNow(Decision decision) {
    return settings.bounds().notNow(decision.plan().orElseThrow(), time.now()).orElse(null);
  }

  private void propose(Decision decision, Plan plan, @Nullable Reason because)
      throws JournalException {
    Instant at = time.now();
    boolean hidesAnUndo =
        plan.undoes() != null
            && now.state().pending().filter(other -> other.plan().undoes() == null).isPresent();
    if (hidesAnUndo) {
      expirePending(Sentence.of("%s made things worse and comes first", plan.undoes()));
    }
    Instant quietUntil = now.quietUntil();
    boolean quiet = quietUntil != null && at.isBefore(quietUntil);
    if (now.state().waiting().findAny().isEmpty() && !quiet) {
      Proposal proposal = new Proposal(decision, at, because);
      journal.proposed(proposal);
      now = now.to(now.state().waitingFor(new Waiting(proposal))).quietUntil(null);
    }
  }

  private void expire(Decision decision, Optional<Situation> situation) throws JournalException {
    expireApproved(decision, situation);
    Optional<Proposal> pending = now.state().pending();
    if (pending.isEmpty()) {
      return;
    }
    Proposal proposal = pending.get();
    Optional<Sentence> overtaken = PlanExpiry.why(proposal.plan(), decision, situation);
    Duration age = Duration.between(proposal.at(), time.now());
    if (overtaken.isPresent()) {
      end(proposal, Outcomes.EXPIRED, overtaken.get());
    } else if (age.compareTo(settings.expiresAfter()) > 0) {
      end(
          proposal,
          Outcomes.EXPIRED,
          Sentence.of("nobody answered for %d s [approval.expiresAfter]", age.toSeconds()));
    }
  }

  /** What was approved and waits for a window may be overtaken meanwhile. */
  private void expireApproved(Decision decision, Optional<Situation> situation)
      throws JournalException {
    Optional<Plan> granted = now.state().granted().flatMap(Decision::plan);
    Optional<Sentence> overtaken =
        granted.flatMap(plan -> PlanExpiry.why(plan, decision, situation));
    if (overtaken.isPresent()) {
      withdraw(overtaken.get());
    }
  }

  private void expirePending(Sentence why) throws JournalException {
    Optional<Proposal> pending = now.state().pending();
    if (pending.isPresent()) {
      end(pending.get(), Outcomes.EXPIRED, why);
    }
  }

  private void end(Proposal proposal, String outcome, Sentence sentence) throws JournalException {
    journal.ended(proposal.plan(), outcome, sentence);
    now = now.to(now.state().waitingFor(ApprovalState.IDLE));
  }

  @Override
  public synchronized Optional<Decision> approved() {
    Optional<Decision> granted = now.state().granted();
    if (now.isPaused() || granted.isEmpty()) {
      return Optional.empty();
    }
    now = now.waits(notNow(granted.get()));
    if (now.waits() != null) {
      return Optional.empty();
    }
    now = now.to(now.state().starts(granted.get().plan().orElseThrow(), true));
    return granted;
  }

  @Override
  public synchronized void approvedEnded(Sentence how) {
    if (now.state() instanceof Starting starting && !isGoneOnWith(starting.plan())) {
      journal.expiredMeanwhile(starting.plan(), Sentence.of("it did not begin: %s", how));
    }
  }

  /** An undo that is under way is gone on with by the next cycle, however it came so far. */
  private boolean isGoneOnWith(Plan plan) {
    try {
      return plan.undoes() != null && journal.isUndoUnderWay();
    } catch (JournalException e) {
      return false;
    }
  }

  // what happens while it acts

  /**
   * A plan counts as running from the consent on, and one that has ended until another begins or
   * the loop rests, so that whoever wants to stop it or what follows it can. A stop holds for as
   * long; only what puts back goes on, where that was asked for.
   */
  @Override
  public synchronized void begins(Plan plan) {
    boolean putsBack = now.state() instanceof PuttingBack && plan.undoes() != null;
    if (putsBack) {
      stop.clear();
    }
    now = now.to(now.state().begins(plan));
  }

  @Override
  public synchronized void watches(Plan canary) {
    now = now.to(now.state().watches(canary));
  }

  @Override
  public synchronized void rests() {
    now = now.to(now.state().rests());
    stop.clear();
  }
}
