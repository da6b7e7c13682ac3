package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Relocation;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes on which operators have the store itself put nothing. */
class DrainedInStoreTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");
  private static final Strategy THRESHOLDS =
      Proposals.of(
          PolicyStrategy.counting(
              new LimitedScaling(ThresholdScaling.paper(), Limits.within(new NodeBounds(1, 20)))),
          Optional.empty());

  private static DecisionMaker maker(Strategy strategy) {
    return new DecisionMaker(strategy, Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);
  }

  private static Restrictions drained(NodeId... nodes) {
    Map<NodeId, String> why = new TreeMap<>();
    Stream.of(nodes).forEach(node -> why.put(node, "it is decommissioned"));
    return Restrictions.NONE.draining(why);
  }

  /** A cluster that balances onto the second node where it may. */
  private static SituationBuilder hot() {
    return situation()
        .nodes(3, cpu(0.95))
        .partition("a", of("t"), reads(100), on("rs1"))
        .partition("b", of("t"), reads(80), on("rs1"))
        .partition("c", of("t"), reads(90), on("rs3"));
  }

  private static List<Relocation> moves(Decision decision) {
    return decision.plan().map(Plan::steps).orElse(List.of()).stream()
        .flatMap(step -> step.relocation().stream())
        .toList();
  }

  @Test
  void areFilledByNoStrategyAndTheVerdictSaysSo() {
    Decision without = maker(THRESHOLDS).decideRegardlessOfLoad(hot().build());
    Decision with =
        maker(THRESHOLDS).decideRegardlessOfLoad(hot().restricted(drained(RS2)).build());

    assertThat(moves(without)).extracting(Relocation::to).contains(RS2);
    assertThat(moves(with)).extracting(Relocation::to).doesNotContain(RS2);
    assertThat(with.verdict().reasons())
        .last()
        .hasToString(
            "DRAINED: left out with what it holds, and nothing is put there, as operators drained"
                + " it in the store (it is decommissioned): rs2");
  }

  /** Operators may have put it there alone, and the store's own balancer leaves it as well. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noPlanTouchesThemOrWhatTheyHold(long seed) {
    Situation seen = RandomSituations.scattered(seed, 9).build();
    NodeId kept = seen.topology().nodes().get(0).id();
    Situation now = seen.with(seen.latest().with(seen.topology().with(drained(kept))));
    for (Strategy strategy : List.of(THRESHOLDS, PolicyStrategy.met())) {
      for (Decision decision :
          List.of(maker(strategy).decide(now), maker(strategy).decideRegardlessOfLoad(now))) {
        Stream<Step> steps =
            Stream.of(decision.plan(), decision.heldBack())
                .flatMap(Optional::stream)
                .flatMap(plan -> plan.steps().stream());
        assertThat(decision.verdict().reasons())
            .as("seed %d, %s", seed, strategy)
            .noneMatch(reason -> reason.code() == ReasonCode.PARTITIONS_IN_TRANSITION);
        assertThat(steps)
            .as("seed %d, %s", seed, strategy)
            .noneMatch(step -> step.footprint().nodes().contains(kept));
      }
    }
  }

  @Test
  void areNoCapacityToCountOn() {
    Situation now =
        situation()
            .nodes(3, cpu(0.99))
            .partition("a", of("t"), reads(100), on("rs1"))
            .partition("b", of("t"), reads(80), on("rs3"))
            .partition("c", of("t"), reads(10), on("rs2"))
            .restricted(drained(RS2))
            .build();

    Situation usable = NodeDrain.hidden(now);
    Plan plan = maker(THRESHOLDS).decide(now).plan().orElseThrow();

    assertThat(usable.setAside()).isEqualTo(1);
    assertThat(usable.rates()).doesNotContainKey(new PartitionId("c"));
    assertThat(usable.latest().rates()).doesNotContainKey(new PartitionId("c"));
    assertThat(plan.steps().get(0).nodesThen()).hasValue(4);
  }

  @Test
  void getNothingOfANodeThatIsEmptiedAndAreNotFilledOnceTheyAreReturned() {
    Situation draining =
        hot()
            .restricted(drained(RS2))
            .remembering(StrategyMemory.INITIAL.with(DrainedNodes.NONE.drain(RS1)))
            .build();
    Situation returned =
        hot()
            .restricted(drained(RS2))
            .remembering(StrategyMemory.INITIAL.with(DrainedNodes.NONE.drain(RS2).undrain(RS2)))
            .build();

    assertThat(moves(maker(THRESHOLDS).decide(draining)))
        .hasSize(2)
        .allMatch(move -> move.to().equals(RS3));
    assertThat(maker(THRESHOLDS).filled(returned)).isEmpty();
  }

  @Test
  void thatDieWhileTheyAreServicedAreNeitherMissedNorStruckOff() {
    Situation now =
        situation()
            .node("rs1", cpu(0.3))
            .node("rs3", cpu(0.3))
            .dead("rs2")
            .partition("a", of("t"), reads(100), on("rs1"))
            .partition("b", of("t"), reads(80), on("rs3"))
            .restricted(drained(RS2))
            .build();

    assertThat(maker(THRESHOLDS).decide(now).plan()).isEmpty();
  }

  @Test
  void whereAllAreDrainedNothingIsDecided() {
    Decision decision =
        maker(THRESHOLDS).decideRegardlessOfLoad(hot().restricted(drained(RS1, RS2, RS3)).build());

    assertThat(decision.plan()).isEmpty();
    assertThat(decision.verdict().reasons())
        .first()
        .hasToString("DRAINED: every live node is drained, so nothing can go anywhere");
  }

  @Test
  void countWhereAnOperatorDrainsTheLastOther() {
    Situation now = hot().restricted(drained(RS2, RS3)).build();

    assertThat(NodeDrain.objection(RS1, now.latest(), DrainedNodes.NONE).orElseThrow())
        .hasToString("rs1 cannot be drained: no other node is left to hold anything");
  }

  @Test
  void aMoveToOneThatIsDrainedMeanwhileIsFutile() {
    Step move =
        new MovePartition(
            new PartitionId("a"), new TableId("t"), RS1, RS2, ByteSize.ofMegabytes(1));

    assertThat(move.futile(hot().build().topology())).isEmpty();
    assertThat(move.futile(hot().restricted(drained(RS2)).build().topology()).orElseThrow())
        .hasToString("operators let nothing be put on rs2: it is decommissioned");
  }
}
