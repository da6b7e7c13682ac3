package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.execution.Rig;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A machine of Proteus's own whose node died is ended; one that it did not start never is. */
class OrphanedMachinesTest {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int MOST = 4;
  private static final int TRIALS = 200;
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS3 = new NodeId("rs3");

  /** Long enough for a death to be noticed, struck off, and the grace of its machine. */
  private static final int UNTIL_TIDY = 140;

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
    rig.cluster.kill(RS3, NEVER);

    rig.cycles(loop, UNTIL_TIDY);

    assertThat(rig.cluster.peek().deadNodes()).isEmpty();
    assertThat(alone(rig)).isEmpty();
  }

  @Test
  void theMachineOfADeadNodeThatSomebodyElseStartedIsLeft() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.3));
    ControlLoop loop = loop(rig);
    rig.cluster.kill(RS1, NEVER);

    rig.cycles(loop, UNTIL_TIDY);

    assertThat(rig.cluster.machines()).contains(RS1);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
  }

  /** Refused, lost and slow orders, nodes that die, processes of Proteus that end. */
  @Test
  void whateverACloudDoesNoOrphanStaysNoBoundIsCrossedAndNoStrangerIsEnded() {
    for (int seed = 0; seed < TRIALS; seed++) {
      trial(seed);
    }
  }

  private static void trial(int seed) {
    Random random = new Random(seed);
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    Set<NodeId> before = Set.copyOf(rig.cluster.machines());
    ControlLoop loop = loop(rig);
    for (int round = 0; round < 6; round++) {
      Call call = List.of(Call.LAUNCH, Call.TERMINATE, Call.MACHINES).get(random.nextInt(3));
      switch (random.nextInt(5)) {
        case 0 -> rig.cluster.faults().refuseNext(call, 1 + random.nextInt(3));
        case 1 -> rig.cluster.faults().loseNext(call, call == Call.MACHINES ? 0 : 1);
        case 2 -> rig.cluster.launchesTake(random.nextInt(20) == 0 ? NEVER : random.nextInt(50));
        case 3 -> loop = loop(rig);
        default ->
            rig.cluster.peek().nodes().stream()
                .map(node -> node.id())
                .filter(node -> !before.contains(node))
                .skip(random.nextInt(2))
                .findFirst()
                .ifPresent(node -> rig.cluster.kill(node, NEVER));
      }
      rig.cycles(loop, 1 + random.nextInt(20));
      assertThat(rig.cluster.machines()).as("seed %d", seed).hasSizeLessThanOrEqualTo(MOST);
      assertThat(rig.cluster.machines()).as("seed %d", seed).containsAll(before);
    }
    rig.cluster.launchesTake(1);
    for (Call call : List.of(Call.LAUNCH, Call.TERMINATE, Call.MACHINES)) {
      rig.cluster.faults().refuseNext(call, 0);
      rig.cluster.faults().loseNext(call, 0);
    }
    rig.cycles(loop, 2 * UNTIL_TIDY);

    assertThat(alone(rig)).as("orphans of seed %d", seed).isEmpty();
    assertThat(rig.cluster.machines()).as("seed %d", seed).containsAll(before);
    assertThat(rig.cluster.machines()).as("seed %d", seed).hasSizeLessThanOrEqualTo(MOST);
  }
}
