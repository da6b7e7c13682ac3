package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.localityUnknown;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.LOST_LOCALITY;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.strategy.CompactionMemory;
import io.proteus.core.strategy.CompactionMemory.Compaction;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LostLocalityTest {
  private static final LostLocality RULES =
      new LostLocality(Ratio.of(0.7), Ratio.of(0.9), 2, Duration.ofHours(12), Ratio.of(0.7));

  /** rs1 is read, rs2 is written; everything is 80 % local but b and c. */
  private static SituationBuilder cluster(double busy) {
    return situation()
        .node("rs1", cpu(busy))
        .node("rs2", cpu(0.2))
        .partition("a", on("rs1"), megabytes(100), reads(500), local(0.95))
        .partition("b", on("rs1"), megabytes(100), reads(300), local(0.2))
        .partition("c", on("rs1"), megabytes(100), reads(200), local(0.3))
        .partition("d", on("rs1"), megabytes(100), reads(100), local(0.8))
        .partition("w", on("rs2"), megabytes(100), writes(500), local(0.8));
  }

  private static Verdict after(Situation now) {
    return after(now, Verdict.hold(HEALTHY.says("all fine"), now.memory()));
  }

  private static Verdict after(Situation now, Verdict before) {
    return RULES.propose(now, DecisionTrigger.SCHEDULED, Optional.of(before)).orElseThrow();
  }

  private static List<String> compacted(Situation now) {
    return after(now) instanceof Verdict.Retarget wanted
        ? Planner.met().plan(now, wanted).steps().stream()
            .map(step -> ((CompactPartition) step).partition().value())
            .toList()
        : List.of();
  }

  private static Situation having(Situation now, String node, double locality, Duration ago) {
    Compaction earlier =
        new Compaction(
            now.now().minus(ago), new PartitionId("b"), new NodeId(node), Ratio.of(locality));
    return now.with(StrategyMemory.INITIAL.with(new CompactionMemory(List.of(earlier))));
  }

  @Test
  void thoseMostReadFromAfarAreCompactedAndNothingMoves() {
    Situation now = cluster(0.2).build();

    assertThat(compacted(now)).containsExactlyInAnyOrder("b", "c");
    Verdict verdict = after(now);
    assertThat(verdict.reasons().get(0).code()).isEqualTo(LOST_LOCALITY);
    assertThat(verdict.reasons().get(0).sentence())
        .hasToString(
            "2 partitions have lost locality, down to 20 % of their data on their own node:"
                + " compacted, as nothing else is to be done");
  }

  @Test
  void aNodeThatIsWrittenMayBeLessLocal() {
    assertThat(compacted(cluster(0.2).partition("w", local(0.65), writes(5000)).build()))
        .contains("b")
        .doesNotContain("w");
    assertThat(
            compacted(
                cluster(0.2)
                    .partition("b", local(1))
                    .partition("c", local(1))
                    .partition("d", local(1))
                    .partition("w", local(0.65))
                    .build()))
        .containsExactly("w");
    assertThat(
            compacted(
                cluster(0.2)
                    .partition("b", local(1))
                    .partition("c", local(1))
                    .partition("d", local(1))
                    .build()))
        .isEmpty();
  }

  @Test
  void guardsLetItPassThoughNothingMovesAndNoPredictionTellsAGain() {
    DecisionMaker maker =
        new DecisionMaker(
            new Proposals(
                List.of(
                    (situation, trigger, before) ->
                        Optional.of(Verdict.hold(HEALTHY.says("so"), situation.memory())),
                    RULES)),
            Guards.defaults(),
            Planner.met());

    Decision decision = maker.decide(cluster(0.2).build());

    assertThat(decision.plan()).isPresent();
    assertThat(decision.verdict().memory().compactions().compactions()).hasSize(2);
  }

  @Test
  void nothingIsCompactedOnABusyOrUnknownNodeNorBesideAnotherReasonNorWithoutTheCapability() {
    Situation calm = cluster(0.2).build();

    assertThat(compacted(cluster(0.8).build())).isEmpty();
    assertThat(compacted(cluster(0.2).node("rs1", cpuUnknown()).build())).isEmpty();
    assertThat(compacted(cluster(0.2).without(Capability.COMPACT_PARTITION).build())).isEmpty();
    Verdict stale = Verdict.hold(METRICS_STALE.says("so"), calm.memory());
    assertThat(after(calm, stale)).isSameAs(stale);
  }

  @Test
  void whatIsNotKnownOrEmptyIsNotCompacted() {
    assertThat(
            compacted(
                cluster(0.2)
                    .partition("b", localityUnknown())
                    .partition("c", megabytes(0))
                    .build()))
        .containsExactly("d");
  }

  @Test
  void aPartitionIsLeftAloneForHoursAndForGoodWhereItGainedNothing() {
    Situation now = cluster(0.2).build();

    assertThat(compacted(having(now, "rs1", 0.05, Duration.ofHours(1))))
        .containsExactlyInAnyOrder("c", "d");
    assertThat(compacted(having(now, "rs1", 0.05, Duration.ofHours(13)))).contains("b");
    assertThat(compacted(having(now, "rs1", 0.19, Duration.ofDays(9)))).doesNotContain("b");
    assertThat(compacted(having(now, "rs2", 0.19, Duration.ofDays(9)))).contains("b");
  }
}
