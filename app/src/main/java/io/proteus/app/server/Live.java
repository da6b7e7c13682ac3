package io.proteus.app.server;

import io.proteus.app.server.PlanDocuments.OutcomeState;
import io.proteus.app.server.PlanDocuments.PlanSum;
import io.proteus.app.server.PlanDocuments.VerdictState;
import io.proteus.app.view.Appraisal;
import io.proteus.app.view.ClusterView;
import io.proteus.controller.Cycle;
import io.proteus.controller.execution.Braking;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  private final Duration staleAfter;
  private final Instant begun;
  private volatile @Nullable Seen seen;
  private volatile @Nullable Instant seenAt;
  private volatile @Nullable Situation situation;
  private volatile @Nullable VerdictState verdict;
  private volatile @Nullable Run run;
  private volatile Sign sign;
  private volatile boolean readable;
  private volatile Supplier<Optional<Plan>> waiting = Optional::empty;

  /**
   * @param staleAfter how old figures are that no longer tell how the cluster does
   */
  Live(
      String cluster,
      Appraisal appraisal,
      Time time,
      Events events,
      Metrics.OfCluster metrics,
      Duration staleAfter) {
    this.staleAfter = staleAfter;
    this.cluster = cluster;
    this.appraisal = appraisal;
    this.time = time;
    this.steady = time.steady();
    this.events = events;
    this.metrics = metrics;
    this.begun = steady.now();
    this.sign = new Sign(time.now(), begun);
  }

  /**
   * A plan that waits for a person tells where everything should be, so that what is said to be
   * misplaced is what it would move.
   */
  void judgesBy(Supplier<Optional<Plan>> waitingPlan) {
    waiting = waitingPlan;
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

  /** An observation while a plan runs, as listeners are told of it. */
  record ObservedEvent(String plan, long observation) {}

  /** A plan is held back, or no longer, as listeners are told of it. */
  record BrakeEvent(String plan, String level, @Nullable Reason why) {}

  /** An end, as listeners are told of it. */
  record EndEvent(String plan, OutcomeState outcome) {}

  /** The cluster as it was observed last; empty before the first observation. */
  Optional<Seen> seen() {
    return Optional.ofNullable(seen);
  }

  /** What the newest decision was made from; empty before there was enough for one. */
  Optional<Situation> situation() {
    return Optional.ofNullable(situation);
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

  /** The same while it is of now; empty while the cluster cannot be read, and where it is stale. */
  Optional<Seen> seenNow() {
    return readable && !isStale() ? seen() : Optional.empty();
  }

  /** How old what was seen last is, whatever the clock is set to; empty before the first. */
  Optional<Duration> age() {
    return seenAt == null ? Optional.empty() : Optional.of(unseen());
  }

  /**
   * For how long nothing was seen: since the last time or, before the first, since the start. A
   * store that cannot be observed when Proteus starts is no better than one that stops to answer.
   */
  Duration unseen() {
    Instant at = seenAt;
    return Duration.between(at == null ? begun : at, steady.now());
  }

  /**
   * Whether what was seen last is too old to tell how the cluster does, or nothing came in time.
   */
  boolean isStale() {
    return unseen().compareTo(staleAfter) > 0;
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
    situation = cycle.situation().orElse(situation);
    // an approved plan is carried out without an observation: what was seen before stays
    boolean couldRead =
        cycle.observation().isPresent() || (readable && cycle.outcome().isPresent());
    readable = readable && couldRead;
    cycle.observation().filter(this::isNews).ifPresent(observed -> saw(decision, observed));
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

  /** Whether nothing newer was observed: a cycle's own observation is from before its plan. */
  private boolean isNews(Observation observed) {
    Seen last = seen;
    return last == null || last.view().observation().number() <= observed.number();
  }

  private void saw(Decision decision, Observation observed) {
    Optional<Plan> plan = waiting.get().or(decision::plan).or(decision::heldBack);
    ClusterView view = appraisal.view(observed, plan.orElse(null), decision.verdict().reasons());
    see(
        plan.isPresent() || isAsItShouldBe(decision)
            ? new Seen(cluster, view)
            : Seen.withoutPlan(cluster, view));
  }

  private void see(Seen now) {
    seen = now;
    seenAt = steady.now();
  }

  @Override
  public void observed(Plan running, Observation observed) {
    goesOn();
    if (isNews(observed)) {
      see(new Seen(cluster, appraisal.view(observed, running, running.reasons())));
      readable = true;
      events.publish("observed", new ObservedEvent(running.id(), observed.number()));
    }
  }

  @Override
  public void braked(Plan running, Braking now) {
    goesOn();
    Run its = run;
    if (its != null) {
      its.braked(now);
    }
    events.publish("brake", new BrakeEvent(running.id(), now.level().word(), now.why()));
  }

  /** Held before anybody asked where everything should be, nothing is known to be misplaced. */
  private static boolean isAsItShouldBe(Decision decision) {
    return AS_IT_SHOULD_BE.contains(decision.verdict().reasons().get(0).code());
  }

  @Override
  public void begins(Plan plan) {
    goesOn();
    run = new Run(plan);
    VerdictState before = verdict;
    verdict =
        new VerdictState(
            before == null ? 0 : before.cycle(),
            time.now(),
            "retarget",
            plan.reasons(),
            List.of(),
            PlanSum.of(plan),
            null,
            null);
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
