package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nodes whose machines the cloud is about to take, as it says some minutes ahead. */
class TakenMachinesTest {
  private static final NodeId RS3 = new NodeId("rs3");
  private static final Restrictions TAKEN =
      Restrictions.NONE.takingBack(Map.of(RS3, "EC2: marked-for-termination"));

  private static DecisionMaker maker(int most, boolean replaces) {
    NodeBounds bounds = new NodeBounds(1, most);
    PolicyStrategy counting =
        PolicyStrategy.counting(
            new LimitedScaling(ThresholdScaling.paper(), Limits.within(bounds)));
    LostNodes lost = new LostNodes(counting, bounds, Duration.ofMinutes(3));
    return new DecisionMaker(
        Proposals.of(counting, replaces ? Optional.of(lost) : Optional.empty(), Optional.empty()),
        Guards.defaults(),
        Figures.PLANNER,
        Figures.PREDICTOR);
  }

  private static SituationBuilder three() {
    return situation().nodes(3, cpu(0.3)).partition("a", of("t"), reads(100), on("rs1"));
  }

  private static SituationBuilder full() {
    return three()
        .partition("b", of("t"), reads(80), on("rs2"))
        .partition("c", of("t"), reads(20), on("rs3"));
  }

  private static SituationBuilder emptied() {
    return three().partition("b", of("t"), reads(80), on("rs2"));
  }

  /** As it is seen once the notice is there. */
  private static Situation told(SituationBuilder cluster, StrategyMemory before) {
    StrategyMemory memory = before.seeing(cluster.build().topology());
    Situation now =
        cluster.restricted(TAKEN).actedAgo(Duration.ofSeconds(20)).tooFewSamples().build();
    return now.with(memory.seeing(now.topology()));
  }

  private static Situation told(SituationBuilder cluster) {
    return told(cluster, StrategyMemory.INITIAL);
  }

  private static List<Step> steps(Decision decision) {
    return decision.plan().map(Plan::steps).orElse(List.of());
  }

  private static List<String> reasons(Decision decision) {
    return decision.verdict().reasons().stream().map(Reason::toString).toList();
  }

  @Test
  void areEmptiedAtOnceWhateverCooldownAndWindowSay() {
    Decision decision = maker(9, true).decide(told(full()));

    assertThat(reasons(decision).get(0))
        .isEqualTo(
            "MACHINE_TAKEN: the cloud is about to take the machine under rs3 (EC2:"
                + " marked-for-termination): 1 partition goes to other nodes");
    assertThat(steps(decision))
        .flatExtracting(step -> step.relocation().stream().toList())
        .extracting(move -> move.partition().value() + " to " + move.to())
        .containsExactly("c to rs2");
  }

  @Test
  void areReplacedOnceTheyAreEmpty() {
    Decision decision = maker(9, true).decide(told(emptied()));

    assertThat(reasons(decision).get(0))
        .isEqualTo(
            "MACHINE_TAKEN: the cloud is about to take the machine of rs3 (EC2:"
                + " marked-for-termination): without it 2 nodes are left, and there were 3");
    assertThat(steps(decision)).filteredOn(AddNode.class::isInstance).hasSize(1);
    assertThat(((AddNode) steps(decision).get(0)).total())
        .as("the cloud counts the machine until it is taken")
        .isEqualTo(4);
  }

  @Test
  void areReplacedOnce() {
    StrategyMemory memory = StrategyMemory.INITIAL.seeing(emptied().build().topology());
    memory = memory.with(memory.scaling().with(new Resized(NOW.plusSeconds(1), 2, 3)));

    assertThat(steps(maker(9, true).decide(told(emptied(), memory)))).isEmpty();
  }

  @Test
  void areReplacedTooWhenOthersWereBefore() {
    NodeId rs2 = new NodeId("rs2");
    Instant first = NOW.minusSeconds(60);
    ScalingMemory replaced =
        new ScalingMemory(
            List.of(new Resized(NOW.minusSeconds(30), 2, 3)),
            null,
            List.of(),
            null,
            null,
            null,
            new NodeLosses(3, first, new TreeMap<>(Map.of(RS3, first, rs2, NOW))),
            null,
            null);
    Situation now =
        situation()
            .nodes(4, cpu(0.3))
            .partition("a", of("t"), reads(100), on("rs1"))
            .partition("b", of("t"), reads(80), on("rs4"))
            .restricted(Restrictions.NONE.takingBack(Map.of(RS3, "soon", rs2, "soon")))
            .build();

    Decision decision = maker(9, true).decide(now.with(StrategyMemory.INITIAL.with(replaced)));

    assertThat(steps(decision)).filteredOn(AddNode.class::isInstance).hasSize(1);
    assertThat(((AddNode) steps(decision).get(0)).total()).isEqualTo(5);
  }

  /** Whoever goes is alive until then. */
  @Test
  void areNotStruckOff() {
    StrategyMemory memory = StrategyMemory.INITIAL.seeing(emptied().build().topology());
    memory = memory.with(memory.scaling().with(new Resized(NOW.plusSeconds(1), 2, 3)));
    Situation now = emptied().restricted(TAKEN).build();

    Decision decision = maker(9, true).decide(now.with(memory.seeing(now.topology())));

    assertThat(decision.verdict()).isInstanceOf(Verdict.Hold.class);
    assertThat(reasons(decision)).noneMatch(reason -> reason.startsWith("NODE_LOST"));
  }

  @Test
  void areNotReplacedWherePeopleDoItOrNoMoreMayBeThere() {
    assertThat(steps(maker(9, false).decide(told(emptied())))).isEmpty();
    assertThat(steps(maker(2, true).decide(told(emptied())))).isEmpty();
    assertThat(steps(maker(9, true).decide(told(emptied().without(Capability.RESIZE))))).isEmpty();
  }

  @Test
  void getNothingMeanwhileAndTheDecisionSaysSo() {
    Situation now = emptied().restricted(TAKEN).build();

    Decision decision = maker(2, false).decide(now);

    assertThat(reasons(decision))
        .contains(
            "MACHINE_TAKEN: left out, and nothing is put there, as the cloud is about to take its"
                + " machine (EC2: marked-for-termination): rs3");
  }

  /** The store has its own copies, and a node that joins meanwhile would be in its way. */
  @Test
  void areLeftAloneWhereTheStorePlaces() {
    assertThat(steps(maker(9, true).decide(told(full().placedByStore())))).isEmpty();
  }

  @Test
  void areNoReasonToHoldWhereAllGo() {
    Restrictions all =
        Restrictions.NONE.takingBack(
            Map.of(RS3, "soon", new NodeId("rs1"), "soon", new NodeId("rs2"), "soon"));
    Situation now = full().restricted(all).build();

    Decision decision = maker(9, false).decide(now);

    assertThat(decision.verdict().reasons())
        .extracting(Reason::code)
        .doesNotContain(ReasonCode.MACHINE_TAKEN, ReasonCode.DRAINED);
  }

  @Test
  void areToldBesideThoseThatOperatorsDrain() {
    Situation now =
        told(
            full(),
            StrategyMemory.INITIAL.with(new DrainedNodes(List.of(new NodeId("rs2")), List.of())));

    assertThat(maker(9, true).decide(now).verdict().reasons())
        .extracting(Reason::code)
        .startsWith(ReasonCode.MACHINE_TAKEN, ReasonCode.DRAIN);
  }
}
