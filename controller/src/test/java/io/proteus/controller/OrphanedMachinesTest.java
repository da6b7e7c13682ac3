package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.execution.Rig;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.MachineTags;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A machine of Proteus's own whose node died is ended; one that it did not start never is. */
class OrphanedMachinesTest {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int MOST = 4;
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");

  /** Long enough for a death to be noticed, struck off, and the grace of its machine. */
  private static final int UNTIL_TIDY = 140;

  /** Long enough for a death to be noticed and for another node to come. */
  private static final int UNTIL_REPLACED = 30;

  private static final HostLoad BUSY = new HostLoad(Ratio.of(0.95), Ratio.ZERO, Ratio.of(0.5));

  private static DecisionMaker decisions() {
    NodeBounds bounds = new NodeBounds(2, MOST);
    PolicyStrategy counting =
        PolicyStrategy.counting(
            new LimitedScaling(ThresholdScaling.paper(), Limits.within(bounds)));
    return new DecisionMaker(
        Proposals.of(
            counting,
            Optional.of(new LostNodes(counting, bounds, Duration.ofMinutes(5))),
            Optional.empty()),
        Guards.defaults(),
        Planner.met());
  }

  private static ControlLoop loop(Rig rig) {
    return rig.loop(decisions(), rig.journal);
  }

  private static void grow(Rig rig, ControlLoop loop) {
    for (int cycle = 0; rig.cluster.peek().nodes().size() < 3; cycle++) {
      assertThat(cycle).as("cycles without a third node").isLessThan(100);
      rig.cycles(loop, 1);
    }
  }

  /** Its process ends for good, and the store opens elsewhere what it served. */
  private static void dies(Rig rig, NodeId node) {
    List<PartitionId> held =
        rig.cluster.peek().partitions().stream()
            .filter(partition -> node.equals(partition.node()))
            .map(Partition::id)
            .toList();
    rig.cluster.kill(node, NEVER);
    held.forEach(partition -> rig.cluster.reassign(partition, RS2));
  }

  /** Neither busy nor idle. */
  private static void calm(Rig rig) {
    for (NodeId node : List.of(RS1, RS2)) {
      rig.cluster.host(node, new HostLoad(Ratio.of(0.3), Ratio.ZERO, Ratio.of(0.5)));
    }
  }

  private static String told(List<Cycle> cycles) {
    return cycles.stream()
        .map(cycle -> cycle.decision().verdict().reasons() + " " + cycle.outcome())
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  private static Set<NodeId> alone(Rig rig) {
    Set<NodeId> alone = new TreeSet<>(rig.cluster.machines());
    rig.cluster.peek().nodes().forEach(node -> alone.remove(node.id()));
    return alone;
  }

  @Test
  void theMachineOfADeadNodeThatProteusStartedIsEnded() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    ControlLoop loop = loop(rig);
    grow(rig, loop);
    dies(rig, RS3);
    calm(rig);

    List<Cycle> cycles = rig.cycles(loop, UNTIL_TIDY);

    assertThat(rig.cluster.peek().deadNodes()).isEmpty();
    assertThat(alone(rig)).as(() -> told(cycles)).isEmpty();
    assertThat(told(cycles)).contains("ORPHANED");
  }

  @Test
  void theMachineOfADeadNodeThatSomebodyElseStartedIsLeft() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.3));
    ControlLoop loop = loop(rig);
    dies(rig, RS1);

    rig.cycles(loop, UNTIL_TIDY);

    assertThat(rig.cluster.machines()).contains(RS1);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
  }

  /** The cloud counts the dead node's machine as there. */
  @Test
  void anotherNodeIsStartedBesideTheMachineOfADeadOne() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    ControlLoop loop = loop(rig);
    grow(rig, loop);
    calm(rig);
    dies(rig, RS3);

    List<Cycle> cycles = rig.cycles(loop, UNTIL_REPLACED);

    assertThat(rig.cluster.machines()).contains(RS3);
    assertThat(rig.cluster.peek().nodes()).as(() -> told(cycles)).hasSize(3);
  }

  /** Nobody ends that machine, so it would be in the way of every later growth. */
  @Test
  void growthsGoOnBesideTheMachineOfSomebodyElsesDeadNode() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.3));
    ControlLoop loop = loop(rig);
    rig.cycles(loop, 3);
    dies(rig, RS1);
    rig.cycles(loop, UNTIL_TIDY);
    assertThat(rig.cluster.peek().deadNodes()).isEmpty();
    assertThat(rig.cluster.peek().nodes()).hasSize(2);

    rig.cluster.host(RS2, BUSY);
    List<Cycle> cycles = rig.cycles(loop, UNTIL_TIDY);

    assertThat(rig.cluster.machines()).contains(RS1);
    assertThat(rig.cluster.peek().nodes()).as(() -> told(cycles)).hasSizeGreaterThan(2);
  }

  @Test
  void oneThatIsTaggedForAnotherClusterIsLeft() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    ControlLoop loop = loop(rig);
    grow(rig, loop);
    rig.cluster.cloud().tag(RS3, new MachineTags("another", "plan-1", "plan-1-0"));
    dies(rig, RS3);
    calm(rig);

    List<Cycle> cycles = rig.cycles(loop, UNTIL_TIDY);

    assertThat(rig.cluster.machines()).contains(RS3);
    assertThat(told(cycles)).doesNotContain("ORPHANED").doesNotContain("STILLBORN");
  }
}
