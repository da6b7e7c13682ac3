package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.NodeTrait.latencyMs;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.MODELLED;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.demand.ModelSettings;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LayoutByModelTest {
  private static final Strategy STRATEGY =
      Proposals.of(
          new PolicyStrategy(
              new KeepNodes(),
              KeepConfiguration.usual(),
              new Spread(Even.DATA, Ratio.of(0.1)),
              false),
          Optional.of(
              new LayoutByModel(
                  Figures.DEMANDS,
                  Figures.MEMORY,
                  Figures.COSTS,
                  HeapRoom.usual(),
                  Ratio.of(0.6),
                  ModelSettings.usual())));

  /** All that is read is on a node whose cache holds half of it; the other one is written. */
  private static SituationBuilder readsOnOneNode() {
    return situation()
        .node("rs1", cpu(0.97), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(20))
        .node("rs2", cpu(0.30), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(1))
        .partition("a", of("read"), reads(300), megabytes(250), on("rs1"))
        .partition("b", of("read"), reads(300), megabytes(250), on("rs1"))
        .partition("c", of("read"), reads(300), megabytes(250), on("rs1"))
        .partition("d", of("written"), writes(500), megabytes(250), on("rs2"));
  }

  private static Plan plan(Situation now) {
    Verdict verdict = STRATEGY.decide(now);
    assertThat(verdict).as("%s", verdict).isInstanceOf(Verdict.Retarget.class);
    assertThat(verdict.reasons()).extracting(Reason::code).startsWith(MODELLED);
    return new DecisionMaker(STRATEGY, Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR)
        .decide(now)
        .plan()
        .orElseThrow();
  }

  @Test
  void dataGoesWhereCachesHaveRoomForIt() {
    Plan plan = plan(readsOnOneNode().build());

    assertThat(plan.steps())
        .filteredOn(MovePartition.class::isInstance)
        .extracting(Object::toString)
        .isNotEmpty()
        .allMatch(step -> step.contains("rs2"));
    assertThat(plan.steps()).hasAtLeastOneElementOfType(SetMemorySplit.class);
  }

  @Test
  void itSaysWhatItExpectsOfTheBottleneckAndTheCaches() {
    Verdict verdict = STRATEGY.decide(readsOnOneNode().build());

    assertThat(verdict.reasons().get(0).toString())
        .contains("rs1, the busiest node")
        .contains("of the blocks are cached instead of")
        .contains("[configuration.policy]");
  }

  @Test
  void theSameSituationHasTheSameAnswer() {
    assertThat(STRATEGY.decide(readsOnOneNode().build()))
        .isEqualTo(STRATEGY.decide(readsOnOneNode().build()));
  }

  /** What unlike nodes can do is not in the model, and they are placed for by what was learned. */
  @Test
  void nodesThatAreUnlikeAreNotModelled() {
    NodeSpeeds slow =
        new NodeSpeeds(new TreeMap<>(Map.of(new NodeId("rs1"), new NodeSpeeds.Learned(0.4, 10))));
    Situation unlike =
        readsOnOneNode()
            .remembering(StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(slow)))
            .build();

    assertThat(STRATEGY.decide(unlike).reasons()).extracting(Reason::code).doesNotContain(MODELLED);
  }

  @Test
  void nothingIsDoneWhileNoNodeIsBusy() {
    Situation calm = readsOnOneNode().node("rs1", cpu(0.5)).build();

    assertThat(STRATEGY.decide(calm)).isInstanceOf(Verdict.Hold.class);
  }

  @Test
  void aClusterThatIsEvenAndCachesAllStaysAsItIs() {
    SituationBuilder even = situation();
    for (String node : List.of("rs1", "rs2", "rs3")) {
      even.node(node, cpu(0.9), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(10));
      for (int number = 0; number < 4; number++) {
        even.partition(node + number, reads(200), writes(50), megabytes(20), on(node));
      }
    }

    Verdict verdict = STRATEGY.decide(even.build());

    assertThat(verdict).as("%s", verdict).isInstanceOf(Verdict.Hold.class);
    assertThat(verdict.reasons()).extracting(Reason::code).contains(MODELLED);
  }

  @Test
  void aPartitionThatIsHotterThanANodeIsNotCarriedAround() {
    Situation hot =
        situation()
            .node("rs1", cpu(0.97), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(20))
            .node("rs2", cpu(0.05), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(1))
            .partition("hot", reads(5000), megabytes(10), on("rs1"))
            .build();

    assertThat(STRATEGY.decide(hot)).isInstanceOf(Verdict.Hold.class);
  }

  @Test
  void whatIsNotKnownIsNotModelled() {
    assertThat(STRATEGY.decide(readsOnOneNode().node("rs2", cpuUnknown()).build()))
        .isInstanceOf(Verdict.Hold.class);
    assertThat(STRATEGY.decide(readsOnOneNode().partition("d", unmeasured()).build()))
        .isInstanceOf(Verdict.Hold.class);
  }

  @Test
  void memoryStaysDividedWhereItCanNeitherBeSetOnlineNorByARestart() {
    Situation now =
        readsOnOneNode()
            .node("rs1", byRestart())
            .node("rs2", byRestart())
            .without(Capability.RESTART_NODE, Capability.MEMORY_SPLIT_ONLINE)
            .build();

    assertThat(plan(now).steps())
        .hasAtLeastOneElementOfType(MovePartition.class)
        .doesNotHaveAnyElementsOfTypes(SetMemorySplit.class);
  }
}
