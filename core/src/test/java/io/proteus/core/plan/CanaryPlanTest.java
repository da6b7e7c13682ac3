package io.proteus.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.AlterTableOnNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One node goes first, with all that its new settings take and with nothing else. */
class CanaryPlanTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final MemorySplit READ = MemorySplit.of(0.55, 0.10);
  private static final TableId T = new TableId("t");
  private static final Step BLOCKS = new SetBlockSize(T, ByteSize.ofKilobytes(32));

  private static Step move(String partition, NodeId from, NodeId to) {
    return new MovePartition(new PartitionId(partition), T, from, to, ByteSize.ZERO);
  }

  private static Plan plan(Step... steps) {
    return new Plan(
        "plan-1",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        List.of(steps),
        Price.of(List.of(steps)),
        List.of());
  }

  @Test
  void theFirstNodeThatIsSetOnlineGoesFirst() {
    Step first = new SetMemorySplit(RS1, READ);
    Step second = new SetMemorySplit(RS2, READ);

    CanaryPlan parts =
        CanaryPlan.of(plan(BLOCKS, first, second, move("a", RS1, RS2))).orElseThrow();

    assertThat(parts.node()).isEqualTo(RS1);
    assertThat(parts.first().id()).isEqualTo("plan-1");
    assertThat(parts.first().steps()).containsExactly(first);
    assertThat(parts.rest().id()).isEqualTo("plan-1-rest");
    assertThat(parts.rest().steps()).containsExactly(BLOCKS, second, move("a", RS1, RS2));
  }

  @Test
  void aSingleNodeGoesFirstOnlyWhereThatIsAskedFor() {
    Step only = new SetMemorySplit(RS1, READ);

    CanaryPlan parts = CanaryPlan.of(plan(only, BLOCKS), node -> true, 1).orElseThrow();

    assertThat(parts.first().steps()).containsExactly(only);
    assertThat(parts.rest().steps()).containsExactly(BLOCKS);
    assertThat(CanaryPlan.of(plan(only, BLOCKS))).isEmpty();
    assertThat(CanaryPlan.of(plan(BLOCKS), node -> true, 1)).isEmpty();
  }

  @Test
  void aRestartGoesWithWhatEmptiesAndFillsTheNode() {
    Step restart = new RestartNode(RS1, READ);
    Step next = new RestartNode(RS2, READ);

    CanaryPlan parts =
        CanaryPlan.of(
                plan(
                    BLOCKS,
                    move("a", RS1, RS2),
                    restart,
                    move("a", RS2, RS1),
                    move("b", RS2, RS1),
                    move("c", RS2, new NodeId("rs3")),
                    next))
            .orElseThrow();

    assertThat(parts.first().steps())
        .containsExactly(move("a", RS1, RS2), restart, move("a", RS2, RS1), move("b", RS2, RS1));
    assertThat(parts.rest().steps())
        .containsExactly(BLOCKS, move("c", RS2, new NodeId("rs3")), next);
  }

  @Test
  void aRestartWaitsWhereAnotherNodeCanBeSetOnline() {
    Step online = new SetMemorySplit(RS2, READ);

    CanaryPlan parts = CanaryPlan.of(plan(new RestartNode(RS1, READ), online)).orElseThrow();

    assertThat(parts.first().steps()).containsExactly(online);
  }

  @Test
  void oneNodeAloneIsNoCanary() {
    assertThat(CanaryPlan.of(plan(BLOCKS, new SetMemorySplit(RS1, READ)))).isEmpty();
    assertThat(CanaryPlan.of(plan(move("a", RS1, RS2)))).isEmpty();
  }

  @Test
  void aNodeThatServesNothingTellsNothingAndDoesNotGoFirst() {
    Plan plan = plan(new SetMemorySplit(RS1, READ), new SetMemorySplit(RS2, READ));

    assertThat(CanaryPlan.of(plan, RS2::equals, CanaryPlan.LEAST_NODES).orElseThrow().node())
        .isEqualTo(RS2);
    assertThat(CanaryPlan.of(plan, node -> false, CanaryPlan.LEAST_NODES).orElseThrow().node())
        .isEqualTo(RS1);
  }

  /** What the others do follows from what the first of them held. */
  @Test
  void restartsKeepTheirOrder() {
    Plan plan = plan(new RestartNode(RS1, READ), new RestartNode(RS2, READ));

    assertThat(CanaryPlan.of(plan, RS2::equals, CanaryPlan.LEAST_NODES).orElseThrow().node())
        .isEqualTo(RS1);
  }

  @Test
  void aNodeThatHoldsSomethingElseAfterItCannotBeComparedWithItself() {
    Step restart = new RestartNode(RS1, READ);
    Step away = move("a", RS1, RS2);
    Step back = move("a", RS2, RS1);
    Step other = move("b", RS2, RS1);
    Step next = new RestartNode(RS2, READ);

    assertThat(CanaryPlan.of(plan(away, restart, back, next)).orElseThrow().keepsWhatItHolds())
        .isTrue();
    assertThat(CanaryPlan.of(plan(away, restart, next)).orElseThrow().keepsWhatItHolds()).isFalse();
    assertThat(
            CanaryPlan.of(plan(away, restart, back, other, next)).orElseThrow().keepsWhatItHolds())
        .isFalse();
  }

  private static final Step ALTERED =
      new AlterTable(
          T,
          TableChange.of(
              SettingsChange.NOTHING,
              Map.of("f", SettingsChange.setting(Map.of("caching", "all", "compaction", "new")))),
          4);
  private static final CanaryPlan.LocalTables COMPACTION =
      new CanaryPlan.LocalTables(List.of(RS2, RS1), Set.of("compaction"));

  private static Step onNode(NodeId node) {
    return new AlterTableOnNode(
        node,
        T,
        TableChange.of(
            SettingsChange.NOTHING,
            Map.of("f", SettingsChange.setting(Map.of("compaction", "new")))));
  }

  private static Optional<CanaryPlan> local(CanaryPlan.LocalTables tables, Plan plan) {
    return CanaryPlan.of(plan, RS2::equals, CanaryPlan.LEAST_NODES, tables);
  }

  @Test
  void aTableIsTriedOnANodeThatServesAndGivenToAllByTheRest() {
    CanaryPlan parts = local(COMPACTION, plan(BLOCKS, ALTERED)).orElseThrow();

    assertThat(parts.node()).isEqualTo(RS2);
    assertThat(parts.isLocal()).isTrue();
    assertThat(parts.keepsWhatItHolds()).isTrue();
    assertThat(parts.first().id()).isEqualTo("plan-1");
    assertThat(parts.first().steps()).containsExactly(onNode(RS2));
    assertThat(parts.rest().id()).isEqualTo("plan-1-rest");
    assertThat(parts.rest().steps()).containsExactly(BLOCKS, ALTERED);
    assertThat(CanaryPlan.of(parts.first(), parts.rest())).isEqualTo(parts);
  }

  @Test
  void aTableIsTriedOnTheNodeThatGoesFirstAnyway() {
    Step first = new SetMemorySplit(RS1, READ);
    Step second = new SetMemorySplit(RS2, READ);
    Plan plan = plan(first, second, ALTERED);

    CanaryPlan parts =
        CanaryPlan.of(plan, RS1::equals, CanaryPlan.LEAST_NODES, COMPACTION).orElseThrow();

    assertThat(parts.first().steps()).containsExactly(first, onNode(RS1));
    assertThat(parts.rest().steps()).containsExactly(second, ALTERED);
    assertThat(CanaryPlan.of(plan).orElseThrow().isLocal()).isFalse();
  }

  @Test
  void whatNoNodeTakesForItselfIsTriedOnNone() {
    assertThat(local(CanaryPlan.LocalTables.NONE, plan(ALTERED))).isEmpty();
    assertThat(local(COMPACTION, plan(BLOCKS))).isEmpty();
    assertThat(local(new CanaryPlan.LocalTables(List.of(RS1), Set.of("other")), plan(ALTERED)))
        .isEmpty();
  }

  @Test
  void theTwoPartsAreFoundAgain() {
    CanaryPlan parts =
        CanaryPlan.of(
                plan(move("a", RS1, RS2), new RestartNode(RS1, READ), new RestartNode(RS2, READ)))
            .orElseThrow();

    assertThat(CanaryPlan.of(parts.first(), parts.rest())).isEqualTo(parts);
    assertThatThrownBy(() -> CanaryPlan.of(plan(BLOCKS), parts.rest()))
        .hasMessageContaining("want a plan that gives a node new settings");
  }
}
