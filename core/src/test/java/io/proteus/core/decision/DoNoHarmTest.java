package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.LoadHabit;
import io.proteus.core.strategy.LoadHabit.Peak;
import io.proteus.core.strategy.LoadHabit.Strain;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.UseHabit;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.Headroom;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DoNoHarmTest {
  private final DoNoHarm gate = new DoNoHarm(new Headroom(Ratio.of(0.7), 2));

  private static SituationBuilder cluster(int nodes, double cpu) {
    return situation()
        .nodes(nodes, cpu(cpu))
        .partition("r", of("r"), reads(100), on("rs1"))
        .partition("w", of("w"), writes(100), on("rs2"));
  }

  private static Situation remembering(SituationBuilder cluster, LoadHabit habit) {
    return cluster.remembering(StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(habit))).build();
  }

  private static LoadHabit watched(int minutes, int found, double demand) {
    Peak load = new Peak(demand, 0);
    LoadHabit habit = LoadHabit.beginning(NOW.minus(minutes(minutes)), found, load);
    for (int ago = minutes - 10; ago > 0; ago -= 10) {
      habit = habit.with(NOW.minus(minutes(ago)), found, load);
    }
    return habit.with(NOW.minus(minutes(1)), found, load);
  }

  private static Verdict.Retarget removing(ReasonCode code, String... nodes) {
    return new Verdict.Retarget(
        Layout.of(List.of(), Stream.of(nodes).map(NodeId::new).toList(), Map.of()),
        List.of(code.says("wanted")),
        StrategyMemory.INITIAL);
  }

  private static Verdict.Retarget adding() {
    return new Verdict.Retarget(
        Layout.of(
            List.of(new NodeTarget(NodeId.planned(1), NodeProfile.asItIs(null), List.of())),
            List.of(),
            Map.of()),
        List.of(ReasonCode.GROW.says("wanted")),
        StrategyMemory.INITIAL);
  }

  private static Prediction prediction(PlanKind kind, @Nullable Duration pays) {
    return new Prediction(
        kind,
        0,
        Price.of(List.of()),
        Duration.ofMinutes(5),
        null,
        0,
        1,
        new Estimate(1, 1, 1),
        null,
        null,
        pays,
        Duration.ofHours(1));
  }

  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }

  private Optional<ReasonCode> objection(
      Situation now, Verdict.Retarget wanted, PlanKind kind, @Nullable Duration pays) {
    return gate.objection(now, wanted, prediction(kind, pays)).map(Reason::code);
  }

  @Test
  void takesNoNodeAwayBeforeTheLoadIsKnown() {
    Situation young = gate.seen(cluster(4, 0.05).build());
    Situation known = remembering(cluster(4, 0.05), watched(300, 4, 0.2));

    assertThat(objection(young, removing(ReasonCode.SHRINK, "rs4"), PlanKind.SHRINK, null))
        .contains(ReasonCode.NO_ROOM);
    assertThat(objection(known, removing(ReasonCode.SHRINK, "rs4"), PlanKind.SHRINK, null))
        .isEmpty();
  }

  @Test
  void letsGoWhatIsOfNoUse() {
    Situation young = gate.seen(cluster(4, 0.05).build());

    for (ReasonCode code :
        List.of(ReasonCode.SURPLUS, ReasonCode.STILLBORN, ReasonCode.NODE_LOST)) {
      assertThat(objection(young, removing(code, "rs4"), PlanKind.SHRINK, null)).isEmpty();
    }
  }

  @Test
  void repeatsNoGrowthThatRelievedNobody() {
    LoadHabit futile = grown(0.95, 1000, 0.95, 1010);
    SituationBuilder oneHot = cluster(5, 0.2);

    assertThat(objection(remembering(oneHot, futile), adding(), PlanKind.GROW, null))
        .contains(ReasonCode.RELIEVED_NOBODY);
    assertThat(
            gate.objection(remembering(oneHot, futile), adding(), prediction(PlanKind.GROW, null)))
        .get()
        .hasToString(
            "RELIEVED_NOBODY: 5 nodes instead of 3 serve 1010 op/s instead of 1000, and the hottest"
                + " is at 95 % CPU with I/O wait as before, so nodes are not what is missing"
                + " [guards.doNoHarm]");
  }

  @Test
  void repeatsOneThatDidOrWhereAllNodesAreBusy() {
    LoadHabit served = grown(0.95, 1000, 0.95, 1200);
    LoadHabit cooler = grown(0.95, 1000, 0.85, 1000);
    LoadHabit futile = grown(0.95, 1000, 0.95, 1010);

    assertThat(objection(remembering(cluster(5, 0.2), served), adding(), PlanKind.GROW, null))
        .isEmpty();
    assertThat(objection(remembering(cluster(5, 0.2), cooler), adding(), PlanKind.GROW, null))
        .isEmpty();
    assertThat(objection(remembering(cluster(5, 0.9), futile), adding(), PlanKind.GROW, null))
        .isEmpty();
  }

  private static LoadHabit grown(double hotBefore, double before, double hotAfter, double after) {
    return watched(60, 3, 2)
        .strained(
            Optional.of(new Strain(NOW.minus(minutes(30)), 3, before, Ratio.of(hotBefore))),
            Optional.empty())
        .strained(
            Optional.of(new Strain(NOW.minus(minutes(1)), 5, after, Ratio.of(hotAfter))),
            Optional.of(new Resized(NOW.minus(minutes(30)), 3, 5)));
  }

  @Test
  void leavesUsesAloneThatChangeBeforeAPlanHasPaid() {
    UseHabit habit =
        UseHabit.beginning(NOW.minus(minutes(65)), Map.of())
            .turned(NOW.minus(minutes(45)), Map.of(new TableId("r"), AccessClass.READ))
            .turned(NOW.minus(minutes(25)), Map.of(new TableId("w"), AccessClass.WRITE))
            .turned(NOW.minus(minutes(5)), Map.of(new TableId("r"), AccessClass.READ));
    Situation now = remembering(cluster(4, 0.5), watched(65, 4, 2).with(habit));
    Verdict.Retarget moves = removing(ReasonCode.RECONFIGURE);

    assertThat(objection(now, moves, PlanKind.RECONFIGURE, minutes(11)))
        .as("15 minutes are left, and it takes 5 and pays 11 later")
        .contains(ReasonCode.USE_CHANGES);
    assertThat(objection(now, moves, PlanKind.RECONFIGURE, minutes(9))).isEmpty();
  }

  @Test
  void learnsWhenTablesAreUsedForSomethingElse() {
    Situation first = gate.seen(cluster(4, 0.5).build());
    Situation same = gate.seen(cluster(4, 0.5).remembering(first.memory()).build());
    Situation turned =
        gate.seen(
            cluster(4, 0.5)
                .partition("r", of("r"), writes(100), on("rs1"))
                .remembering(first.memory())
                .build());

    assertThat(same.memory()).isEqualTo(first.memory());
    assertThat(turned.memory().scaling().habit().use().phases()).isEqualTo(1);
  }

  @Test
  void seesNothingWithoutMeasurements() {
    Situation blind = situation().nodes(2).node("rs1", cpuUnknown()).build();

    assertThat(gate.seen(blind)).isSameAs(blind);
  }
}
