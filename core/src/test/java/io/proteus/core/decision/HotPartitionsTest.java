package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.rows;
import static io.proteus.core.fixture.PartitionTrait.times;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.HOT_KEY;
import static io.proteus.core.strategy.ReasonCode.HOT_PARTITION;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.MoveUpperHalf;
import io.proteus.core.step.SplitPartition;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.PartitionHeat;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.SplitMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HotPartitionsTest {
  private static final HotPartitions RULES = HotPartitions.usual();
  private static final TableId T = new TableId("t");
  private static final PartitionId HOT = new PartitionId("hot");

  private static SituationBuilder cluster(double busy, double others) {
    return situation()
        .node("rs1", cpu(busy))
        .node("rs2", cpu(others))
        .node("rs3", cpu(others / 2))
        .partition("cold", on("rs1"), rows("", "b"), reads(100))
        .partition("hot", on("rs1"), rows("b", "y"), reads(900), megabytes(100))
        .partition("rest", on("rs2"), rows("y", ""), reads(300))
        .partition("more", on("rs3"), rows("z", "zz"), reads(150));
  }

  private static Verdict healthy(Situation now) {
    return Verdict.hold(HEALTHY.says("all fine"), now.memory());
  }

  private static Verdict.Retarget wanting(Situation now, int nodes, List<NodeId> removed) {
    NodeProfile profile = new NodeProfile("any", null, null);
    List<NodeTarget> targets =
        IntStream.rangeClosed(1, nodes)
            .mapToObj(
                n ->
                    new NodeTarget(
                        n <= 3 ? new NodeId("rs" + n) : NodeId.planned(n - 3), profile, List.of()))
            .toList();
    return new Verdict.Retarget(
        Layout.of(targets, removed, Map.of()),
        List.of((removed.isEmpty() ? GROW : SHRINK).says("so")),
        now.memory());
  }

  private static Verdict after(Verdict before, Situation now) {
    return RULES.propose(now, DecisionTrigger.SCHEDULED, Optional.of(before)).orElseThrow();
  }

  private static List<Reshapes.Split> splits(Verdict verdict) {
    return verdict instanceof Verdict.Retarget wanted
        ? wanted.target().reshapes().splits()
        : List.of();
  }

  private static StrategyMemory remembering(SplitMemory.Split... splits) {
    return StrategyMemory.INITIAL.with(new SplitMemory(List.of(splits)));
  }

  private static SplitMemory.Split split(
      Situation now, Duration ago, String from, String to, double load) {
    KeyRange rows =
        new KeyRange(
            from.isEmpty() ? null : RowKey.parse(from), to.isEmpty() ? null : RowKey.parse(to));
    return new SplitMemory.Split(now.now().minus(ago), T, rows, load);
  }

  @Test
  void aPartitionHotterThanANodeShouldBeIsSplitAndItsUpperHalfGoesToTheIdlestNode() {
    Situation now = cluster(0.95, 0.3).build();

    Verdict verdict = after(healthy(now), now);

    assertThat(splits(verdict)).containsExactly(new Reshapes.Split(HOT, null, new NodeId("rs3")));
    assertThat(verdict.reasons().get(0).code()).isEqualTo(HOT_PARTITION);
    assertThat(verdict.memory().splits().splits())
        .containsExactly(split(now, Duration.ZERO, "b", "y", 900));
    assertThat(Planner.met().plan(now, (Verdict.Retarget) verdict).steps())
        .hasExactlyElementsOfTypes(SplitPartition.class, MoveUpperHalf.class);
  }

  @Test
  void nothingIsSplitWhileItsNodeHasRoom() {
    Situation now = cluster(0.6, 0.1).build();

    assertThat(after(healthy(now), now)).isEqualTo(healthy(now));
  }

  @Test
  void nothingIsSplitThatOtherNodesCouldRelieveByMoves() {
    Situation now =
        situation()
            .node("rs1", cpu(0.95))
            .node("rs2", cpu(0.5))
            .partition("a", on("rs1"), rows("", "b"), reads(350))
            .partition("b", on("rs1"), rows("b", "c"), reads(330))
            .partition("c", on("rs1"), rows("c", "d"), reads(320))
            .partition("d", on("rs2"), rows("d", ""), reads(500))
            .build();

    assertThat(after(healthy(now), now)).isEqualTo(healthy(now));
  }

  /** One of three equal nodes has two of four equal partitions, wherever whole ones go. */
  private static SituationBuilder fourOnThree() {
    return situation()
        .node("rs1", cpu(0.96))
        .node("rs2", cpu(0.5))
        .node("rs3", cpu(0.48))
        .partition("a", on("rs1"), rows("", "b"), reads(250), megabytes(100))
        .partition("b", on("rs1"), rows("b", "c"), reads(250), megabytes(100))
        .partition("c", on("rs2"), rows("c", "d"), reads(250), megabytes(100))
        .partition("d", on("rs3"), rows("d", ""), reads(240), megabytes(100));
  }

  @Test
  void aPartitionOfWhichAHalfEvensOutWhatWholeOnesCannotIsSplit() {
    Situation now = fourOnThree().build();

    assertThat(splits(after(healthy(now), now)))
        .containsExactly(new Reshapes.Split(new PartitionId("a"), null, new NodeId("rs3")));
  }

  @Test
  void nothingIsTooCoarseWhereASmallerPartitionEvensOut() {
    Situation now = fourOnThree().partition("e", on("rs1"), rows("a", "aa"), reads(150)).build();

    assertThat(splits(after(healthy(now), now))).isEmpty();
  }

  /** The half of a partition that was split is what the others have room for, not a whole one. */
  @Test
  void aSmallerPartitionIsSplitWhereOthersHaveRoomForNoHalfOfALargeOne() {
    Situation now =
        situation()
            .node("rs1", cpu(0.96))
            .node("rs2", cpu(0.66))
            .node("rs3", cpu(0.66))
            .partition("a", on("rs1"), rows("", "b"), reads(250), megabytes(100))
            .partition("b1", on("rs1"), rows("b", "bb"), reads(125), megabytes(50))
            .partition("c", on("rs2"), rows("c", "d"), reads(250), megabytes(100))
            .partition("d", on("rs3"), rows("d", ""), reads(250), megabytes(100))
            .build();

    assertThat(splits(after(healthy(now), now)))
        .containsExactly(new Reshapes.Split(new PartitionId("b1"), null, new NodeId("rs2")));
  }

  /** Two nodes, each with one hot partition: only halves let a third one help. */
  @Test
  void whereNoNodeHasRoomTheHalvesStay() {
    Situation now = cluster(0.95, 0.3).node("rs2", cpu(0.9)).node("rs3", cpu(0.8)).build();

    assertThat(splits(after(healthy(now), now))).contains(new Reshapes.Split(HOT, null, null));
  }

  @Test
  void aSplitComesBeforeAGrowthThatWouldRelieveNobodyElse() {
    Situation now = cluster(0.95, 0.3).build();

    assertThat(splits(after(wanting(now, 4, List.of()), now))).hasSize(1);
  }

  @Test
  void whatOnePlanDoesNotSplitIsLeftToTheNextAndNotToAGrowth() {
    SituationBuilder cluster = situation();
    for (int node = 1; node <= 6; node++) {
      cluster.node("rs" + node, cpu(0.96)).node("idle" + node, cpu(0.2));
      cluster.partition(
          "p" + node,
          on("rs" + node),
          rows("a" + node, "b" + node),
          reads(100 + node),
          megabytes(100));
    }
    Situation now = cluster.build();

    assertThat(splits(after(wanting(now, 14, List.of()), now)))
        .extracting(Reshapes.Split::partition)
        .hasSize(RULES.atOnce());
  }

  @Test
  void aGrowthThatOthersNeedTooGoesFirst() {
    Situation now =
        cluster(0.95, 0.3)
            .node("rs4", cpu(0.9))
            .partition("x", on("rs4"), rows("a0", "a1"), reads(300))
            .partition("y", on("rs4"), rows("a2", "a3"), reads(300))
            .build();
    Verdict growth = wanting(now, 6, List.of());

    assertThat(after(growth, now)).isEqualTo(growth);
  }

  @Test
  void nothingIsSplitWhileNodesGo() {
    Situation now = cluster(0.95, 0.3).build();
    Verdict shrinking = wanting(now, 2, List.of(new NodeId("rs3")));

    assertThat(after(shrinking, now)).isEqualTo(shrinking);
  }

  /** Twice split, and each time one half had all of it. */
  @Test
  void aPartitionWhoseHeatIsOneKeyIsNamedAndNotSplitAgain() {
    Situation now = cluster(0.95, 0.3).build();
    SplitMemory.Split first = split(now, Duration.ofHours(5), "", "", 800);
    SplitMemory.Split narrow = split(now, Duration.ofHours(4), "a1", "y5", 850);
    SplitMemory.Split other = split(now, Duration.ofHours(3), "a2", "y4", 850);

    assertThat(splits(after(healthy(now), now.with(remembering(first, narrow))))).hasSize(1);
    Verdict verdict = after(healthy(now), now.with(remembering(narrow, other)));

    assertThat(verdict).isInstanceOf(Verdict.Hold.class);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly(HEALTHY, HOT_KEY);
    assertThat(verdict.reasons().get(1).sentence().toString())
        .startsWith("hot of t makes rs1 busy by 85")
        .contains("2 splits relieved nobody");
  }

  @Test
  void whatWasJustSplitInVainIsLeftAloneForAWhile() {
    Situation now = cluster(0.95, 0.3).build();
    SplitMemory.Split young = split(now, Duration.ofMinutes(20), "b", "y", 900);
    SplitMemory.Split old = split(now, Duration.ofMinutes(90), "b", "y", 900);

    assertThat(splits(after(healthy(now), now.with(remembering(young))))).isEmpty();
    assertThat(splits(after(healthy(now), now.with(remembering(old))))).hasSize(1);
  }

  @Test
  void heatThatComesAndGoesIsLeftAlone() {
    Situation now = cluster(0.95, 0.3).build();
    SplitMemory.Split one = split(now, Duration.ofMinutes(20), "y", "", 1000);
    SplitMemory.Split two = split(now, Duration.ofMinutes(40), "", "b", 900);

    assertThat(splits(after(healthy(now), now.with(remembering(one))))).hasSize(1);
    assertThat(splits(after(healthy(now), now.with(remembering(one, two))))).isEmpty();
  }

  @Test
  void aSmallPartitionIsNamedAndNotSplit() {
    Situation now = cluster(0.95, 0.3).partition("hot", megabytes(1)).build();

    Verdict verdict = after(healthy(now), now);

    assertThat(splits(verdict)).isEmpty();
    assertThat(verdict.reasons().get(1).setting()).isEqualTo("splits.leastSize");
  }

  @Test
  void aLoadThatFallsIsNotAnsweredWithSplits() {
    Situation smoothed = cluster(0.95, 0.3).build();
    Situation falling =
        smoothed.with(cluster(0.95, 0.3).partition("hot", times(0.5)).build().latest());

    assertThat(splits(after(healthy(falling), falling))).isEmpty();
  }

  @Test
  void aStoreThatDoesNotTellItsRowsIsLeftAlone() {
    Situation now =
        situation()
            .node("rs1", cpu(0.95))
            .node("rs2", cpu(0.1))
            .partition("hot", on("rs1"), reads(900))
            .build();

    assertThat(after(healthy(now), now)).isEqualTo(healthy(now));
  }

  @Test
  void theBoundIsWhatTheHottestPartitionAloneMakesOfItsNode() {
    Situation now = cluster(0.9, 0.3).build();

    assertThat(PartitionHeat.bound(now)).isCloseTo(0.81, within(0.001));
    assertThat(PartitionHeat.ofNodes(now).get(new NodeId("rs1")).loaded().partition().id())
        .isEqualTo(HOT);
  }
}
