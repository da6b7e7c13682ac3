package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Relocation;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that operators empty and keep empty. */
class NodeDrainTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");

  private static final Strategy THRESHOLDS =
      Proposals.of(
          PolicyStrategy.counting(
              new LimitedScaling(ThresholdScaling.paper(), Limits.within(new NodeBounds(1, 20)))),
          Optional.empty());

  private static DecisionMaker maker(Strategy strategy) {
    return new DecisionMaker(strategy, Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);
  }

  private static StrategyMemory drained(NodeId... nodes) {
    return StrategyMemory.INITIAL.with(new DrainedNodes(List.of(nodes), List.of()));
  }

  private static SituationBuilder three() {
    return situation()
        .nodes(3, cpu(0.3))
        .partition("a", of("t"), reads(100), on("rs1"))
        .partition("b", of("t"), reads(80), on("rs2"))
        .partition("c", of("t"), reads(20), on("rs2"))
        .partition("d", of("t"), reads(30), on("rs3"));
  }

  private static List<Relocation> moves(Decision decision) {
    return decision.plan().map(Plan::steps).orElse(List.of()).stream()
        .flatMap(step -> step.relocation().stream())
        .toList();
  }

  private static List<ReasonCode> codes(Decision decision) {
    return decision.verdict().reasons().stream().map(Reason::code).toList();
  }

  @Test
  void isEmptiedOntoTheNodesWithTheLeastLoadWhateverStrategyAndCooldownSay() {
    Decision decision =
        maker(THRESHOLDS)
            .decide(three().remembering(drained(RS2)).actedAgo(Duration.ofMinutes(1)).build());

    assertThat(codes(decision)).containsExactly(ReasonCode.DRAIN);
    assertThat(decision.verdict().reasons().get(0))
        .hasToString("DRAIN: an operator drains rs2: 2 partitions go to other nodes");
    assertThat(moves(decision))
        .extracting(move -> move.partition().value() + " to " + move.to())
        .containsExactly("b to rs3", "c to rs1");
    assertThat(decision.plan().orElseThrow().prediction()).isNotNull();
    assertThat(decision.plan().orElseThrow().wholePrice().amount(MovePartition.MOVES)).isEqualTo(2);
  }

  /** On a busy machine whose store nobody asks anything, no counter ever moves. */
  @Test
  void isEmptiedWithoutFiguresOfTheLoadWhichAreNamed() {
    Situation idle =
        three()
            .remembering(drained(RS2))
            .gap(Gap.Kind.COUNTERS_STAND_STILL, "shop", "no counter moved")
            .tooFewSamples()
            .build();

    Decision decision = maker(THRESHOLDS).decide(idle);

    assertThat(moves(decision)).extracting(Relocation::from).containsExactly(RS2, RS2);
    assertThat(decision.verdict().reasons())
        .last()
        .asString()
        .startsWith("METRICS_STALE: the load is not known, and the order does without:");
  }

  @Test
  void isNotEmptiedWhileANodeIsNotSeen() {
    Situation silent =
        three()
            .remembering(drained(RS2))
            .gap(Gap.Kind.NODE_UNREADABLE, "rs3", "it does not answer")
            .build();

    Decision decision = maker(THRESHOLDS).decide(silent);

    assertThat(decision.plan()).isEmpty();
    assertThat(decision.verdict().reasons())
        .first()
        .asString()
        .startsWith("METRICS_INCOMPLETE: rs3: it does not answer");
  }

  @Test
  void isNotFilledByAnyStrategyUntilItIsReturned() {
    SituationBuilder hot =
        situation()
            .nodes(3, cpu(0.95))
            .partition("a", of("t"), reads(100), on("rs1"))
            .partition("b", of("t"), reads(80), on("rs1"))
            .partition("c", of("t"), reads(90), on("rs3"));

    Decision without = maker(THRESHOLDS).decideRegardlessOfLoad(hot.build());
    Decision with = maker(THRESHOLDS).decideRegardlessOfLoad(hot.remembering(drained(RS2)).build());

    assertThat(moves(without)).extracting(Relocation::to).contains(RS2);
    assertThat(moves(with)).extracting(Relocation::to).doesNotContain(RS2);
    assertThat(codes(with)).endsWith(ReasonCode.DRAINED);
  }

  /** Whatever is drawn, and whether it is balanced, configured or grown. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noPlanOfMetOrThresholdsTouchesADrainedNode(long seed) {
    Situation seen = RandomSituations.scattered(seed, 9).build();
    NodeId kept = seen.topology().nodes().get(0).id();
    Situation emptied = emptied(seen, kept);
    for (Strategy strategy : List.of(THRESHOLDS, PolicyStrategy.met())) {
      Situation now = emptied.with(emptied.memory().with(DrainedNodes.NONE.drain(kept)));
      for (Decision decision :
          List.of(maker(strategy).decide(now), maker(strategy).decideRegardlessOfLoad(now))) {
        Stream<Step> steps =
            Stream.of(decision.plan(), decision.heldBack())
                .flatMap(Optional::stream)
                .flatMap(plan -> plan.steps().stream());
        assertThat(steps)
            .as("seed %d, %s", seed, strategy)
            .noneMatch(step -> step.footprint().nodes().contains(kept));
      }
    }
  }

  /** Everything that the node held is on another. */
  private static Situation emptied(Situation seen, NodeId node) {
    NodeId other = seen.topology().nodes().get(1).id();
    var topology = seen.topology();
    List<Partition> partitions =
        topology.partitions().stream()
            .map(partition -> node.equals(partition.node()) ? partition.on(other) : partition)
            .toList();
    var latest = seen.latest();
    return seen.with(
        new Observation(
            latest.number(),
            new Topology(
                    topology.cluster(),
                    topology.at(),
                    topology.nodes(),
                    topology.deadNodes(),
                    partitions,
                    topology.tables(),
                    topology.inTransition(),
                    topology.balancerOn(),
                    topology.gaps())
                .placedAs(topology),
            latest.span(),
            latest.rates(),
            latest.loads(),
            latest.capabilities(),
            latest.gaps()));
  }

  @Test
  void isNotCountedButANodeThatIsStartedComesBesideIt() {
    Situation now =
        situation()
            .nodes(3, cpu(0.99))
            .partition("a", of("t"), reads(100), on("rs1"))
            .partition("b", of("t"), reads(80), on("rs3"))
            .remembering(drained(RS2))
            .build();

    Plan plan = maker(THRESHOLDS).decide(now).plan().orElseThrow();

    assertThat(plan.steps().get(0).nodesThen()).hasValue(4);
    assertThat(plan.steps().get(0).isDone(now.topology())).isFalse();
  }

  @Test
  void thatDiesWhileItIsServicedIsNeitherMissedNorStruckOff() {
    Situation now =
        situation()
            .node("rs1", cpu(0.3))
            .node("rs3", cpu(0.3))
            .dead("rs2")
            .partition("a", of("t"), reads(100), on("rs1"))
            .partition("b", of("t"), reads(80), on("rs3"))
            .remembering(drained(RS2))
            .build();

    Decision decision = maker(THRESHOLDS).decide(now);

    assertThat(decision.plan()).isEmpty();
    assertThat(codes(decision)).doesNotContain(ReasonCode.NODE_DEAD).endsWith(ReasonCode.DRAINED);
  }

  @Test
  void takesItsShareOnceItIsReturned() {
    Situation now =
        situation()
            .nodes(3, cpu(0.3))
            .partition("a", of("t"), reads(60), on("rs1"))
            .partition("b", of("t"), reads(60), on("rs1"))
            .partition("c", of("t"), reads(60), on("rs3"))
            .remembering(StrategyMemory.INITIAL.with(DrainedNodes.NONE.drain(RS2).undrain(RS2)))
            .build();

    Decision asked = maker(THRESHOLDS).filled(now).orElseThrow();
    Decision own = maker(THRESHOLDS).decide(now);

    assertThat(moves(asked)).extracting(Relocation::to).containsExactly(RS2);
    assertThat(moves(asked)).extracting(Relocation::from).containsExactly(RS1);
    assertThat(moves(own)).isEqualTo(moves(asked));
  }

  @Test
  void whatCannotBeDrainedIsSaidWithAReason() {
    Situation now = three().build();

    assertThat(objection("rs9", now)).contains("rs9 is not a live node; these are: rs1, rs2, rs3");
    assertThat(objection("rs2", now)).isEmpty();
    assertThat(objection("rs2", three().placedByStore().build()))
        .contains("this store places partitions itself");
    assertThat(objection("rs2", three().without(Capability.MOVE_PARTITION).build()))
        .contains("lets nobody move them");
    assertThat(
            NodeDrain.objection(
                    RS1, now.latest(), new DrainedNodes(List.of(RS2, new NodeId("rs3")), List.of()))
                .orElseThrow())
        .hasToString("rs1 cannot be drained: no other node is left to hold anything");
  }

  private static String objection(String node, Situation now) {
    return NodeDrain.objection(new NodeId(node), now.latest(), DrainedNodes.NONE)
        .map(Object::toString)
        .orElse("");
  }

  /** The store would move them back, or refuse. */
  @Test
  void whatIsInAPoolStaysInIt() {
    Restrictions pools =
        Restrictions.ofPools(
            new Pool("default", List.of(new NodeId("rs3")), List.of(), true),
            new Pool("shop", List.of(RS1, RS2), List.of(new TableId("t")), false));
    Situation now = three().remembering(drained(RS2)).build();
    Situation pooled = now.with(now.latest().with(now.topology().with(pools)));

    assertThat(moves(maker(THRESHOLDS).decide(pooled)))
        .hasSize(2)
        .allMatch(move -> move.to().equals(RS1));
    assertThat(
            NodeDrain.objection(RS1, pooled.latest(), DrainedNodes.NONE.drain(RS2)).orElseThrow())
        .hasToString("rs1 cannot be drained: no other node may hold partitions of t");
  }

  @Test
  void isHeldWhilePartitionsMove() {
    Decision decision =
        maker(THRESHOLDS).decide(three().inTransition("a").remembering(drained(RS2)).build());

    assertThat(decision.plan()).isEmpty();
    assertThat(codes(decision))
        .startsWith(ReasonCode.PARTITIONS_IN_TRANSITION)
        .contains(ReasonCode.DRAIN);
  }

  @Test
  void aSituationWithoutANodeSaysNothingOfIt() {
    Situation now =
        three().machine("rs2", Duration.ofHours(1)).machine("rs1", Duration.ofHours(1)).build();

    Situation without = now.without(Set.of(RS2, new NodeId("unknown")));

    assertThat(without.setAside()).isEqualTo(1);
    assertThat(without.topology().machinesWithoutNode()).isEmpty();
    assertThat(without.loads()).doesNotContainKey(RS2);
    assertThat(without.topology().nodes()).hasSize(2);
    assertThat(now.without(Set.of())).isSameAs(now);
  }
}
