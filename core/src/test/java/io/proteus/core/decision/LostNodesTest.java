package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Placing.By;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nodes that died, and of which the store has recovered. */
class LostNodesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final NodeId RS3 = new NodeId("rs3");

  private static DecisionMaker maker(int most) {
    return maker(most, PATIENCE);
  }

  private static DecisionMaker maker(int most, Duration outPatience) {
    NodeBounds bounds = new NodeBounds(1, most);
    PolicyStrategy counting =
        PolicyStrategy.counting(
            new LimitedScaling(ThresholdScaling.paper(), Limits.within(bounds)));
    return new DecisionMaker(
        Proposals.of(
            counting,
            Optional.of(new LostNodes(counting, bounds, PATIENCE, outPatience)),
            Optional.empty()),
        Guards.defaults(),
        Figures.PLANNER,
        Figures.PREDICTOR);
  }

  /** Two are left of three. */
  private static SituationBuilder two(double cpu) {
    return situation()
        .nodes(2, cpu(cpu))
        .dead("rs3")
        .partition("r", of("r"), reads(100), on("rs1"))
        .partition("w", of("w"), writes(100), on("rs2"));
  }

  private static Situation after(Duration dead, SituationBuilder cluster, Resized... resizes) {
    return cluster.build().with(memory(new NodeLosses(3, NOW.minus(dead)), resizes));
  }

  private static StrategyMemory memory(NodeLosses losses, Resized... resizes) {
    return new StrategyMemory(true, 1, 0, 0)
        .with(
            new ScalingMemory(
                List.of(resizes), null, List.of(), null, null, null, losses, null, null));
  }

  @Test
  void areReplacedWhereNothingElseIsToBeDone() {
    Decision decision = maker(9).decide(after(PATIENCE, two(0.3)));

    assertThat(decision.plan().orElseThrow().steps()).hasExactlyElementsOfTypes(AddNode.class);
    assertThat(decision.verdict().reasons().get(0))
        .hasToString(
            "NODE_LOST: rs3 died 180 s ago and did not come back: 2 nodes are there, and there"
                + " were 3");
    assertThat(decision.verdict().memory().scaling().lastWanted()).hasValue(3);
  }

  @Test
  void areWaitedForAsProcessesAreStartedAgain() {
    assertThat(maker(9).decide(after(PATIENCE.minusSeconds(1), two(0.3))).plan()).isEmpty();
  }

  @Test
  void areStruckOffOnceTheyAreReplacedOrWhereNoneMayBeAdded() {
    for (Decision decision :
        List.of(
            maker(2).decide(after(PATIENCE, two(0.3))),
            maker(9)
                .decide(
                    after(PATIENCE, two(0.3), new Resized(NOW.minus(Duration.ofMinutes(1)), 2, 3))),
            maker(9).decide(after(PATIENCE, two(0.3).without(Capability.RESIZE))))) {
      assertThat(decision.plan().orElseThrow().steps()).containsExactly(new ForgetNode(RS3));
      assertThat(codes(decision)).containsExactly(ReasonCode.NODE_LOST);
    }
  }

  /** Whoever dies after others were replaced is replaced too; what was decided since stands. */
  @Test
  void areReplacedTooWhenOthersWereAMinuteBefore() {
    NodeId rs4 = new NodeId("rs4");
    Instant first = NOW.minus(PATIENCE.multipliedBy(3));
    NodeLosses losses =
        new NodeLosses(4, first, new TreeMap<>(Map.of(RS3, first, rs4, NOW.minus(PATIENCE))));
    Situation three =
        situation()
            .nodes(3, cpu(0.3))
            .dead("rs3")
            .dead("rs4")
            .partition("r", of("r"), reads(100), on("rs1"))
            .partition("w", of("w"), writes(100), on("rs2"))
            .build();
    Resized replaced = new Resized(first.plusSeconds(60), 3, 4);

    Decision decision = maker(9).decide(three.with(memory(losses, replaced)));

    assertThat(decision.plan().orElseThrow().steps()).hasExactlyElementsOfTypes(AddNode.class);
    assertThat(decision.verdict().reasons().get(0))
        .hasToString(
            "NODE_LOST: rs4 died 180 s ago and did not come back: 3 nodes are there, and there"
                + " were 4");
    assertThat(decision.verdict().memory().scaling().lastWanted()).hasValue(4);
  }

  /** Six were decided on after the first had died, so that one is missing without the second. */
  @Test
  void areMissedFromWhatWasDecidedSince() {
    Topology five = situation().nodes(5, cpu(0.3)).dead("rs8").dead("rs9").build().topology();
    NodeLosses losses = new NodeLosses(4, NOW.minus(PATIENCE));
    Resized grown = new Resized(NOW.minusSeconds(60), 3, 6);

    assertThat(losses.missing(five)).isZero();
    assertThat(losses.decided(Optional.of(grown)).missing(five)).isEqualTo(1);
    assertThat(losses.decided(Optional.of(new Resized(losses.since(), 3, 6)))).isEqualTo(losses);
  }

  /** A process may be started again, and nobody is struck off meanwhile. */
  @Test
  void areWaitedForEachByItself() {
    Instant first = NOW.minus(PATIENCE);
    NodeId rs4 = new NodeId("rs4");
    Situation both = two(0.3).dead("rs4").build();
    StrategyMemory one = memory(new NodeLosses(3, first, new TreeMap<>(Map.of(RS3, first))));

    StrategyMemory seen = one.seeing(both.topology());

    NodeLosses losses = seen.scaling().losses();
    assertThat(losses.seenAt(RS3)).isEqualTo(first);
    assertThat(losses.seenAt(rs4)).isEqualTo(both.topology().at());
    assertThat(maker(2).decide(both.with(seen)).plan()).as("none may be added").isEmpty();
    NodeLosses old = memory(new NodeLosses(3, first)).seeing(both.topology()).scaling().losses();
    assertThat(old.seenAt(rs4)).as("as a journal has it that lacks it").isEqualTo(first);
  }

  /** As on Redis, where a former primary follows when it is back, and no more once forgotten. */
  @Test
  void areStruckOffLateWhereTheyDoNotComeBackAfterwards() {
    Duration late = Duration.ofHours(3);
    DecisionMaker maker = maker(2, late);

    assertThat(maker.decide(after(late.minusSeconds(1), byOrder(two(0.3)))).plan()).isEmpty();
    assertThat(maker.decide(after(late, byOrder(two(0.3)))).plan().orElseThrow().steps())
        .containsExactly(new ForgetNode(RS3));
    assertThat(maker(2, null).decide(after(late, byOrder(two(0.3)))).plan()).as("never").isEmpty();
    assertThat(
            maker(9, late).decide(after(PATIENCE, byOrder(two(0.3)))).plan().orElseThrow().steps())
        .as("another one is started before")
        .hasExactlyElementsOfTypes(AddNode.class, JoinCluster.class);
  }

  private static SituationBuilder byOrder(SituationBuilder cluster) {
    return cluster.placed(
        new Placing(By.PROTEUS, Emptying.BY_MOVES, Emptying.NOT_NEEDED).joinedByOrder());
  }

  /** As on Cassandra, which has nobody join while a node is down. */
  @Test
  void areStruckOffBeforeAnotherJoinsWhereNoneJoinsBesideThem() {
    Duration late = Duration.ofHours(3);
    SituationBuilder ring = two(0.3).placed(Placing.BY_STORE.joinedByOrderWhenWhole());

    assertThat(maker(9, late).decide(after(late.minusSeconds(1), ring)).plan()).isEmpty();
    Decision decision = maker(9, late).decide(after(late, ring));

    assertThat(decision.plan().orElseThrow().steps())
        .hasExactlyElementsOfTypes(ForgetNode.class, AddNode.class, JoinCluster.class);
    assertThat(decision.verdict().memory().scaling().lastWanted()).hasValue(3);
    assertThat(maker(2, late).decide(after(late, ring)).plan().orElseThrow().steps())
        .as("none may be added")
        .containsExactly(new ForgetNode(RS3));
    assertThat(maker(9, late).decide(after(late, ring.without(Capability.FORGET_NODE))).plan())
        .as("none would join")
        .isEmpty();
  }

  /** A machine that was started for it would run for nothing. */
  @Test
  void standInTheWayOfAGrowthByLoadWhereNoneJoinsBesideThem() {
    SituationBuilder full = two(0.95).placed(Placing.BY_STORE.joinedByOrderWhenWhole());

    Decision held = maker(9).decide(after(Duration.ZERO, full));

    assertThat(held.plan()).isEmpty();
    assertThat(held.verdict().reasons().get(0))
        .hasToString(
            "NODE_DEAD: 3 nodes are wanted, and the store takes none in while it misses rs3: start"
                + " it again, or strike it off [guards.strikeOffAfter]");
    assertThat(maker(9).decide(after(PATIENCE, full)).plan().orElseThrow().steps())
        .as("once it is struck off")
        .hasExactlyElementsOfTypes(ForgetNode.class, AddNode.class, JoinCluster.class);
  }

  /** Copies are made anew for longer than a plan waits for a step of a minute. */
  @Test
  void areWaitedForBeforeAMachineIsStartedWhereNoneJoinsBesideThem() {
    Topology ring =
        after(PATIENCE, two(0.3).placed(Placing.BY_STORE.joinedByOrderWhenWhole())).topology();
    Topology byItself = after(PATIENCE, two(0.3)).topology();
    AddNode start = new AddNode(NodeId.planned(1), 3, null, true, 1);

    assertThat(start.blockedBy(ring))
        .map(Sentence::toString)
        .contains("no node joins while rs3 is missing");
    assertThat(start.blockedAtLeast(ring)).isGreaterThanOrEqualTo(AddNode.TIMEOUT);
    assertThat(start.blockedBy(byItself)).isEmpty();
  }

  /** Others take one in beside them, and strike them off later. */
  @Test
  void areReplacedAtOnceWhereOthersJoinBesideThem() {
    SituationBuilder ring = two(0.3).placed(Placing.BY_STORE.joinedByOrder());

    assertThat(
            maker(9, Duration.ofHours(3))
                .decide(after(PATIENCE, ring))
                .plan()
                .orElseThrow()
                .steps())
        .hasExactlyElementsOfTypes(AddNode.class, JoinCluster.class);
  }

  @Test
  void stayOnTheListWhereTheStoreStrikesNobodyOff() {
    Situation now =
        after(PATIENCE, two(0.3).without(Capability.RESIZE).without(Capability.FORGET_NODE));

    assertThat(maker(9).decide(now).plan()).isEmpty();
  }

  /** The load decides first: a growth beyond what is missing is not cut down to it. */
  @Test
  void doNotStandInTheWayOfAGrowthByLoad() {
    assertThat(codes(maker(9).decide(after(PATIENCE, two(0.95)))))
        .doesNotContain(ReasonCode.NODE_LOST, ReasonCode.NODE_DEAD);
  }

  @Test
  void thatWereDeadBeforeAnybodyLookedAreMissedByNobody() {
    Situation now = two(0.3).build();
    StrategyMemory looked = StrategyMemory.INITIAL.seeing(now.topology());

    assertThat(looked.scaling().losses().whole()).isEqualTo(2);
    assertThat(looked.scaling().losses().since()).isEqualTo(now.topology().at());
    assertThat(looked.scaling().losses().missing(now.topology())).isZero();
  }

  @Test
  void areCountedFromWhatThereWasWhenNoneWasDead() {
    Situation whole = situation().nodes(3, cpu(0.5)).build();
    Situation died = two(0.3).build();
    StrategyMemory memory = StrategyMemory.INITIAL.seeing(whole.topology()).seeing(died.topology());

    assertThat(memory.scaling().losses().missing(died.topology())).isEqualTo(1);
    assertThat(memory.seeing(whole.topology()).scaling().losses())
        .isEqualTo(new NodeLosses(3, null));
  }

  private static List<ReasonCode> codes(Decision decision) {
    return decision.verdict().reasons().stream().map(Reason::code).toList();
  }
}
