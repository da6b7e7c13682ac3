package io.proteus.controller.approval;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where operators and the loop meet. Operators ask from any thread and are answered at once; the
 * loop looks here before it acts. Whatever is asked for is in the journal first, and does not
 * happen when it cannot be written there. A pause outlives the process; what was pending does not:
 * it is proposed anew from what is observed.
 */
public final class Approvals implements Consent, Progress {
  private final ActionLog log;
  private final Journal journal;
  private final Time time;
  private final ApprovalSettings settings;
  private final StopSignal stop;
  private ApprovalMode mode;
  private @Nullable OperatorRequest paused;
  private @Nullable Proposal pending;
  private @Nullable Decision approved;
  private @Nullable Plan running;

  /** What runs has consent and no more: it ends before its first step where that is asked for. */
  private boolean isStarting;

  /** Nobody was asked about what runs. */
  private boolean isUnasked;

  /** What a person approved and what never began, while another may lead and write the journal. */
  private final List<ProposalEnded> unwritten = new ArrayList<>();

  /** What runs is to end, and be put back by a plan that has not begun. */
  private boolean isPuttingBack;

  private @Nullable Instant quietUntil;
  private @Nullable Reason waiting;

  private Approvals(
      ActionLog log,
      Time time,
      ApprovalSettings settings,
      StopSignal stop,
      @Nullable OperatorRequest paused) {
    this.log = log;
    this.journal = log.journal();
    this.time = time;
    this.settings = settings;
    this.stop = stop;
    this.mode = settings.mode();
    this.paused = paused;
  }

  /**
   * Begins as the journal has it: paused if an operator paused it and nobody resumed.
   *
   * @param stop ends the plan that runs and nothing else
   */
  public static Approvals begin(
      Journal journal, Time time, ApprovalSettings settings, StopSignal stop)
      throws JournalException {
    ActionLog log = new ActionLog(journal);
    return new Approvals(log, time, settings, stop, lastPause(log).orElse(null));
  }

  private static Optional<OperatorRequest> lastPause(ActionLog log) throws JournalException {
    return log.now().paused().map(asked -> new OperatorRequest(asked.name(), asked.why()));
  }

  /** How things stand. */
  public synchronized ApprovalStatus status() {
    return new ApprovalStatus(
        mode,
        paused,
        pending,
        approved == null ? null : approved.plan().orElseThrow().id(),
        running == null ? null : running.id(),
        running != null && stop.isRequested(),
        running != null && (isPuttingBack || running.undoes() != null),
        quietUntil,
        waiting,
        settings.bounds().windows().areAny() ? settings.bounds().windows().at(time.now()) : null);
  }

  // what operators ask for

  /** The pending plan is carried out. */
  public synchronized void approve(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    Proposal proposal = pending(plan);
    if (paused != null) {
      throw new NotPossible(
          "Proteus is paused by %s: %s. Resume it first.".formatted(paused.name(), paused.why()));
    }
    note(asked, "approve " + plan);
    end(proposal, Outcomes.APPROVED, "%s: %s".formatted(asked.name(), asked.why()));
    approved = proposal.decision();
    waiting = notNow(approved);
  }

  /** The pending plan is dropped, and none is proposed for a while. */
  public synchronized void reject(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    Proposal proposal = pending(plan);
    note(asked, "reject " + plan);
    end(proposal, Outcomes.REJECTED, "%s: %s".formatted(asked.name(), asked.why()));
    quietUntil = time.now().plus(settings.quietAfterReject());
  }

  private Proposal pending(String plan) throws NotPossible {
    Proposal proposal = pending;
    if (proposal == null) {
      throw new NotPossible("no plan waits for a person, so %s does not.".formatted(plan));
    }
    if (!proposal.plan().id().equals(plan)) {
      throw new NotPossible("%s waits for a person, not %s.".formatted(proposal.plan().id(), plan));
    }
    return proposal;
  }

  /** No plan is begun until it is resumed; one that has begun goes on. */
  public synchronized void pause(OperatorRequest asked) throws NotPossible, JournalException {
    if (paused != null) {
      throw new NotPossible("Proteus is paused already, by %s.".formatted(paused.name()));
    }
    note(asked, OperatorAsked.PAUSE);
    paused = asked;
    withdraw("Proteus was paused before it began");
    stopStarting();
  }

  /** From the consent to the first step may be long: the cluster is read in between. */
  private void stopStarting() {
    if (isStarting) {
      stop.request();
    }
  }

  /** An approval that has not begun counts no more: by the time that it could, much may differ. */
  private void withdraw(String why) throws JournalException {
    Decision granted = approved;
    if (granted != null) {
      approved = null;
      waiting = null;
      journal.append(time.now(), expired(granted.plan().orElseThrow(), why));
    }
  }

  public synchronized void resume(OperatorRequest asked) throws NotPossible, JournalException {
    if (paused == null) {
      throw new NotPossible("Proteus is not paused.");
    }
    note(asked, OperatorAsked.RESUME);
    paused = null;
  }

  /**
   * What is being carried out ends after the steps in flight, with all that would follow the plan
   * that runs; Proteus is paused from then on.
   */
  public synchronized void stop(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    running(plan);
    if (isPuttingBack) {
      throw new NotPossible(
          "%s ends after its steps in flight already, and is put back then. That can be stopped once it has begun."
              .formatted(plan));
    }
    note(asked, OperatorAsked.STOP);
    paused = asked;
    stop.request();
  }

  /**
   * What a plan changed is put back, and Proteus is paused from then on. One that runs ends after
   * the steps in flight; of one that has ended it begins with the loop's next cycle, and what waits
   * for a person waits no more.
   */
  public synchronized void putBack(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (running == null) {
      putBackEnded(plan, asked);
    } else {
      putBackRunning(running(plan), asked);
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
    if (isPuttingBack) {
      throw new NotPossible("%s is about to be put back already.".formatted(plan));
    }
    note(asked, OperatorAsked.PUT_BACK);
    if (!isStarting) {
      journal.append(time.now(), new UndoBegan(plan, asked.name(), asked.why()));
      isPuttingBack = true;
    }
    paused = asked;
    stop.request();
  }

  private void putBackEnded(String plan, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (mode == ApprovalMode.OBSERVE) {
      throw new NotPossible(
          "the mode is %s, in which nothing is put back. Change the mode first."
              .formatted(mode.word()));
    }
    Action action = EndedAction.toPutBack(log, plan, paused != null);
    note(asked, OperatorAsked.PUT_BACK);
    journal.append(time.now(), new UndoBegan(action.id(), asked.name(), asked.why()));
    paused = asked;
    String why = "%s is put back first".formatted(action.id());
    if (pending != null) {
      end(pending, Outcomes.EXPIRED, why);
    }
    withdraw(why);
  }

  private Plan running(String plan) throws NotPossible {
    Plan now = running;
    if (now == null || !now.id().equals(plan)) {
      throw new NotPossible(
          now == null
              ? "no plan is being carried out, so %s is not.".formatted(plan)
              : "%s is being carried out, not %s.".formatted(now.id(), plan));
    }
    return now;
  }

  /** From now on, and until the process ends: at the next start the configured mode counts. */
  public synchronized void mode(ApprovalMode wanted, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (wanted == mode) {
      throw new NotPossible("the mode is %s already.".formatted(mode.word()));
    }
    note(asked, "mode " + wanted.word());
    mode = wanted;
    String why = "the mode is %s now".formatted(wanted.word());
    if (pending != null) {
      end(pending, Outcomes.EXPIRED, why);
    }
    withdraw(why);
    stopStarting();
  }

  private void note(OperatorRequest asked, String what) throws JournalException {
    journal.append(time.now(), new OperatorAsked(asked.name(), what, asked.why()));
  }

  // what the loop asks

  @Override
  public synchronized void leads() throws JournalException {
    standsBy();
    writeEnds();
    Optional<String> left = log.now().open();
    if (left.isPresent()) {
      journal.append(
          time.now(),
          new ProposalEnded(
              left.get(),
              Outcomes.EXPIRED,
              "its Proteus ended before it began; what is still wanted is proposed anew"));
    }
  }

  /** What waited here waits no more: the leader proposes what it decides itself. */
  @Override
  public synchronized void standsBy() throws JournalException {
    paused = lastPause(log).orElse(null);
    Stream.of(
            Optional.ofNullable(pending).map(Proposal::plan),
            Optional.ofNullable(approved).flatMap(Decision::plan))
        .flatMap(Optional::stream)
        .forEach(plan -> unwritten.add(expired(plan, "this Proteus lost the lead meanwhile")));
    pending = null;
    approved = null;
    waiting = null;
    quietUntil = null;
  }

  private void writeEnds() throws JournalException {
    while (!unwritten.isEmpty()) {
      journal.append(time.now(), unwritten.get(0));
      unwritten.remove(0);
    }
  }

  private static ProposalEnded expired(Plan plan, String why) {
    return new ProposalEnded(plan.id(), Outcomes.EXPIRED, why);
  }

  @Override
  public synchronized boolean toFinishWhatWasLeft() {
    return paused == null && mode != ApprovalMode.OBSERVE;
  }

  @Override
  public synchronized boolean toEndWhatWasLeft() {
    return mode != ApprovalMode.OBSERVE;
  }

  @Override
  public synchronized boolean asksPeople() {
    return mode == ApprovalMode.RECOMMEND;
  }

  @Override
  public synchronized boolean awaitsUndoOf(Predicate<String> undone) {
    return Stream.of(
            Optional.ofNullable(pending).map(Proposal::plan),
            Optional.ofNullable(approved).flatMap(Decision::plan))
        .flatMap(Optional::stream)
        .anyMatch(plan -> plan.undoes() != null && undone.test(plan.undoes()));
  }

  @Override
  public synchronized boolean to(Decision decision, Optional<Situation> now)
      throws JournalException {
    writeEnds();
    expire(decision, now);
    waiting = approved == null ? null : notNow(approved);
    if (decision.plan().isEmpty() || paused != null) {
      return false;
    }
    return switch (mode) {
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
    Reason approvedWaits = approved == null ? null : notNow(approved);
    if (approved != null && approvedWaits == null) {
      return false; // it goes first
    }
    Optional<Reason> beyond = settings.bounds().beyond(plan);
    if (beyond.isPresent()) {
      propose(decision, plan, beyond.get());
      return false;
    }
    Reason waits = plan.undoes() == null ? notNow(decision) : null;
    if (waits != null) {
      waiting = approvedWaits == null ? waits : approvedWaits;
      return false;
    }
    withdraw(
        "%s need not wait and goes first; what is still wanted after it is proposed anew"
            .formatted(plan.id()));
    waiting = null;
    if (pending != null) {
      end(
          pending,
          Outcomes.EXPIRED,
          "Proteus acts on %s, which is within the limits".formatted(plan.id()));
    }
    starts(plan);
    isUnasked = true;
    return true;
  }

  /** Who approves new nodes approves what they are given to hold; nobody else has. */
  @Override
  public synchronized boolean toFollow(Plan next) {
    return !isUnasked || settings.bounds().beyond(next).isEmpty();
  }

  private void starts(Plan plan) {
    running = plan;
    isStarting = true;
    isUnasked = false;
  }

  private @Nullable Reason notNow(Decision decision) {
    return settings.bounds().notNow(decision.plan().orElseThrow(), time.now()).orElse(null);
  }

  private void propose(Decision decision, Plan plan, @Nullable Reason because)
      throws JournalException {
    Instant now = time.now();
    if (plan.undoes() != null && pending != null && pending.plan().undoes() == null) {
      end(pending, Outcomes.EXPIRED, "%s made things worse and comes first".formatted(plan.undoes()));
    }
    boolean quiet = quietUntil != null && now.isBefore(quietUntil);
    if (pending == null && approved == null && !quiet) {
      journal.append(now, new Proposed(plan, because));
      pending = new Proposal(decision, now, because);
      quietUntil = null;
    }
  }

  private void expire(Decision decision, Optional<Situation> now) throws JournalException {
    expireApproved(decision, now);
    Proposal proposal = pending;
    if (proposal == null) {
      return;
    }
    Optional<String> overtaken = PlanExpiry.why(proposal.plan(), decision, now);
    Duration age = Duration.between(proposal.at(), time.now());
    if (overtaken.isPresent()) {
      end(proposal, Outcomes.EXPIRED, overtaken.get());
    } else if (age.compareTo(settings.expiresAfter()) > 0) {
      end(
          proposal,
          Outcomes.EXPIRED,
          "nobody answered for %d s [approval.expiresAfter]".formatted(age.toSeconds()));
    }
  }

  /** What was approved and waits for a window may be overtaken meanwhile. */
  private void expireApproved(Decision decision, Optional<Situation> now) throws JournalException {
    if (approved != null) {
      Optional<String> overtaken = PlanExpiry.why(approved.plan().orElseThrow(), decision, now);
      if (overtaken.isPresent()) {
        withdraw(overtaken.get());
      }
    }
  }

  private void end(Proposal proposal, String outcome, String sentence) throws JournalException {
    journal.append(time.now(), new ProposalEnded(proposal.plan().id(), outcome, sentence));
    pending = null;
  }

  @Override
  public synchronized Optional<Decision> approved() {
    Decision granted = approved;
    if (paused != null || granted == null) {
      return Optional.empty();
    }
    waiting = notNow(granted);
    if (waiting != null) {
      return Optional.empty();
    }
    approved = null;
    starts(granted.plan().orElseThrow());
    return Optional.of(granted);
  }

  @Override
  public synchronized void approvedEnded(String how) {
    Plan plan = running;
    if (isStarting && plan != null && !isGoneOnWith(plan)) {
      unwritten.add(expired(plan, "it did not begin: " + how));
    }
  }

  /** An undo that is under way is gone on with by the next cycle, however it came so far. */
  private boolean isGoneOnWith(Plan plan) {
    try {
      return plan.undoes() != null && log.now().underWay() != null;
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
    if (isPuttingBack && plan.undoes() != null) {
      isPuttingBack = false;
      stop.clear();
    }
    running = plan;
    isStarting = false;
  }

  @Override
  public synchronized void watches(Plan canary) {
    running = canary;
  }

  @Override
  public synchronized void rests() {
    running = null;
    isStarting = false;
    isPuttingBack = false;
    stop.clear();
  }
}
