package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.rows;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.COLD_NEIGHBOURS;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.MergePartitions;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.SplitMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ColdNeighboursTest {
  private static final ColdNeighbours RULES = new ColdNeighbours(3, ByteSize.ofMegabytes(256), 2);

  /** Ten partitions on two nodes; the first four of rs1 are cold neighbours. */
  private static SituationBuilder cluster(double busy) {
    return situation()
        .node("rs1", cpu(busy))
        .node("rs2", cpu(0.2))
        .partition("a", on("rs1"), rows("", "b"), reads(0))
        .partition("b", on("rs1"), rows("b", "c"), reads(1))
        .partition("c", on("rs1"), rows("c", "d"), reads(0))
        .partition("d", on("rs1"), rows("d", "e"), reads(2))
        .partition("e", on("rs2"), rows("e", "f"), reads(0))
        .partition("f", on("rs1"), rows("f", "g"), reads(500))
        .partition("g", on("rs2"), rows("g", "h"), reads(500))
        .partition("h", on("rs1"), rows("h", "i"), reads(0))
        .partition("i", on("rs2"), rows("i", "j"), reads(500))
        .partition("j", on("rs2"), rows("j", ""), reads(500));
  }

  private static Verdict after(Situation now) {
    return after(RULES, now, Verdict.hold(HEALTHY.says("all fine"), now.memory()));
  }

  private static Verdict after(ColdNeighbours rules, Situation now, Verdict before) {
    return rules.propose(now, DecisionTrigger.SCHEDULED, Optional.of(before)).orElseThrow();
  }

  private static Reshapes.Merge merge(String lower, String upper) {
    return new Reshapes.Merge(new PartitionId(lower), new PartitionId(upper));
  }

  private static List<Reshapes.Merge> merges(Verdict verdict) {
    return verdict instanceof Verdict.Retarget wanted
        ? wanted.target().reshapes().merges()
        : List.of();
  }

  @Test
  void coldSmallNeighboursOfOneNodeAreMergedInPairs() {
    Situation now = cluster(0.2).build();

    Verdict verdict = after(now);

    assertThat(merges(verdict)).containsExactly(merge("a", "b"), merge("c", "d"));
    assertThat(verdict.reasons().get(0).code()).isEqualTo(COLD_NEIGHBOURS);
    assertThat(verdict.reasons().get(0).sentence())
        .hasToString(
            "10 partitions are on 2 nodes: 2 pairs of small neighbours that hardly anybody asks"
                + " for are merged");
    assertThat(Planner.met().plan(now, (Verdict.Retarget) verdict).steps())
        .hasSize(2)
        .hasOnlyElementsOfType(MergePartitions.class);
  }

  @Test
  void guardsLetMergesPassThoughNoClientGainsByThem() {
    Situation now = cluster(0.2).build();
    DecisionMaker maker =
        new DecisionMaker(
            new Proposals(
                List.of(
                    (situation, trigger, before) ->
                        Optional.of(Verdict.hold(HEALTHY.says("so"), situation.memory())),
                    RULES)),
            Guards.defaults(),
            Planner.met());

    assertThat(maker.decide(now).plan()).isPresent();
  }

  @Test
  void nothingIsMergedWhereThereAreNotTooMany() {
    Situation now = cluster(0.2).build();
    ColdNeighbours five = new ColdNeighbours(5, ByteSize.ofMegabytes(256), 2);

    assertThat(merges(after(five, now, Verdict.hold(HEALTHY.says("so"), now.memory())))).isEmpty();
  }

  @Test
  void nothingIsMergedWhileANodeIsBusyOrUnknownOrMetricsAreStale() {
    Situation calm = cluster(0.2).build();

    assertThat(merges(after(cluster(0.6).build()))).isEmpty();
    assertThat(merges(after(RULES, calm, Verdict.hold(METRICS_STALE.says("so"), calm.memory()))))
        .isEmpty();
  }

  @Test
  void largeNeighboursStay() {
    Situation now = cluster(0.2).partition("a", megabytes(200)).build();

    assertThat(merges(after(now))).containsExactly(merge("b", "c"));
  }

  @Test
  void whatWasSplitForItsLoadIsNotMergedForADay() {
    Situation now = cluster(0.2).build();
    SplitMemory.Split split =
        new SplitMemory.Split(
            now.now().minus(Duration.ofHours(20)),
            new TableId("t"),
            new KeyRange(null, RowKey.parse("c")),
            900);
    StrategyMemory memory = StrategyMemory.INITIAL.with(new SplitMemory(List.of(split)));

    assertThat(merges(after(now.with(memory)))).containsExactly(merge("c", "d"));
  }
}
