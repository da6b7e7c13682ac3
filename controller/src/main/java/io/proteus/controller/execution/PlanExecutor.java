package io.proteus.controller.execution;

import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.PlanProgress;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.PlanCheck;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import java.util.Optional;
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

  private final Ports ports;
  private final Balancer balancer;
  private final Journal journal;
  private final Time time;
  private final ExecutionSettings limits;
  private final Progress progress;
  private final StopSignal stop;

  public PlanExecutor(
      Ports ports,
      Balancer balancer,
      Journal journal,
      Time time,
      ExecutionSettings limits,
      Progress progress,
      StopSignal stop) {
    this.ports = ports;
    this.balancer = balancer;
    this.journal = journal;
    this.time = time;
    this.limits = limits;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Carries a new plan out. Never throws for what the outside does or does not do.
   *
   * @param memory what the strategy remembers once the plan is begun; null when nothing new
   */
  public Outcome carryOut(Plan plan, @Nullable StrategyMemory memory, Claim claim) {
    try {
      journal.append(time.now(), new Planned(plan, memory));
    } catch (JournalException e) {
      return new Outcome.Abandoned(Cause.JOURNAL, String.valueOf(e.getMessage()), 0);
    }
    return resume(PlanProgress.begin(plan), claim);
  }

  /** Carries out what is left of a plan; it is in the journal already. */
  public Outcome resume(PlanProgress begun, Claim claim) {
    progress.begins(begun.plan());
    Outcome outcome = guarded(begun, claim);
    if (!isOfTheNextLeader(outcome)) {
      ended(begun.plan(), outcome);
    }
    progress.ended(begun.plan(), outcome);
    return outcome;
  }

  /**
   * Who lost the claim leaves the plan as it is: whoever leads next resumes or drops it, and may
   * have begun to, with the same journal.
   */
  private static boolean isOfTheNextLeader(Outcome outcome) {
    return outcome instanceof Outcome.Abandoned abandoned && abandoned.cause() == Cause.CLAIM_LOST;
  }

  private void ended(Plan plan, Outcome outcome) {
    try {
      journal.append(
          time.now(),
          new PlanEnded(plan.id(), outcome.word(), outcome.sentence(), outcome.changes()));
    } catch (JournalException e) {
      LOG.error("the end of {} is not in the journal: {}", plan.id(), e.getMessage());
    }
  }

  private Outcome guarded(PlanProgress begun, Claim claim) {
    int before = begun.issued().size();
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(
          Cause.CLAIM_LOST, "the sole right to act on the cluster is not held", before);
    }
    Compactions compactions =
        new Compactions(ports.engine(), journal, time, limits.pauseCompactions());
    PlanRun run =
        new PlanRun(begun, ports, claim, journal, compactions, time, limits, progress, stop);
    try (Balancer.Hold hold = balancer.hold()) {
      Optional<Reason> objection = PlanCheck.objection(begun.plan(), ports.engine().topology());
      if (objection.isPresent()) {
        return new Outcome.Abandoned(Cause.OVERTAKEN, objection.get().sentence(), before);
      }
      return run.carryOut();
    } catch (ClaimLost e) {
      return new Outcome.Abandoned(Cause.CLAIM_LOST, String.valueOf(e.getMessage()), run.changes());
    } catch (PortException e) {
      return new Outcome.Abandoned(Cause.UNREADABLE, String.valueOf(e.getMessage()), run.changes());
    } catch (JournalException e) {
      return new Outcome.Abandoned(Cause.JOURNAL, String.valueOf(e.getMessage()), run.changes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Stopped(run.changes());
    } finally {
      compactions.resume();
    }
  }
}
