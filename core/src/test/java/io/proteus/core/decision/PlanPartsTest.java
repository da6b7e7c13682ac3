package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.PARTLY;
import static io.proteus.core.strategy.ReasonCode.TOO_MANY_MOVES;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.MoveBudget;
import io.proteus.core.strategy.scaling.Headroom;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanPartsTest {
  private static final DoNoHarm GATE = new DoNoHarm(new Headroom(Ratio.of(0.7), 2));

  @Test
  void whatCostsNothingIsSetThoughTheMovesBesideItAreNotDone() {
    Decision decision = maker(1, Optional.of(GATE)).decide(mixed(100).build());

    assertThat(steps(decision)).isNotEmpty().hasOnlyElementsOfType(SetBlockSize.class);
    assertThat(decision.verdict().reasons().get(0).code()).isEqualTo(PARTLY);
    assertThat(decision.verdict().reasons().get(0).toString())
        .contains("stay in place: it would move 2 partitions, and 1 may move")
        .endsWith("[guards.maximumMoves]");
    assertThat(decision.verdict().memory().reconfigured()).isFalse();
  }

  @Test
  void theMemoryOfANodeThatKeepsItsRequestsIsDividedToo() {
    Situation now =
        mixed(10)
            .partition("r1", reads(1000), megabytes(1000))
            .partition("w2", writes(1000), megabytes(1000))
            .partition("w1", megabytes(10))
            .partition("r2", megabytes(10))
            .build();

    Decision decision = maker(1, Optional.of(GATE)).decide(now);

    assertThat(steps(decision))
        .anyMatch(SetMemorySplit.class::isInstance)
        .noneMatch(MovePartition.class::isInstance);
  }

  @Test
  void aPlanThatPaysAsAWholeIsNotDivided() {
    Decision decision = maker(0, Optional.of(GATE)).decide(mixed(100).build());

    assertThat(steps(decision)).anyMatch(MovePartition.class::isInstance);
    assertThat(decision.verdict().reasons()).noneMatch(reason -> reason.code() == PARTLY);
  }

  @Test
  void strategiesThatAreNotWeighedAgainstDoingNothingDecideAsBefore() {
    Decision decision = maker(1, Optional.empty()).decide(mixed(100).build());

    assertThat(decision.plan()).isEmpty();
    assertThat(decision.verdict().reasons().get(0).code()).isEqualTo(TOO_MANY_MOVES);
  }

  private static DecisionMaker maker(int moves, Optional<DoNoHarm> gate) {
    return new DecisionMaker(
        PolicyStrategy.met(),
        new Guards(List.of(), List.of(new MoveBudget(moves))),
        Figures.PLANNER,
        Figures.PREDICTOR,
        OverdueMachines.usual(),
        gate);
  }

  private static List<Step> steps(Decision decision) {
    return decision.plan().orElseThrow().steps();
  }

  private static SituationBuilder mixed(double load) {
    return situation()
        .nodes(2)
        .node("rs1", cpu(0.9))
        .partition("r1", of("r"), reads(load), on("rs1"))
        .partition("w1", of("w"), writes(load), on("rs1"))
        .partition("r2", of("r"), reads(load), on("rs2"))
        .partition("w2", of("w"), writes(load), on("rs2"));
  }
}
