package io.proteus.controller.approval;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.approval.ApprovalState.Granted;
import io.proteus.controller.approval.ApprovalState.PuttingBack;
import io.proteus.controller.approval.ApprovalState.Running;
import io.proteus.controller.approval.ApprovalState.Starting;
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
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Connects operators and the loop. Operators ask from any thread and get an answer at once; the
 * loop looks here before it acts. A request takes effect only once the journal has it. A pause
 * outlives the process. A pending plan does not: it is proposed again from observation.
 */
public final class Approvals implements Consent, Progress {
  private final ApprovalJournal journal;
  private final Time time;
  private final ApprovalSettings settings;
  private final StopSignal stop;
  private Approval now;
  private int orders;

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
   * Starts from the journal: paused if an operator paused it and nobody resumed.
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

  /** Tells what operators ask for from here on. */
  public Approvals telling(Progress progress) {
    journal.tells(progress);
    return this;
  }

  /** How things stand. */
  public synchronized ApprovalStatus status() {
    return now.status(
        stop.isRequested(),
        settings.bounds().windows().areAny() ? settings.bounds().windows().at(time.now()) : null);
  }

  // what operators ask for

  /**
   * The pending plan is carried out, where it takes two people's approval after that of another
   * person.
   */
  public synchronized void approve(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    Proposal proposal = now.toApprove(plan, asked);
    journal.asked(asked, ApprovalJournal.APPROVE + plan);
    if (proposal.needsAnother()) {
      now = now.to(now.state().waitingFor(new Waiting(proposal.approvedBy(asked))));
      return;
    }
    OperatorRequest first = proposal.first();
    String before = first == null ? "" : "%s: %s; ".formatted(first.name(), first.why());
    end(proposal, Outcomes.APPROVED, Sentence.of("%s%s: %s", before, asked.name(), asked.why()));
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

  /** Begins no plan until it is resumed; a running plan goes on. */
  public synchronized void pause(OperatorRequest asked) throws NotPossible, JournalException {
    now.requireNoPause();
    journal.asked(asked, OperatorAsked.PAUSE);
    now = now.paused(asked);
    withdraw(Sentence.of("Proteus was paused before it began"));
    stopStarting();
  }

  /**
   * Withdraws a consent: the time between consent and first step may be long, because the cluster
   * is read in between.
   */
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
    now.requirePause();
    journal.asked(asked, OperatorAsked.RESUME);
    now = now.paused(null);
  }

  /** What was undone may be done again at once, and not only after a time. */
  public synchronized void goOn(OperatorRequest asked) throws NotPossible, JournalException {
    if (!journal.holdsAfterUndo()) {
      throw new NotPossible("nothing was undone that Proteus would not do again.");
    }
    journal.asked(asked, OperatorAsked.GO_ON);
  }

  /**
   * Ends the running plan after the steps in flight, together with all that would follow it.
   * Proteus is paused from then on.
   */
  public synchronized void stop(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    now.requireToStop(plan);
    journal.asked(asked, OperatorAsked.STOP);
    now = now.paused(asked);
    stop.request();
  }

  /**
   * Undoes a plan and pauses Proteus. A running plan ends after the steps in flight. The undo of an
   * ended plan begins with the loop's next cycle, and a waiting plan is withdrawn.
   */
  public synchronized void putBack(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (now.state().running().isEmpty()) {
      putBackEnded(plan, asked);
    } else {
      putBackRunning(plan, asked);
    }
  }

  /** A plan that has not begun needs no undo. */
  private void putBackRunning(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    now.requireToPutBack(plan);
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
    now.requireActing();
    Action action = EndedAction.toPutBack(journal.log(), plan, now.isPaused());
    journal.asked(asked, OperatorAsked.PUT_BACK);
    journal.undoBegan(action.id(), asked);
    now = now.paused(asked);
    decideAnew(Sentence.of("%s is put back first", action.id()));
  }

  /** Withdraws what waits, as it was made before an order that changes what is wanted. */
  public synchronized void decideAnew(Sentence why) throws JournalException {
    expirePending(why);
    withdraw(why);
  }

  /**
   * Another plan waits in the place of one: what an operator left of it. Only this one can be
   * approved from now on.
   *
   * @param edited has a plan
   */
  public synchronized void edit(String plan, Decision edited, OperatorRequest asked)
      throws NotPossible, JournalException {
    Proposal whole = now.pending(plan);
    Reason fourEyes = settings.bounds().fourEyes(edited.plan().orElseThrow()).orElse(null);
    Proposal left = new Proposal(edited, time.now(), whole.because(), fourEyes, null);
    journal.asked(asked, "edit %s as %s".formatted(plan, left.plan().id()));
    end(whole, Outcomes.EDITED, Sentence.of("%s: %s", asked.name(), asked.why()));
    journal.proposed(left);
    now = now.to(now.state().waitingFor(new Waiting(left)));
  }

  /**
   * The plan that an operator ordered waits for approval, in the place of what waited. It has a
   * name of its own, as Proteus may have made another plan from the same observation.
   *
   * @param ordered has a plan
   * @param what the order, as the journal has it
   */
  public synchronized void order(Decision ordered, String what, OperatorRequest asked)
      throws NotPossible, JournalException {
    now.requireToOrder();
    Plan plan = ordered.plan().orElseThrow();
    Plan named = plan.of(plan.steps(), "%s-o%d".formatted(plan.id(), ++orders));
    Reason fourEyes = settings.bounds().fourEyes(named).orElse(null);
    Proposal proposal =
        new Proposal(
            new Decision(ordered.verdict(), Optional.of(named), Optional.empty()),
            time.now(),
            null,
            fourEyes,
            null);
    journal.asked(asked, what);
    decideAnew(Sentence.of("%s asked for %s", asked.name(), what));
    journal.proposed(proposal);
    now = now.to(now.state().waitingFor(new Waiting(proposal))).quietUntil(null);
  }

  /** Changes the mode until the process ends; the next start uses the configured mode. */
  public synchronized void mode(ApprovalMode wanted, OperatorRequest asked)
      throws NotPossible, JournalException {
    now.requireChangeTo(wanted);
    journal.asked(asked, "mode " + wanted.word());
    now = now.in(wanted);
    decideAnew(Sentence.of("the mode is %s now", wanted.word()));
    stopStarting();
  }

  // what the loop asks

  @Override
  public synchronized void leads() throws JournalException {
    standsBy();
    journal.writeEnds();
    Optional<Proposal> left =
        now.mode().isIdle() ? Optional.empty() : journal.approvedByOne(settings.bounds()::fourEyes);
    if (left.isPresent()) {
      now = now.to(now.state().waitingFor(new Waiting(left.get())));
    } else {
      journal.expireLeft();
    }
  }

  /** Withdraws what waited here: the leader makes its own proposals. */
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
    return !now.isPaused() && !now.mode().isIdle();
  }

  @Override
  public synchronized boolean toEndWhatWasLeft() {
    return !now.mode().isIdle();
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
      case SHADOW -> {
        propose(decision, decision.plan().get(), null); // for the report; nobody can approve it
        yield false;
      }
      case AUTOMATIC -> mayBegin(decision, decision.plan().get());
      case RECOMMEND -> {
        propose(decision, decision.plan().get(), null);
        yield false;
      }
    };
  }

  /**
   * Whether a plan may begin by itself. Beyond a limit it waits for a person, and without a window
   * for a window. An undo begins at once, because the plan that made things worse was allowed to
   * begin.
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

  /**
   * Approval of new nodes includes the plan that fills them; no other plan has it. One person's
   * approval includes none that takes two.
   */
  @Override
  public synchronized boolean toFollow(Plan next) {
    return now.state().includes(next, settings.bounds());
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
      Reason fourEyes = settings.bounds().fourEyes(plan).orElse(null);
      Proposal proposal = new Proposal(decision, at, because, fourEyes, null);
      journal.proposed(proposal);
      now = now.to(now.state().waitingFor(new Waiting(proposal))).quietUntil(null);
    }
  }

  private void expire(Decision decision, Optional<Situation> situation) throws JournalException {
    expireApproved(decision, situation);
    Optional<Proposal> pending = now.state().pending();
    Optional<Sentence> why =
        pending.flatMap(
            proposal ->
                PlanExpiry.why(proposal.plan(), decision, situation)
                    .or(() -> PlanExpiry.tooOld(proposal, time.now(), settings.expiresAfter())));
    if (why.isPresent()) {
      end(pending.get(), Outcomes.EXPIRED, why.get());
    }
  }

  /** Expires an approved plan that waits for a window and is overtaken. */
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
    if (now.state() instanceof Starting starting && !journal.isGoneOnWith(starting.plan())) {
      journal.expiredMeanwhile(starting.plan(), Sentence.of("it did not begin: %s", how));
    }
  }

  // what happens while it acts

  /**
   * A plan counts as running from its consent on. An ended plan counts until another begins or the
   * loop rests, so an operator can still stop what follows it. A stop holds for as long; only a
   * requested undo goes on.
   */
  @Override
  public synchronized void begins(Plan plan) {
    if (now.state() instanceof PuttingBack && plan.undoes() != null) {
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
