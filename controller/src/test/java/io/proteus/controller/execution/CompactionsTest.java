package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEvent.CompactionsPaused;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.Pace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompactionsTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");

  private final Rig rig = new Rig(clock -> describe().clock(clock));

  private static ClusterBuilder describe() {
    return cluster().pace(Pace.BRISK).node("rs1").holding("a", 6).node("rs2").node("rs3");
  }

  @Test
  void theyWaitWherePartitionsMoveToUntilThePlanCompacts() throws Exception {
    Map<Call, Set<Set<NodeId>>> seen = paused(rig);

    Outcome outcome = carryOut(move("a-1", RS2), move("a-2", RS3), compact("a-1", RS2));

    assertThat(outcome).isEqualTo(new Outcome.Completed(3));
    assertThat(seen.get(Call.MOVE)).containsExactly(Set.of(RS2, RS3));
    assertThat(seen.get(Call.COMPACT)).containsExactly(Set.of());
    rig.assertUnharmed();
  }

  /** What Proteus did not switch off is not Proteus's to switch on. */
  @Test
  void theyStaySwitchedOffWhereAnOperatorHasSwitchedThemOff() throws Exception {
    rig.cluster.switchCompactions(Set.of(RS2), false);
    rig.cluster.restrict(
        Restrictions.of(List.of(), Map.of(), Map.of(RS2, "switched off"), Map.of()));
    Map<Call, Set<Set<NodeId>>> seen = paused(rig);

    assertThat(carryOut(move("a-1", RS2), move("a-2", RS3))).isEqualTo(new Outcome.Completed(2));

    assertThat(seen.get(Call.MOVE)).containsExactly(Set.of(RS2, RS3));
    assertThat(rig.cluster.notCompacting()).containsExactly(RS2);
  }

  @Test
  void theyGoOnWhenThePlanIsGivenUp() throws Exception {
    rig.cluster.faults().refuseNext(Call.MOVE, 10);

    assertThat(carryOut(move("a-1", RS2))).isInstanceOf(Outcome.Abandoned.class);

    rig.assertUnharmed();
    assertThat(rig.journal.compactionsPausedOn()).isEmpty();
  }

  @Test
  void theyWaitNoLongerThanIsSet() throws Exception {
    int moreThanAMinute = 320;
    Rig slow =
        new Rig(clock -> describe().clock(clock).pace(new Pace(moreThanAMinute, 1, 1, 2, 1)));
    Map<Call, Set<Set<NodeId>>> seen = paused(slow);

    // two at a time, so that the last is asked for after two minutes
    carryOut(
        slow,
        move("a-1", RS2),
        move("a-2", RS2),
        move("a-3", RS2),
        move("a-4", RS2),
        move("a-5", RS2));

    assertThat(seen.get(Call.MOVE)).contains(Set.of(RS2), Set.of());
    assertThat(slow.cluster.faults().count(Call.SWITCH_COMPACTIONS)).isEqualTo(2);
    slow.assertUnharmed();
  }

  @Test
  void aStoreThatRefusesIsMovedAllTheSame() throws Exception {
    rig.cluster.faults().refuseNext(Call.SWITCH_COMPACTIONS, 1);

    assertThat(carryOut(move("a-1", RS2))).isEqualTo(new Outcome.Completed(1));

    rig.assertUnharmed();
  }

  @Test
  void aStoreWithoutTheSwitchIsNotAsked() throws Exception {
    Rig without = new Rig(clock -> describe().clock(clock).without(Capability.PAUSE_COMPACTIONS));

    assertThat(carryOut(without, move("a-1", RS2))).isEqualTo(new Outcome.Completed(1));

    assertThat(without.cluster.faults().count(Call.SWITCH_COMPACTIONS)).isZero();
  }

  @Test
  void theNextProteusLetsThemGo() throws Exception {
    rig.journal.append(rig.clock.instant(), new CompactionsPaused(List.of(RS2)));
    rig.cluster.switchCompactions(Set.of(RS2), false);
    Recovery recovery = rig.recovery(rig.journal);

    assertThat(recovery.isNeeded()).isTrue();
    assertThat(recovery.recover(rig.claim()).sentences())
        .map(Object::toString)
        .containsExactly("switched the store's own compactions on again");

    assertThat(recovery.isNeeded()).isFalse();
    rig.assertUnharmed();
  }

  /** Where compactions waited at each call. */
  private static Map<Call, Set<Set<NodeId>>> paused(Rig rig) {
    Map<Call, Set<Set<NodeId>>> seen = new EnumMap<>(Call.class);
    rig.cluster
        .faults()
        .beforeEach(
            call ->
                seen.computeIfAbsent(call, c -> new HashSet<>()).add(rig.cluster.notCompacting()));
    return seen;
  }

  private Outcome carryOut(Step... steps) {
    return carryOut(rig, steps);
  }

  private static Outcome carryOut(Rig rig, Step... steps) {
    List<Step> all = new ArrayList<>(List.of(steps));
    Plan plan =
        new Plan("p", 1, Layout.of(List.of(), List.of(), Map.of()), all, Price.of(all), List.of());
    return rig.executor().carryOut(plan, null, rig.claim());
  }

  private static Step move(String partition, NodeId to) {
    return new MovePartition(
        new PartitionId(partition), new TableId("a"), RS1, to, ByteSize.ofMegabytes(1));
  }

  private static Step compact(String partition, NodeId node) {
    return new CompactPartition(
        new PartitionId(partition), new TableId("a"), node, Ratio.of(0.9), ByteSize.ofMegabytes(1));
  }
}
