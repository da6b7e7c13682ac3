package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Actuator;
import io.proteus.controller.Claims;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.history.Smoothing;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.LayoutDifference;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.RandomClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A cluster, a journal and the time, which outlive each Proteus that is made for them. */
public final class Rig {
  /** From sample to sample. */
  public static final Duration PERIOD = Duration.ofSeconds(30);

  public static final ExecutionSettings LIMITS =
      new ExecutionSettings(
          2, 1, Duration.ofMinutes(2), Duration.ofMillis(200), Duration.ofMinutes(2), 3);
  public static final VerificationSettings VERIFICATION =
      new VerificationSettings(
          WhenWorse.OFF, Duration.ofMinutes(2), Duration.ofMinutes(4), Ratio.of(0.1));
  public static final DecisionMaker MET =
      new DecisionMaker(PolicyStrategy.met(), Guards.defaults(), Planner.met());

  public final ManualClock clock = ManualClock.start();
  public final VirtualTime time = new VirtualTime(clock);
  public final InMemoryCluster cluster;
  public final SqliteJournal journal = SqliteJournal.inMemory();

  /** One fold of the journal for all that has it; others are read anew. */
  public final ActionLog log = new ActionLog(journal);

  public final StopSignal stop = new StopSignal();
  public final boolean balancerBefore;
  private final Instant begun = clock.instant();

  public Rig(Function<ManualClock, ClusterBuilder> describe) {
    cluster = describe.apply(clock).build();
    balancerBefore = cluster.peek().balancerOn();
  }

  public static Rig random(long seed) {
    return new Rig(clock -> RandomClusters.describe(seed, clock));
  }

  public Monitor monitor() {
    return new Monitor(cluster.ports(), cluster.hosts(), monitorSettings(), time);
  }

  public MonitorSettings monitorSettings() {
    return new MonitorSettings(PERIOD, 2, new Smoothing(0.5));
  }

  /** What Proteus would do to the cluster if the thresholds were crossed. */
  public Decision decision() throws PortException {
    Monitor monitor = monitor();
    for (int i = 0; i < 3; i++) {
      monitor.observe();
      clock.advance(PERIOD);
    }
    return MET.decideRegardlessOfLoad(
        monitor.situation(null, StrategyMemory.INITIAL).orElseThrow());
  }

  public Optional<Plan> plan() throws PortException {
    return decision().plan();
  }

  /** A decision to carry a plan out. */
  public Decision decisionOf(Plan plan) {
    return new Decision(
        new Verdict.Retarget(plan.target(), plan.reasons(), StrategyMemory.INITIAL),
        Optional.of(plan),
        Optional.empty());
  }

  public Balancer balancer(Journal seen) {
    return new Balancer(cluster.ports(), seen, time);
  }

  public PlanExecutor executor(Journal seen, Balancer balancer) {
    return new PlanExecutor(
        cluster.ports(),
        balancer,
        new ActionLog(seen),
        time,
        LIMITS,
        Progress.UNSEEN,
        stop,
        CostModel.assumed());
  }

  public PlanExecutor executor() {
    return executor(journal, balancer(journal));
  }

  /** Carries a plan out with the claim that it takes. */
  public Outcome carryOut(Plan plan) {
    try (Claim claim = claim()) {
      return executor().carryOut(plan, null, claim);
    }
  }

  /** How long it is, on the rig's clock, since it was made. */
  public Duration sinceStart() {
    return Duration.between(begun, clock.instant());
  }

  /** The newest plan that was begun, as the journal has it. */
  public Optional<PlanProgress> latestPlan() {
    try {
      return log.now().latestPlan().map(ActionPlan::progress);
    } catch (JournalException e) {
      throw new AssertionError(e);
    }
  }

  /** What was folded as it came is what a process that starts now reads. */
  public void assertFoldedOnce() throws JournalException {
    assertThat(log.now()).isEqualTo(new ActionLog(journal).now());
  }

  public Recovery recovery(Journal seen) {
    return actuator(seen).recovery();
  }

  /** How Proteus acts on it: nothing is verified unless a test says so. */
  public Actuator.ExecutionOptions options(Progress progress, StopSignal toStop) {
    return new Actuator.ExecutionOptions(LIMITS, VERIFICATION, progress, toStop);
  }

  public Actuator actuator(Journal seen) {
    return Actuator.on(
        cluster.ports(),
        monitor(),
        MET,
        balancer(seen),
        new ActionLog(seen),
        time,
        options(Progress.UNSEEN, stop));
  }

  /** The loop that does whatever is decided. */
  public ControlLoop loop(DecisionMaker decisions, Journal seen) {
    return loop(decisions, seen, options(Progress.UNSEEN, stop), Consent.ALWAYS);
  }

  /** The loop that asks before it acts. */
  public ControlLoop loop(Actuator.ExecutionOptions options, Consent consent) {
    return loop(MET, journal, options, consent);
  }

  /** The loop that decides like this and asks before it acts. */
  public ControlLoop loop(
      DecisionMaker decisions, Journal seen, Actuator.ExecutionOptions options, Consent consent) {
    Monitor monitor = monitor();
    try {
      return ControlLoop.acting(
          monitor,
          decisions,
          time,
          PERIOD,
          Actuator.on(
              cluster.ports(),
              monitor,
              decisions,
              balancer(seen),
              new ActionLog(seen),
              time,
              options),
          Claims.first(cluster, "the loop"),
          consent);
    } catch (PortException e) {
      throw new AssertionError(e);
    }
  }

  /** So many cycles, a period apart. */
  public List<Cycle> cycles(ControlLoop loop, int count) {
    List<Cycle> cycles = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        cycles.add(loop.cycle());
        clock.advance(PERIOD);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return cycles;
  }

  public Claim claim() {
    try {
      return cluster.claim("the test");
    } catch (PortException e) {
      throw new AssertionError(e);
    }
  }

  /** Carries the plan out as a process that is killed at a moment; whether it was. */
  public boolean killed(Mortality mortality, Runnable process) {
    cluster.faults().beforeEach(call -> mortality.call());
    try {
      process.run();
    } catch (Mortality.Killed e) {
      // as it was meant
    }
    cluster.faults().beforeEach(call -> {});
    cluster.expireClaim();
    return mortality.hasStruck();
  }

  public void assertUnharmed() {
    Topology now = cluster.peek();
    assertThat(cluster.incidents()).isEmpty();
    assertThat(now.deadNodes()).isEmpty();
    assertThat(now.partitions()).allMatch(partition -> partition.node() != null);
    assertThat(now.balancerOn()).as("the balancer").isEqualTo(balancerBefore);
    assertThat(cluster.notCompacting()).as("nodes without compactions").isEmpty();
  }

  /** Where everything is and how it is set, value by value. */
  public record Picture(
      Map<PartitionId, NodeId> places,
      Map<NodeId, MemorySplit> splits,
      Set<NodeId> pinned,
      Map<TableId, ByteSize> blockSizes) {
    static Picture of(Topology now) {
      Map<PartitionId, NodeId> places = new TreeMap<>();
      now.partitions().forEach(p -> places.put(p.id(), Objects.requireNonNull(p.node())));
      Map<NodeId, MemorySplit> splits = new TreeMap<>();
      now.nodes().forEach(n -> splits.put(n.id(), Objects.requireNonNull(n.memory())));
      Set<NodeId> pinned =
          now.nodes().stream().filter(Node::pinned).map(Node::id).collect(Collectors.toSet());
      Map<TableId, ByteSize> blockSizes = new TreeMap<>();
      now.tables().forEach(t -> blockSizes.put(t.id(), Objects.requireNonNull(t.blockSize())));
      return new Picture(places, splits, pinned, blockSizes);
    }
  }

  public Picture picture() {
    return Picture.of(cluster.peek());
  }

  public void assertReached(Plan plan) {
    LayoutDifference left = LayoutDifference.between(cluster.peek(), plan.target());
    assertThat(left.misplaced()).as("misplaced").isEmpty();
    assertThat(left.misconfigured()).as("misconfigured").isEmpty();
    assertThat(left.altered()).as("altered").isEmpty();
    assertThat(left.removed()).as("removed").isEmpty();
  }
}
