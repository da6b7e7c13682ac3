package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.history.Smoothing;
import io.proteus.core.plan.LayoutDifference;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.RandomClusters;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** A cluster, a journal and the time, which outlive each Proteus that is made for them. */
public final class Rig {
  public static final ExecutionSettings LIMITS =
      new ExecutionSettings(
          2, 1, Duration.ofMinutes(2), Duration.ofMillis(200), Duration.ofMinutes(2), 3);
  public static final DecisionMaker MET =
      new DecisionMaker(PolicyStrategy.met(), Guards.defaults(), Planner.met());

  public final ManualClock clock = ManualClock.start();
  public final VirtualTime time = new VirtualTime(clock);
  public final InMemoryCluster cluster;
  public final SqliteJournal journal = SqliteJournal.inMemory();
  public final StopSignal stop = new StopSignal();
  public final boolean balancerBefore;

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
    return new MonitorSettings(Duration.ofSeconds(30), 2, new Smoothing(0.5));
  }

  /** What Proteus would do to the cluster if the thresholds were crossed. */
  public Decision decision() throws PortException {
    Monitor monitor = monitor();
    for (int i = 0; i < 3; i++) {
      monitor.observe();
      clock.advance(Duration.ofSeconds(30));
    }
    return MET.decideRegardlessOfLoad(
        monitor.situation(null, StrategyMemory.INITIAL).orElseThrow());
  }

  public Optional<Plan> plan() throws PortException {
    return decision().plan();
  }

  public Balancer balancer(Journal seen) {
    return new Balancer(cluster, seen, time);
  }

  public PlanExecutor executor(Journal seen, Balancer balancer) {
    return new PlanExecutor(cluster.ports(), balancer, seen, time, LIMITS, Progress.UNSEEN, stop);
  }

  public PlanExecutor executor() {
    return executor(journal, balancer(journal));
  }

  public Recovery recovery(Journal seen) {
    Balancer balancer = balancer(seen);
    return new Recovery(cluster.ports(), executor(seen, balancer), balancer, seen, time);
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

  public void assertReached(Plan plan) {
    LayoutDifference left = LayoutDifference.between(cluster.peek(), plan.target());
    assertThat(left.misplaced()).as("misplaced").isEmpty();
    assertThat(left.misconfigured()).as("misconfigured").isEmpty();
    assertThat(left.altered()).as("altered").isEmpty();
    assertThat(left.removed()).as("removed").isEmpty();
  }
}
