package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.ByteSize;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrefetchingTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");

  private final Rig rig = new Rig(clock -> describe().clock(clock));

  private static ClusterBuilder describe() {
    return cluster().pace(Pace.BRISK).node("rs1").holding("a", 6).node("rs2").node("rs3");
  }

  @Test
  void nodesReadWhatMovesToThemIntoTheirCachesAndStopWithThePlan() {
    List<Set<NodeId>> atMoves = atMoves(rig);

    Outcome outcome = carryOut(rig, cached("a-1", RS2), cached("a-2", RS3), plain("a-3", RS3));

    assertThat(outcome).isEqualTo(new Outcome.Completed(3));
    assertThat(atMoves.get(0)).containsExactly(RS2);
    assertThat(atMoves.get(1)).containsExactlyInAnyOrder(RS2, RS3);
    assertThat(atMoves.get(2)).doesNotContain(RS2);
    assertThat(rig.cluster.prefetching()).isEmpty();
  }

  @Test
  void whatIsNotWorthItIsNotAskedFor() {
    carryOut(rig, plain("a-1", RS2));

    assertThat(rig.cluster.faults().count(Call.PREFETCH)).isZero();
  }

  @Test
  void theyStopWhenThePlanIsGivenUp() {
    rig.cluster.faults().refuseNext(Call.MOVE, 10);

    assertThat(carryOut(rig, cached("a-1", RS2))).isInstanceOf(Outcome.Abandoned.class);

    assertThat(rig.cluster.faults().count(Call.PREFETCH)).isEqualTo(2);
    assertThat(rig.cluster.prefetching()).isEmpty();
  }

  @Test
  void aStoreThatDoesNotHearTheEndIsToldAgain() {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                rig.cluster.faults().refuseNext(Call.PREFETCH, 1);
              }
            });

    assertThat(carryOut(rig, cached("a-1", RS2))).isEqualTo(new Outcome.Completed(1));

    assertThat(rig.cluster.prefetching()).isEmpty();
  }

  @Test
  void aStoreThatRefusesMovesPartitionsAllTheSame() {
    rig.cluster.faults().refuseNext(Call.PREFETCH, 1);

    assertThat(carryOut(rig, cached("a-1", RS2))).isEqualTo(new Outcome.Completed(1));

    rig.assertUnharmed();
  }

  @Test
  void aStoreThatCannotIsNotAsked() {
    Rig without = new Rig(clock -> describe().clock(clock).without(Capability.PREFETCH));

    assertThat(carryOut(without, cached("a-1", RS2))).isEqualTo(new Outcome.Completed(1));

    assertThat(without.cluster.faults().count(Call.PREFETCH)).isZero();
  }

  /** Which nodes did so whenever a move was asked for. */
  private static List<Set<NodeId>> atMoves(Rig rig) {
    List<Set<NodeId>> seen = new ArrayList<>();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                seen.add(rig.cluster.prefetching());
              }
            });
    return seen;
  }

  private static Outcome carryOut(Rig rig, Step... steps) {
    List<Step> all = List.of(steps);
    Plan plan =
        new Plan("p", 1, Layout.of(List.of(), List.of(), Map.of()), all, Price.of(all), List.of());
    return rig.executor().carryOut(plan, null, rig.claim());
  }

  private static MovePartition plain(String partition, NodeId to) {
    return new MovePartition(
        new PartitionId(partition), new TableId("a"), RS1, to, ByteSize.ofMegabytes(1));
  }

  private static MovePartition cached(String partition, NodeId to) {
    return plain(partition, to).prefetched();
  }
}
