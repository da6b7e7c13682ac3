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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The cloud says some minutes ahead that it takes a machine, as EC2 does with spot instances. */
class TakenBackTest {
  private static final NodeId RS2 = new NodeId("rs2");

  private static DecisionMaker decisions() {
    NodeBounds bounds = new NodeBounds(2, 2);
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

  private static String told(List<Cycle> cycles) {
    return cycles.stream()
        .map(cycle -> cycle.decision().verdict().reasons() + " " + cycle.outcome())
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  @Test
  void itsNodeIsEmptyAndReplacedBeforeItGoes() {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.3));
    ControlLoop loop = rig.loop(decisions(), rig.journal);
    rig.cycles(loop, 3);
    assertThat(rig.cluster.peek().served(RS2)).isPositive();

    rig.cluster.cloud().announceTaking(RS2);
    List<Cycle> cycles = rig.cycles(loop, 3);

    assertThat(rig.cluster.peek().served(RS2)).as(() -> told(cycles)).isZero();
    assertThat(rig.cluster.peek().nodes()).as(() -> told(cycles)).hasSize(3);
    assertThat(rig.cluster.faults().count(Call.LAUNCH)).isEqualTo(1);

    rig.cluster.kill(RS2, Integer.MAX_VALUE);
    List<Cycle> later = rig.cycles(loop, 60);

    assertThat(rig.cluster.peek().partitions())
        .as(() -> told(later))
        .allMatch(partition -> partition.node() != null && !partition.node().equals(RS2));
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
    assertThat(rig.cluster.faults().count(Call.LAUNCH)).as(() -> told(later)).isEqualTo(1);
    assertThat(rig.cluster.peek().deadNodes()).isEmpty();
  }
}
