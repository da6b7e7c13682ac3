package io.proteus.app.server;

import io.proteus.app.server.PlanDocuments.OutcomeState;
import io.proteus.app.server.PlanDocuments.PlanSum;
import io.proteus.app.server.PlanDocuments.VerdictState;
import io.proteus.app.view.Appraisal;
import io.proteus.app.view.ClusterView;
import io.proteus.controller.Cycle;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.StepState;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is known now. Written by the thread that acts, after each cycle and at each step; read by
 * every request, which thus never waits for the cluster.
 */
final class Live implements Consumer<Cycle>, Progress {
  /** Without a plan, what says that nothing should be elsewhere, or set otherwise. */
  private static final Set<ReasonCode> AS_IT_SHOULD_BE =
      EnumSet.of(
          ReasonCode.IN_PLACE,
          ReasonCode.HEALTHY,
          ReasonCode.SIZE_FITS,
          ReasonCode.NO_PARTITIONS,
          ReasonCode.ONE_NODE,
          ReasonCode.NO_TRAFFIC,
          ReasonCode.UNDERLOAD_NOT_CONFIRMED,
          ReasonCode.NO_POLICY);

  private final String cluster;
  private final Appraisal appraisal;
  private final Time time;
  private final Time steady;
  private final Events events;
  private final Metrics.OfCluster metrics;
  private volatile @Nullable Seen seen;
  private volatile @Nullable VerdictState verdict;
  private volatile @Nullable Run run;
  private volatile Sign sign;
  private volatile boolean readable;

  Live(String cluster, Appraisal appraisal, Time time, Events events, Metrics.OfCluster metrics) {
    this.cluster = cluster;
    this.appraisal = appraisal;
    this.time = time;
    this.steady = time.steady();
    this.events = events;
    this.metrics = metrics;
    this.sign = new Sign(time.now(), steady.now());
  }

  /**
   * When the loop did something.
   *
   * @param steady the same moment on a clock that nobody sets
   */
  private record Sign(Instant at, Instant steady) {}

  /** A step, as listeners are told of it. */
  record StepEvent(
      String plan, int step, StepState state, Sentence sentence, @Nullable Sentence why) {}

  /** An end, as listeners are told of it. */
  record EndEvent(String plan, OutcomeState outcome) {}

  /** The cluster as it was observed last; empty before the first observation. */
  Optional<Seen> seen() {
    return Optional.ofNullable(seen);
  }

  /** What the last cycle came to; empty before the first has ended. */
  Optional<VerdictState> verdict() {
    return Optional.ofNullable(verdict);
  }

  /** The plan that is being carried out. */
  Optional<Run> run() {
    return Optional.ofNullable(run);
  }

  /** When the loop last did anything, by the time of the day. */
  Instant alive() {
    return sign.at();
  }

  /** How long nothing has been heard of the loop, whatever the clock is set to meanwhile. */
  Duration silent() {
    return Duration.between(sign.steady(), steady.now());
  }

  /** The loop goes on, though it may not have reached the cluster. */
  void goesOn() {
    sign = new Sign(time.now(), steady.now());
  }

  /** The same while it is of now; empty while the cluster cannot be read. */
  Optional<Seen> seenNow() {
    return readable ? seen() : Optional.empty();
  }

  /** Whether the last cycle could read the cluster. */
  boolean isReadable() {
    return readable;
  }

  @Override
  public void accept(Cycle cycle) {
    goesOn();
    run = null;
    Decision decision = cycle.decision();
    // an approved plan is carried out without an observation: what was seen before stays
    boolean couldRead =
        cycle.observation().isPresent() || (readable && cycle.outcome().isPresent());
    readable = readable && couldRead;
    cycle
        .observation()
        .ifPresent(
            observed ->
                seen =
                    seen(
                        decision,
                        appraisal.view(
                            observed,
                            decision.plan().or(decision::heldBack).orElse(null),
                            decision.verdict().reasons())));
    readable = couldRead; // only now, so that nobody takes for readable what was seen before
    VerdictState now =
        new VerdictState(
            cycle.number(),
            cycle.at(),
            decision.verdict() instanceof Verdict.Hold ? "hold" : "retarget",
            decision.verdict().reasons(),
            cycle.recovered(),
            decision.plan().map(PlanSum::of).orElse(null),
            decision.heldBack().map(PlanSum::of).orElse(null),
            cycle.outcome().map(OutcomeState::of).orElse(null));
    verdict = now;
    metrics.cycle();
    events.publish("verdict", now);
  }

  /** Held before anybody asked where everything should be, nothing is known to be misplaced. */
  private Seen seen(Decision decision, ClusterView view) {
    boolean placesAreKnown =
        decision.plan().isPresent()
            || decision.heldBack().isPresent()
            || AS_IT_SHOULD_BE.contains(decision.verdict().reasons().get(0).code());
    return placesAreKnown ? new Seen(cluster, view) : Seen.withoutPlan(cluster, view);
  }

  @Override
  public void begins(Plan plan) {
    goesOn();
    run = new Run(plan);
    events.publish("plan-begins", PlanSum.of(plan));
  }

  @Override
  public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
    goesOn();
    Run now = run;
    if (now != null) {
      now.reached(step, state);
    }
    metrics.step(state);
    events.publish(
        "step", new StepEvent(plan.id(), step, state, plan.steps().get(step).sentence(), why));
  }

  @Override
  public void watches(Plan canary) {
    goesOn();
    if (run == null) {
      run = Run.watched(canary);
      events.publish("canary", PlanSum.of(canary));
    }
  }

  @Override
  public void watched(Plan canary) {
    goesOn();
    run = null;
  }

  @Override
  public void ended(Plan plan, Outcome outcome) {
    goesOn();
    boolean isHalf = outcome instanceof Outcome.Replan; // who looks on may stop what follows
    if (!isHalf) {
      run = null;
    }
    metrics.plan(outcome);
    events.publish("plan-ended", new EndEvent(plan.id(), OutcomeState.of(outcome)));
  }
}
