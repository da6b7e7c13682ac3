package io.proteus.core.strategy.guard;

import static io.proteus.core.fixture.Layouts.AS_IT_WAS;
import static io.proteus.core.fixture.Layouts.MIXED;
import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.SCAN;
import static io.proteus.core.fixture.Layouts.WRITE;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.requests;
import static io.proteus.core.fixture.PartitionTrait.scans;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.Layouts;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Undone;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What keeps a retarget from being carried out. */
class RetargetGuardsTest {

  @Nested
  class AMoveBudget {
    private final SituationBuilder cluster =
        situation()
            .nodes(2)
            .partition("a", reads(1), on("rs1"))
            .partition("b", reads(1), on("rs1"))
            .partition("c", reads(1), on("rs2"));
    private final Layouts twoMoves =
        layout().node("rs1", READ, "c").node("rs2", READ, "b").node("+1", READ, "a");

    @Test
    void allowsAsManyMovesAsItSays() {
      assertThat(new MoveBudget(3).objection(cluster.build(), twoMoves.wanted())).isEmpty();
    }

    @Test
    void refusesOneMore() {
      assertThat(new MoveBudget(2).objection(cluster.build(), twoMoves.wanted()))
          .get()
          .hasToString(
              "TOO_MANY_MOVES: it would move 3 partitions, and 2 may move [guards.maximumMoves]");
    }

    @Test
    void ofZeroIsNone() {
      assertThat(new MoveBudget(0).objection(cluster.build(), twoMoves.wanted())).isEmpty();
    }

    @Test
    void cannotBeNegative() {
      assertThatThrownBy(() -> new MoveBudget(-1))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("guards.maximumMoves");
    }
  }

  @Nested
  class WorthAndGain {
    private final WorthIt guard = new WorthIt(Ratio.of(0.05));

    /** Two nodes as they should be: one reads, one writes. */
    private SituationBuilder inPlace() {
      return situation()
          .node("rs1", split(READ.memory()))
          .node("rs2", split(WRITE.memory()))
          .table("r", 32)
          .table("w", 64)
          .partition("r1", of("r"), reads(50), on("rs1"))
          .partition("r2", of("r"), reads(50), on("rs1"))
          .partition("w1", of("w"), writes(50), on("rs2"))
          .partition("w2", of("w"), writes(50), on("rs2"));
    }

    private Layouts asItIs() {
      return layout()
          .node("rs1", READ, "r1", "r2")
          .node("rs2", WRITE, "w1", "w2")
          .table("r", 32)
          .table("w", 64);
    }

    @Test
    void whatIsThereAlreadyIsInPlace() {
      assertThat(guard.objection(inPlace().build(), asItIs().wanted()))
          .get()
          .hasToString("IN_PLACE: every partition and every node is as it should be");
    }

    @Test
    void twoEqualPartitionsThatWouldChangePlacesAreNotWorthIt() {
      SituationBuilder cluster =
          inPlace().node("rs3", split(READ.memory())).partition("r3", reads(49), on("rs3"));
      Layouts swapped =
          layout()
              .node("rs1", READ, "r3", "r2")
              .node("rs2", WRITE, "w1", "w2")
              .node("rs3", READ, "r1");

      assertThat(guard.objection(cluster.build(), swapped.wanted()))
          .get()
          .hasToString(
              "NOT_WORTH_IT: it would better the place of 0.6 % of the requests, and 5 % are wanted"
                  + " [guards.minimumGain]");
    }

    @Test
    void requestsAmongThoseOfAnotherKindAreMisplaced() {
      SituationBuilder mixed =
          situation()
              .node("rs1", split(READ.memory()))
              .node("rs2", split(WRITE.memory()))
              .partition("r1", reads(60), on("rs1"))
              .partition("w1", writes(40), on("rs1"))
              .partition("r2", reads(40), on("rs2"))
              .partition("w2", writes(60), on("rs2"));

      assertThat(gain(mixed, layout().node("rs1", READ, "r1", "r2").node("rs2", WRITE, "w1", "w2")))
          .isEqualTo(0.4, within(1e-9));
    }

    @Test
    void readsAndScansDoNotBelongTogetherThoughTheyDivideTheHeapAlike() {
      SituationBuilder cluster =
          situation()
              .node("rs1", split(READ.memory()))
              .node("rs2", split(READ.memory()))
              .partition("r", reads(80), on("rs1"))
              .partition("s", scans(20), on("rs1"));

      assertThat(gain(cluster, layout().node("rs1", READ, "r").node("rs2", SCAN, "s")))
          .isEqualTo(0.2, within(1e-9));
    }

    @Test
    void requestsToANodeThatIsConfiguredForOthersAreMisplaced() {
      SituationBuilder wrong = inPlace().node("rs2", split(READ.memory()));

      assertThat(gain(wrong, asItIs())).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void aNodeThatCannotBeConfiguredIsNotAtFault() {
      SituationBuilder fixed =
          inPlace().node("rs2", split(READ.memory()), byRestart()).without(Capability.RESTART_NODE);

      assertThat(gain(fixed, asItIs())).isZero();
      assertThat(guard.objection(fixed.build(), asItIs().wanted())).isPresent();
    }

    @Test
    void whatCannotBeMovedGainsNothing() {
      SituationBuilder mixed =
          inPlace()
              .partition("w1", on("rs1"))
              .partition("r1", on("rs2"))
              .without(Capability.MOVE_PARTITION);

      assertThat(gain(mixed, asItIs())).isZero();
    }

    @Test
    void aHotNodeIsRelievedHoweverManyNodesThereAre() {
      SituationBuilder cluster = situation();
      Layouts wanted = layout();
      for (int node = 1; node <= 100; node++) {
        cluster
            .node("rs" + node, split(READ.memory()))
            .partition("a" + node, reads(50), on("rs" + (node == 2 ? 1 : node)))
            .partition("b" + node, reads(50), on("rs" + node));
        wanted.node("rs" + node, READ, "a" + node, "b" + node);
      }

      assertThat(gain(cluster, wanted)).isEqualTo(1.0 / 3, within(1e-9));
    }

    @Test
    void aSlowNodeIsRelievedOfALoadThatIsNoneToOthers() {
      SituationBuilder even =
          situation()
              .nodes(2, split(READ.memory()))
              .partition("a", reads(50), on("rs1"))
              .partition("b", reads(50), on("rs1"))
              .partition("c", reads(100), on("rs2"));
      Layouts moved = layout().node("rs1", READ, "a").node("rs2", READ, "b", "c");
      NodeSpeeds slow =
          new NodeSpeeds(new TreeMap<>(Map.of(new NodeId("rs1"), new NodeSpeeds.Learned(0.4, 10))));

      assertThat(gain(even, moved)).isZero();
      even.remembering(StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(slow)));
      assertThat(gain(even, moved)).as("from 250 to 150 of a usual node").isEqualTo(0.4);
    }

    @Test
    void whatOneKindGainsAtTheExpenseOfAnotherIsNoGain() {
      SituationBuilder cluster =
          situation()
              .nodes(3, split(READ.memory()))
              .node("rs3", split(MIXED.memory()))
              .partition("r1", reads(50), on("rs1"))
              .partition("r2", reads(50), on("rs2"))
              .partition("m1", requests(25, 0, 25), on("rs3"))
              .partition("m2", requests(25, 0, 25), on("rs3"));
      Layouts other =
          layout().node("rs1", READ, "r1", "r2").node("rs2", MIXED, "m1").node("rs3", MIXED, "m2");

      assertThat(gain(cluster, other)).isZero();
    }

    @Test
    void aTableThatGetsTheBlocksThatItsRequestsWantGains() {
      SituationBuilder cluster = inPlace().table("w", 128);

      assertThat(gain(cluster, asItIs())).isEqualTo(0.5, within(1e-9));
      assertThat(gain(cluster.without(Capability.BLOCK_SIZE_ONLINE), asItIs())).isZero();
    }

    @Test
    void aTableOfTwoUsesDoesNotGainByATurnOfTheTide() {
      SituationBuilder cluster =
          situation()
              .node("rs1", split(READ.memory()))
              .node("rs2", split(SCAN.memory()))
              .table("t", 32)
              .partition("r", of("t"), reads(49), on("rs1"))
              .partition("s", of("t"), scans(51), on("rs2"));

      assertThat(
              gain(cluster, layout().node("rs1", READ, "r").node("rs2", SCAN, "s").table("t", 128)))
          .isEqualTo(0.02, within(1e-9));
    }

    @Test
    void anyChangeInTheNumberOfNodesIsWorthIt() {
      Layouts grown = asItIs().node("+1", READ);
      SituationBuilder three = inPlace().node("rs3");

      assertThat(guard.objection(inPlace().build(), grown.wanted())).isEmpty();
      assertThat(guard.objection(three.build(), asItIs().gone("rs3").wanted())).isEmpty();
    }

    /** Whoever proposes a split has asked whether it relieves a busy node. */
    @Test
    void soIsASplitHoweverFewRequestsItsPartitionHas() {
      Verdict.Retarget placed = asItIs().wanted();
      Reshapes.Split split = new Reshapes.Split(new PartitionId("w1"), null, null);
      Verdict.Retarget wanted =
          new Verdict.Retarget(
              placed.target().with(new Reshapes(List.of(split), List.of())),
              placed.reasons(),
              placed.memory());

      assertThat(guard.objection(inPlace().partition("w1", reads(1)).build(), wanted)).isEmpty();
    }

    @Test
    void soIsThePlacementThatCompletesIt() {
      SituationBuilder three = inPlace().node("rs3", split(AS_IT_WAS.memory()));
      Layouts spread =
          layout().node("rs1", READ, "r1").node("rs2", WRITE, "w1", "w2").node("rs3", READ, "r2");

      assertThat(guard.objection(three.remembering(resizingTo(3)).build(), spread.wanted()))
          .isEmpty();
    }

    @Test
    void butNotWhereTheResizeFailed() {
      Layouts swapped = layout().node("rs1", READ, "r1", "r2").node("rs2", WRITE, "w1", "w2");
      SituationBuilder two =
          inPlace().table("r", 64).partition("r1", reads(0)).remembering(resizingTo(4));

      assertThat(guard.objection(two.build(), swapped.wanted())).isPresent();
    }

    @Test
    void withoutRequestsThereIsNothingToGain() {
      SituationBuilder idle = situation().nodes(2).partition("a", requests(0, 0, 0), on("rs1"));

      assertThat(gain(idle, layout().node("rs1", READ).node("rs2", READ, "a"))).isZero();
    }

    private double gain(SituationBuilder cluster, Layouts wanted) {
      return Gain.of(cluster.build(), wanted.build()).share();
    }

    private StrategyMemory resizingTo(int nodes) {
      return StrategyMemory.INITIAL.withResizingTo(nodes);
    }
  }

  @Nested
  class AHoldAfterAnUndo {
    private final AfterUndo guard = new AfterUndo(Duration.ofHours(1));
    private final Layouts same = layout().node("rs1", READ, "a").node("rs2", READ);
    private final Layouts more = layout().node("rs1", READ, "a").node("+1", READ);

    private SituationBuilder undoneAgo(Duration since, boolean grew) {
      return situation()
          .nodes(2)
          .partition("a", reads(1), on("rs1"))
          .remembering(
              StrategyMemory.INITIAL.with(
                  new Undone(SituationBuilder.NOW.minus(since), "plan-1", grew)));
    }

    @Test
    void holdsAndSaysForHowLong() {
      assertThat(guard.objection(undoneAgo(Duration.ofMinutes(10), false).build(), same.wanted()))
          .get()
          .hasToString(
              "AFTER_UNDO: plan-1 was undone 600 s ago, and 3600 s are to pass before anything"
                  + " like it [verification.holdAfterUndo]");
    }

    @Test
    void endsInTime() {
      assertThat(guard.objection(undoneAgo(Duration.ofHours(1), false).build(), same.wanted()))
          .isEmpty();
    }

    @Test
    void letsNodesGoThatNobodyHadAskedFor() {
      Verdict.Retarget surplus =
          new Verdict.Retarget(
              same.wanted().target(),
              List.of(ReasonCode.SURPLUS.says("one too many")),
              StrategyMemory.INITIAL);
      Verdict.Retarget stillborn =
          new Verdict.Retarget(
              same.wanted().target(),
              List.of(ReasonCode.STILLBORN.says("one that never came")),
              StrategyMemory.INITIAL);

      for (Verdict.Retarget ofNoUse : List.of(surplus, stillborn)) {
        assertThat(guard.objection(undoneAgo(Duration.ofMinutes(1), true).build(), ofNoUse))
            .isEmpty();
      }
    }

    @Test
    void letsAClusterGrowUnlessGrowthWasUndone() {
      assertThat(guard.objection(undoneAgo(Duration.ofMinutes(1), false).build(), more.wanted()))
          .isEmpty();
      assertThat(guard.objection(undoneAgo(Duration.ofMinutes(1), true).build(), more.wanted()))
          .isPresent();
    }

    @Test
    void isNotThereForAnUndoOfTheFarFuture() {
      assertThat(guard.objection(undoneAgo(Duration.ofDays(-365), true).build(), same.wanted()))
          .isEmpty();
    }

    @Test
    void isNotThereWhereNothingWasUndone() {
      assertThat(guard.objection(situation().nodes(2).build(), same.wanted())).isEmpty();
    }
  }
}
