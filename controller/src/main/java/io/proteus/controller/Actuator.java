package io.proteus.controller;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.BelievedResize;
import io.proteus.controller.execution.Lookout;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Recovery;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.undo.PlanUndo;
import io.proteus.controller.verification.Verification;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Ports;
import java.util.Optional;

/**
 * All that changes a cluster.
 *
 * @param log what became of all that it did
 * @param ports what it acts on
 * @param action carries decisions out
 * @param undo puts back what was carried out
 * @param recovery picks up what an earlier run left
 * @param review judges what came of a plan
 * @param lookout observes while a plan runs; empty where nobody does
 */
public record Actuator(
    ActionLog log,
    Ports ports,
    ActionRunner action,
    PlanUndo undo,
    Recovery recovery,
    ActionReview review,
    Optional<PlanLookout> lookout) {

  /**
   * How it acts.
   *
   * @param execution limits of each plan
   * @param progress told of each step
   * @param stop asked between steps
   * @param isWatched whether the cluster is observed while plans run
   */
  public record ExecutionOptions(
      ExecutionSettings execution,
      VerificationSettings verification,
      Progress progress,
      StopSignal stop,
      boolean isWatched) {

    /** Options of plans that nobody watches over. */
    public ExecutionOptions(
        ExecutionSettings execution,
        VerificationSettings verification,
        Progress progress,
        StopSignal stop) {
      this(execution, verification, progress, stop, false);
    }
  }

  /** Puts it together; nothing is done yet. */
  public static Actuator on(
      Ports ports,
      Monitor monitor,
      DecisionMaker decisions,
      Balancer balancer,
      ActionLog log,
      Time time,
      ExecutionOptions options) {
    CostModel costs = decisions.predictor().costs();
    Verification verification = new Verification(log, time, options.verification(), costs);
    Optional<PlanLookout> lookout =
        options.isWatched()
            ? Optional.of(
                new PlanLookout(
                    monitor,
                    verification,
                    log,
                    time,
                    options.execution().brake(),
                    options.progress()))
            : Optional.empty();
    PlanExecutor executor =
        new PlanExecutor(
            ports,
            balancer,
            log,
            time,
            options.execution(),
            options.progress(),
            options.stop(),
            costs,
            lookout.isPresent() ? lookout.get() : Lookout.NONE);
    PlanUndo undo = new PlanUndo(ports, executor, log, time, options.stop());
    Canary canary =
        new Canary(
            ports,
            new CanaryTrial(options, monitor, verification, log, time),
            executor,
            undo,
            new BelievedResize(ports.store(), log, time),
            log,
            time);
    return new Actuator(
        log,
        ports,
        new ActionRunner(
            monitor,
            decisions,
            executor,
            undo,
            canary,
            balancer,
            log.journal(),
            time,
            options.stop()),
        undo,
        new Recovery(ports, executor, undo, canary, balancer, log, time),
        new ActionReview(verification, undo),
        lookout);
  }
}
