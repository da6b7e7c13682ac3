package io.proteus.core.plan;

import static io.proteus.core.fixture.Layouts.AS_IT_WAS;
import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.WRITE;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.keepsWriteBuffer;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.localityUnknown;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.Layouts;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** MET-10, MET-11: which steps, in which order. PlanPropertyTest has what holds of every plan. */
class PlannerTest {

  @Test
  void whatIsInPlaceNeedsNoSteps() {
    SituationBuilder cluster = situation().node("rs1").partition("a", reads(1), on("rs1"));

    Plan plan = plan(cluster, layout().node("rs1", AS_IT_WAS, "a").table("t", 64));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.price()).isEqualTo(Price.NOTHING);
  }

  @Test
  void cachesGrowBeforePartitionsMoveAndShrinkAfterAndThenDataFollows() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a", reads(5), on("rs1"))
            .partition("b", reads(9), on("rs1"));

    Plan plan =
        plan(cluster, layout().node("rs1", READ, "b").node("rs2", WRITE, "a").table("t", 32));

    assertThat(sentences(plan))
        .containsExactly(
            "set blocks of t to 32 KB",
            "set rs1 online to cache 55 %, write buffer 10 %",
            "move a of t (100 MB) from rs1 to rs2",
            "set rs2 online to cache 10 %, write buffer 55 %",
            "compact a of t (100 MB) on rs2 until 70 % of it is local");
    assertThat(plan.price())
        .isEqualTo(
            new Price(
                Map.of(
                    MovePartition.MOVES, 1L,
                    MovePartition.BYTES, ByteSize.ofMegabytes(100).bytes(),
                    SetMemorySplit.RESTARTS_SAVED, 2L,
                    AlterTable.TABLES, 1L,
                    CompactPartition.BYTES, ByteSize.ofMegabytes(100).bytes())));
  }

  @Test
  void aNodeThatIsRestartedIsEmptiedBeforeAndFilledAfter() {
    SituationBuilder cluster =
        situation()
            .nodes(2, byRestart())
            .partition("a", reads(5), on("rs1"), local(1))
            .partition("b", reads(9), on("rs2"), local(1));

    Plan plan = plan(cluster, layout().node("rs1", READ, "a").node("rs2", WRITE, "b"));

    assertThat(sentences(plan))
        .containsExactly(
            "move a of t (100 MB) from rs1 to rs2",
            "restart rs1 with cache 55 %, write buffer 10 %",
            "move a of t (100 MB) from rs2 to rs1",
            "move b of t (100 MB) from rs2 to rs1",
            "restart rs2 with cache 10 %, write buffer 55 %",
            "move b of t (100 MB) from rs1 to rs2");
    assertThat(plan.price().restarts()).isEqualTo(2);
    assertThat(plan.price().moves()).isEqualTo(4);
  }

  @Test
  void aPartitionThatLeavesForGoodIsMovedOnce() {
    SituationBuilder cluster =
        situation().nodes(2).node("rs1", byRestart()).partition("a", reads(5), on("rs1"), local(1));

    Plan plan = plan(cluster, layout().node("rs1", READ).node("rs2", AS_IT_WAS, "a"));

    assertThat(plan.price().moves()).isEqualTo(1);
  }

  /** The store would refuse the move, and half of its keys are on the dead node. */
  @Test
  void aPartitionWhoseMoveADeadNodeCutOffStaysAndIsNamed() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a", reads(5), on("rs1"))
            .partition("b", reads(5), on("rs1"))
            .gap(Gap.Kind.MOVE_CUT_OFF, "a", "rs9, to which it was on its way, is dead")
            .without(Capability.COMPACT_PARTITION);

    Plan plan = plan(cluster, layout().node("rs1", AS_IT_WAS).node("rs2", AS_IT_WAS, "a", "b"));

    assertThat(sentences(plan)).containsExactly("move b of t (100 MB) from rs1 to rs2");
    assertThat(plan.reasons())
        .last()
        .hasToString(
            "PARTITIONS_IN_TRANSITION: a stays where it is; rs9, to which it was on its way, is"
                + " dead");
  }

  @Test
  void aNodeThatHoldsWhatCannotBeMovedIsNotRestarted() {
    SituationBuilder cluster =
        situation()
            .nodes(2, byRestart())
            .partition("a", reads(5), on("rs1"), local(1))
            .gap(Gap.Kind.MOVE_CUT_OFF, "a", "rs9, to which it was on its way, is dead");

    Plan plan = plan(cluster, layout().node("rs1", READ, "a").node("rs2", READ));

    assertThat(sentences(plan)).containsExactly("restart rs2 with cache 55 %, write buffer 10 %");
    assertThat(plan.reasons())
        .extracting(Reason::toString)
        .contains(
            "NOT_CAPABLE: the settings of rs1 stay, as partitions there cannot be moved meanwhile");
  }

  @Test
  void theOnlyOtherNodeHostsPartitionsEvenThoughItWillGo() {
    SituationBuilder cluster =
        situation()
            .node("rs1", byRestart())
            .node("rs2")
            .partition("a", reads(5), on("rs1"), local(1))
            .partition("b", reads(5), on("rs2"), megabytes(0));

    Plan plan = plan(cluster, layout().node("rs1", READ, "a", "b").gone("rs2"));

    assertThat(sentences(plan))
        .containsExactly(
            "move a of t (100 MB) from rs1 to rs2",
            "restart rs1 with cache 55 %, write buffer 10 %",
            "move a of t (100 MB) from rs2 to rs1",
            "move b of t (0 B) from rs2 to rs1",
            "stop rs2 for good",
            "forget rs2");
  }

  @Test
  void withoutARestartThePlanSaysWhatStaysAsItIs() {
    SituationBuilder cluster =
        situation()
            .nodes(2, byRestart())
            .partition("a", reads(5), on("rs1"))
            .without(Capability.RESTART_NODE);

    Plan plan = plan(cluster, layout().node("rs1", READ).node("rs2", WRITE, "a"));

    assertThat(plan.steps()).noneMatch(RestartNode.class::isInstance);
    assertThat(plan.steps()).anyMatch(MovePartition.class::isInstance);
    assertThat(plan.reasons())
        .last()
        .hasToString(
            "NOT_CAPABLE: rs1, rs2 keep their memory split: they take no new one while they run,"
                + " and cannot be restarted [cloud.type]");
  }

  @Test
  void aNodeThatKeepsWhatItsWriteBufferGivesUpIsRestartedForASmallerOneAlone() {
    SituationBuilder cluster = situation().nodes(3, keepsWriteBuffer()).node("rs3");

    Plan plan = plan(cluster, layout().node("rs1", READ).node("rs2", WRITE).node("rs3", AS_IT_WAS));

    assertThat(sentences(plan))
        .containsExactly(
            "restart rs1 with cache 55 %, write buffer 10 %",
            "set rs2 online to cache 10 %, write buffer 55 %");
    assertThat(plan.reasons())
        .last()
        .hasToString(
            "NOT_CAPABLE: rs1 take the new split by a restart: while they run, they would keep the"
                + " memory that their write buffer gives up");
  }

  @Test
  void theOnlyNodeIsNeverRestarted() {
    SituationBuilder cluster =
        situation().node("rs1", byRestart()).partition("a", reads(5), on("rs1"));

    Plan plan = plan(cluster, layout().node("rs1", READ, "a"));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons()).extracting(Reason::code).contains(ReasonCode.NOT_CAPABLE);
  }

  @Test
  void aStoreThatPlacesPartitionsItselfIsNotConfiguredForAPlacementThatWillNotCome() {
    SituationBuilder cluster =
        situation().nodes(2).partition("a", reads(5), on("rs1")).without(Capability.MOVE_PARTITION);

    Plan plan = plan(cluster, layout().node("rs1", READ).node("rs2", WRITE, "a").table("t", 32));

    assertThat(sentences(plan)).containsExactly("set blocks of t to 32 KB");
    assertThat(plan.reasons())
        .last()
        .hasToString(
            "NOT_CAPABLE: 1 partition stays, and 2 nodes keep their configuration:"
                + " this store places partitions itself");
  }

  @Test
  void newNodesAreAPlanOfTheirOwn() {
    SituationBuilder cluster =
        situation()
            .node("rs1")
            .partition("a", reads(5), on("rs1"))
            .partition("b", reads(5), on("rs1"));

    Plan plan =
        plan(cluster, layout().node("rs1", READ).node("+1", WRITE, "a").node("+2", READ, "b"));

    assertThat(sentences(plan))
        .containsExactly(
            "start a node, 2 in all, with cache 10 %, write buffer 55 %",
            "start a node, 3 in all, with cache 55 %, write buffer 10 %");
    assertThat(plan.reasons())
        .last()
        .hasToString(
            "RESIZE_CONTINUES: 2 partitions will move, and nodes be configured, once the new nodes"
                + " are there");
  }

  @Test
  void aNodeThatGoesIsEmptiedBeforeItIsStopped() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a", reads(5), on("rs1"), megabytes(0))
            .partition("b", reads(5), on("rs2"), megabytes(0));

    assertThat(sentences(plan(cluster, layout().node("rs1", AS_IT_WAS, "a", "b").gone("rs2"))))
        .containsExactly("move b of t (0 B) from rs2 to rs1", "stop rs2 for good", "forget rs2");
  }

  @Test
  void aNodeThatCannotBeEmptiedStays() {
    SituationBuilder cluster =
        situation().nodes(2).partition("b", reads(5), on("rs2")).without(Capability.MOVE_PARTITION);

    Plan plan = plan(cluster, layout().node("rs1", AS_IT_WAS, "b").gone("rs2"));

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons())
        .last()
        .hasToString("NOT_CAPABLE: rs2 stays, as it cannot be emptied");
  }

  @Test
  void withoutACloudNoNodeIsStartedOrStopped() {
    SituationBuilder cluster = situation().nodes(2).without(Capability.RESIZE);

    assertThat(plan(cluster, layout().node("rs1", AS_IT_WAS).gone("rs2")).steps()).isEmpty();
    assertThat(
            plan(cluster, layout().node("rs1", AS_IT_WAS).node("rs2", AS_IT_WAS).node("+1", READ))
                .steps())
        .isEmpty();
  }

  @Test
  void theBusiestPartitionsMoveFirstAndTablesTakeTurns() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a1", of("a"), reads(9), on("rs1"), megabytes(0))
            .partition("a2", of("a"), reads(8), on("rs1"), megabytes(0))
            .partition("b1", of("b"), reads(7), on("rs1"), megabytes(0));

    Plan plan = plan(cluster, layout().node("rs2", AS_IT_WAS, "a1", "a2", "b1"));

    assertThat(sentences(plan))
        .extracting(sentence -> sentence.substring(0, 7))
        .containsExactly("move a1", "move b1", "move a2");
  }

  @Test
  void whatIsLocalEnoughIsNotCompacted() {
    SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("w1", reads(1), on("rs1"), local(0.70))
            .partition("w2", reads(1), on("rs1"), local(0.69))
            .partition("r1", reads(1), on("rs2"), local(0.90))
            .partition("r2", reads(1), on("rs2"), local(0.89))
            .partition("r3", reads(1), on("rs2"), localityUnknown())
            .partition("r4", reads(1), on("rs2"), local(0), megabytes(0));

    Plan plan =
        plan(
            cluster,
            layout().node("rs1", WRITE, "w1", "w2").node("rs2", READ, "r1", "r2", "r3", "r4"));

    assertThat(plan.steps())
        .filteredOn(CompactPartition.class::isInstance)
        .extracting(step -> ((CompactPartition) step).partition().value())
        .containsExactlyInAnyOrder("w2", "r2");
  }

  @Test
  void aTableThatIsGoneOrAPartitionThatIsGoneNeedsNothing() {
    SituationBuilder cluster = situation().nodes(2).partition("a", reads(1), on("rs1"));

    Plan plan =
        plan(
            cluster,
            layout()
                .node("rs1", AS_IT_WAS, "a")
                .node("rs2", AS_IT_WAS, "split since")
                .table("dropped", 32));

    assertThat(plan.steps()).isEmpty();
  }

  private static Plan plan(SituationBuilder cluster, Layouts wanted) {
    return Figures.PLANNER.plan(cluster.build(), wanted.wanted());
  }

  private static List<String> sentences(Plan plan) {
    return plan.steps().stream().map(Step::toString).toList();
  }
}
