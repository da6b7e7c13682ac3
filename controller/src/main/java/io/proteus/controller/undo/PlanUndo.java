package io.proteus.controller.undo;

import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.PUT_BACK;
import static io.proteus.core.strategy.ReasonCode.STAYS_CHANGED;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.execution.BelievedResize;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.ResumableUndo;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Undone;
import io.proteus.core.words.Sentence;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts back what an action changed: through the same executor, journal and checks as any plan. That
 * it is to be put back is in the journal first, so that after a crash the next Proteus goes on with
 * it. What is left to put back is read off the cluster each time.
 */
public final class PlanUndo implements ResumableUndo {
  /** One plan starts nodes, one does the rest, and two are spare for obstacles. */
  private static final int MOST_ROUNDS = 5;

  /**
   * How often an undo waits again for a node that does not come, because machines may be slow.
   * Meanwhile nothing is decided, so no machine without a node is ended either.
   */
  private static final int MOST_WAITS = 2;

  /** Causes that may be gone at the next look. */
  private static final Set<Cause> WORTH_ANOTHER_LOOK =
      EnumSet.of(Cause.OVERTAKEN, Cause.BLOCKED, Cause.TIMED_OUT);

  /** Causes that keep Proteus from acting at all: the undo stays under way. */
  private static final Set<Cause> POSTPONING =
      EnumSet.of(Cause.CLAIM_LOST, Cause.UNREADABLE, Cause.JOURNAL);

  private static final Set<ReasonCode> LEFT_OVER = EnumSet.of(STAYS_CHANGED, NOT_CAPABLE);

  private final PlanExecutor executor;
  private final Journal journal;
  private final Time time;
  private final StopSignal stop;
  private final ActionLog log;
  private final UndoTargets targets;
  private final UndoPlans plans;
  private final BelievedResize believed;

  public PlanUndo(Ports ports, PlanExecutor executor, ActionLog log, Time time, StopSignal stop) {
    this.executor = executor;
    this.log = log;
    this.journal = log.journal();
    this.time = time;
    this.stop = stop;
    this.targets = new UndoTargets(log);
    this.plans = new UndoPlans(ports, journal, time);
    this.believed = new BelievedResize(ports.store(), log, time);
  }

  /** Says which actions may be undone. */
  public UndoTargets targets() {
    return targets;
  }

  /** Makes its plans. */
  public UndoPlans plans() {
    return plans;
  }

  /** Orders an undo. From here on it goes on, whatever happens to this process. */
  public void begin(Action action, String by, Sentence why) throws JournalException {
    journal.append(time.now(), new UndoBegan(action.id(), by, why));
  }

  @Override
  public boolean isUnderWay() throws JournalException {
    return log.now().underWay() != null;
  }

  /**
   * Ends an undo; what it has restored stays. The settings of policies are left alone, because
   * policies would set them again at once.
   */
  public void giveUp(String outcome, Sentence sentence, int changes) throws JournalException {
    RecordedEvent<UndoBegan> begun = log.now().underWay();
    if (begun != null) {
      Optional<Action> action = log.of(begun.event().plan());
      if (action.isPresent() && action.get().undoes() == null) {
        StrategyMemory memory = journal.memory();
        remember(
            changes > 0
                ? memory.with(undone(action.get()))
                : memory.with(memory.settings().leftToOthers()));
      }
      end(begun.event(), outcome, sentence, changes);
    }
  }

  @Override
  public Outcome stop() throws JournalException {
    Outcome stopped = new Outcome.Stopped(changesSoFar());
    giveUp(stopped.word(), stopped.sentence(), stopped.changes());
    return stopped;
  }

  /** Steps that were asked for since it began, by this run and those before it. */
  private int changesSoFar() throws JournalException {
    Actions actions = log.now();
    RecordedEvent<UndoBegan> begun = actions.underWay();
    return begun == null
        ? 0
        : actions
            .newestFirst()
            .flatMap(action -> action.plans().stream())
            .filter(plan -> plan.begun().number() > begun.number())
            .mapToInt(ActionPlan::changes)
            .sum();
  }

  private void end(UndoBegan begun, String outcome, Sentence sentence, int changes)
      throws JournalException {
    journal.append(time.now(), new UndoEnded(begun.plan(), outcome, sentence, changes));
  }

  private Undone undone(Action action) {
    return new Undone(time.now(), action.id(), action.grew());
  }

  private void remember(StrategyMemory now) throws JournalException {
    if (!now.equals(journal.memory())) {
      journal.append(time.now(), new Remembered(now));
    }
  }

  /** Goes on with the undo that is under way, as it is ordered now. */
  public Outcome goOn(Claim claim) throws JournalException, PortException {
    return goOn(null, claim);
  }

  @Override
  public Outcome goOn(@Nullable Plan approved, Claim claim) throws JournalException, PortException {
    UndoBegan begun = Objects.requireNonNull(log.now().underWay(), "no undo is under way").event();
    Optional<Action> action = log.of(begun.plan()).filter(found -> found.issued().isPresent());
    if (action.isEmpty()) {
      Sentence sentence = Sentence.of("what was before %s is not in the journal", begun.plan());
      giveUp("abandoned", sentence, 0);
      return new Outcome.Abandoned(Cause.JOURNAL, sentence, 0);
    }
    List<Reason> why = List.of(why(begun));
    int changes = 0;
    int waits = 0;
    Outcome last = new Outcome.Completed(0);
    Plan next = approved;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Plan plan = next == null ? plans.plan(action.get(), why) : next;
      next = null;
      if (plan.steps().isEmpty()) {
        return completed(begun, action.get(), plan, changes);
      }
      last = executor.carryOut(plan, null, claim);
      changes += last.changes();
      waits += waitedForANode(plan, last) ? 1 : 0;
      if (!isWorthAnotherLook(last) || waits == MOST_WAITS) {
        break;
      }
    }
    return ended(last, changes);
  }

  private static Reason why(UndoBegan begun) {
    return PUT_BACK.says("%s: %s", begun.by(), begun.why());
  }

  /** Whether another look is due: after a completed plan it finds nothing left, or the rest. */
  private static boolean isWorthAnotherLook(Outcome last) {
    return last instanceof Outcome.Abandoned abandoned
        ? WORTH_ANOTHER_LOOK.contains(abandoned.cause())
        : !(last instanceof Outcome.Stopped);
  }

  private static boolean waitedForANode(Plan plan, Outcome last) {
    return last instanceof Outcome.Abandoned abandoned
        && abandoned.cause() == Cause.TIMED_OUT
        && plan.steps().stream().anyMatch(step -> step.nodeChange() > 0);
  }

  private Outcome completed(UndoBegan begun, Action action, Plan plan, int changes)
      throws JournalException {
    List<Reason> leftOver =
        plan.reasons().stream().filter(reason -> LEFT_OVER.contains(reason.code())).toList();
    Sentence sentence =
        leftOver.isEmpty()
            ? Sentence.of("what %s had changed is as it was before", action.id())
            : Sentence.of(
                "what %s had changed is as it was before, but: %s",
                action.id(),
                Sentence.joined("; ", leftOver.stream().map(Reason::sentence).toList()));
    if (action.undoes() == null) {
      remember(journal.memory().with(undone(action)));
      believed.takeBack(action.first().progress());
    }
    end(begun, leftOver.isEmpty() ? UndoEnded.COMPLETED : UndoEnded.INCOMPLETE, sentence, changes);
    return new Outcome.Undone(sentence, changes);
  }

  private Outcome ended(Outcome how, int changes) throws JournalException {
    Outcome last =
        how.ranToItsEnd() || how instanceof Outcome.Replan
            ? new Outcome.Abandoned(
                Cause.OVERTAKEN,
                Sentence.of("after %d plans the cluster is still not as it was", MOST_ROUNDS),
                changes)
            : how;
    boolean processEnds = last instanceof Outcome.Stopped && stop.endsAll();
    boolean postponed =
        last instanceof Outcome.Abandoned abandoned && POSTPONING.contains(abandoned.cause());
    if (!processEnds && !postponed) {
      giveUp(last instanceof Outcome.Stopped ? "stopped" : "abandoned", last.sentence(), changes);
    }
    return last;
  }
}
