package io.proteus.controller.execution;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.PlanCheck;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries plans out (MET-10, MET-11), one at a time and only while the cluster is claimed: the
 * store's own balancer off, the plan checked against the cluster as it is, each step in the journal
 * before it is asked for.
 */
public final class PlanExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(PlanExecutor.class);

  private static final Sentence NOT_HELD =
      Sentence.of("the sole right to act on the cluster is not held");

  private final Ports ports;
  private final Balancer balancer;
  private final Journal journal;
  private final Time time;
  private final ExecutionSettings limits;
  private final Progress progress;
  private final StopSignal stop;
  private final CostModel costs;
  private final BelievedResize believed;
  private final Lookout lookout;

  /** An executor of plans that nobody watches over. */
  public PlanExecutor(
      Ports ports,
      Balancer balancer,
      ActionLog log,
      Time time,
      ExecutionSettings limits,
      Progress progress,
      StopSignal stop,
      CostModel costs) {
    this(ports, balancer, log, time, limits, progress, stop, costs, Lookout.NONE);
  }

  /**
   * @param costs what changes cost on this kind of store, by which steps are waited for
   * @param lookout watches over what is carried out
   */
  public PlanExecutor(
      Ports ports,
      Balancer balancer,
      ActionLog log,
      Time time,
      ExecutionSettings limits,
      Progress progress,
      StopSignal stop,
      CostModel costs,
      Lookout lookout) {
    this.lookout = lookout;
    this.costs = costs;
    this.ports = ports;
    this.balancer = balancer;
    this.journal = log.journal();
    this.time = time;
    this.limits = limits;
    this.progress = progress;
    this.stop = stop;
    this.believed = new BelievedResize(ports.store(), log, time);
  }

  /** Asked whether to go on. */
  StopSignal stop() {
    return stop;
  }

  /** What changes cost on this kind of store. */
  CostModel costs() {
    return costs;
  }

  /**
   * The plans that one is done with.
   *
   * @param continues the plan that it goes on with; null when it begins something new
   * @param rest what follows where it does no harm; null when nothing does
   */
  public record PlanContext(@Nullable String continues, @Nullable Plan rest) {
    public static final PlanContext NONE = new PlanContext(null, null);
  }

  /**
   * Carries a new plan out. Never throws for what the outside does or does not do.
   *
   * @param memory what the strategy remembers once the plan is begun; null when nothing new
   */
  public Outcome carryOut(Plan plan, @Nullable StrategyMemory memory, Claim claim) {
    return carryOut(plan, memory, PlanContext.NONE, claim);
  }

  /**
   * Carries a new plan out. What was before it is in the journal with it.
   *
   * @param continues the plan that it goes on with; null when it begins something new
   */
  public Outcome carryOut(
      Plan plan, @Nullable StrategyMemory memory, @Nullable String continues, Claim claim) {
    return carryOut(plan, memory, new PlanContext(continues, null), claim);
  }

  /** Carries a new plan out that is one of several. */
  public Outcome carryOut(
      Plan plan, @Nullable StrategyMemory memory, PlanContext others, Claim claim) {
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(Cause.CLAIM_LOST, NOT_HELD, 0);
    }
    try {
      Topology before = plan.toRemember(ports.store().topology());
      Planned planned = new Planned(plan, memory, before, others.continues(), others.rest());
      journal.append(time.now(), planned);
      return resume(PlanProgress.begin(planned), claim);
    } catch (PortException e) {
      return new Outcome.Abandoned(
          Cause.UNREADABLE, Sentence.verbatim(String.valueOf(e.getMessage())), 0);
    } catch (JournalException e) {
      return new Outcome.Abandoned(
          Cause.JOURNAL, Sentence.verbatim(String.valueOf(e.getMessage())), 0);
    }
  }

  /** Carries out the rest of a plan that is in the journal already. */
  public Outcome resume(PlanProgress begun, Claim claim) {
    progress.begins(begun.plan());
    return ended(begun, guarded(begun, claim, true));
  }

  /**
   * Finishes the issued steps of a plan that is to be undone, issuing them again where necessary,
   * and ends the plan: half a step is hard to undo.
   */
  public Outcome finishBegun(PlanProgress begun, Claim claim) {
    progress.begins(begun.plan());
    Outcome outcome = guarded(begun.onlyBegun(), claim, false);
    return ended(
        begun,
        outcome instanceof Outcome.Abandoned
            ? outcome
            : outcome instanceof Outcome.Stopped
                ? outcome
                : new Outcome.Stopped(begun.issued().size()));
  }

  private Outcome ended(PlanProgress begun, Outcome outcome) {
    if (!isOfTheNextLeader(outcome)) {
      note(begun.plan(), outcome);
      boolean isGivenUp = !(outcome.ranToItsEnd() || outcome instanceof Outcome.Replan);
      if (isGivenUp && begun.plan().undoes() == null) {
        believed.takeBack(begun);
      } else if (begun.plan().undoes() != null) {
        believed.hadNodesStarted(begun);
      }
    }
    progress.ended(begun.plan(), outcome);
    return outcome;
  }

  /**
   * Whether the claim was lost: the next leader resumes or drops the plan, and may already write to
   * the same journal.
   */
  private static boolean isOfTheNextLeader(Outcome outcome) {
    return outcome instanceof Outcome.Abandoned abandoned && abandoned.cause() == Cause.CLAIM_LOST;
  }

  private void note(Plan plan, Outcome outcome) {
    try {
      journal.append(
          time.now(),
          new PlanEnded(plan.id(), outcome.word(), outcome.sentence(), outcome.changes()));
    } catch (JournalException e) {
      LOG.error("the end of {} is not in the journal: {}", plan.id(), e.getMessage());
    }
  }

  /**
   * @param mayBrake whether what is seen meanwhile holds it back: what has begun is finished anyhow
   */
  private Outcome guarded(PlanProgress begun, Claim claim, boolean mayBrake) {
    int before = begun.issued().size();
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(Cause.CLAIM_LOST, NOT_HELD, before);
    }
    Compactions compactions = new Compactions(ports, journal, time, limits.pauseCompactions());
    Prefetching prefetching = new Prefetching(ports, time);
    MoveSupport moveSupport = new MoveSupport(compactions, prefetching);
    PlanRun run =
        new PlanRun(begun, ports, claim, journal, moveSupport, time, limits, progress, stop, costs);
    try (Balancer.Hold hold = balancer.hold();
        Lookout.Watch watch = lookout.over(begun, claim)) {
      Optional<Reason> objection =
          PlanCheck.objection(begun.plan(), deadBefore(begun), ports.store().topology());
      if (objection.isPresent()) {
        return new Outcome.Abandoned(Cause.OVERTAKEN, objection.get().sentence(), before);
      }
      return run.carryOut(mayBrake ? watch : blind(watch));
    } catch (ClaimLost e) {
      return new Outcome.Abandoned(
          Cause.CLAIM_LOST, Sentence.verbatim(String.valueOf(e.getMessage())), run.changes());
    } catch (PortException e) {
      return new Outcome.Abandoned(
          Cause.UNREADABLE, Sentence.verbatim(String.valueOf(e.getMessage())), run.changes());
    } catch (JournalException e) {
      return new Outcome.Abandoned(
          Cause.JOURNAL, Sentence.verbatim(String.valueOf(e.getMessage())), run.changes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return run.stopped();
    } finally {
      prefetching.end();
      compactions.resume();
    }
  }

  /** The same watch, which looks and holds nothing back. */
  private static Lookout.Watch blind(Lookout.Watch watch) {
    return () -> {
      watch.look();
      return Braking.NONE;
    };
  }

  /**
   * The nodes that were dead at the begin. Only an undo begins beside dead nodes, because what it
   * undoes may be why they died. Any other plan began with all nodes alive.
   */
  private static Set<NodeId> deadBefore(PlanProgress begun) {
    Topology before = begun.before();
    return before == null || begun.plan().undoes() == null
        ? Set.of()
        : Set.copyOf(before.deadNodes());
  }
}
