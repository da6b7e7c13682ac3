package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.followedBy;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.strategy.LaunchedMachines;
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
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines that a growth had started and of which no node came. */
class OverdueMachinesTest {
  private static final NodeId RS9 = new NodeId("rs9");
  private static final Duration GRACE = Duration.ofMinutes(20);
  private static final StrategyMemory GREW =
      new StrategyMemory(true, 1, 0, 0)
          .with(ScalingMemory.NONE.with(new Resized(NOW.minus(Duration.ofMinutes(30)), 2, 3)));

  private final DecisionMaker counting =
      new DecisionMaker(
          PolicyStrategy.counting(
              new LimitedScaling(ThresholdScaling.paper(), Limits.within(new NodeBounds(1, 9)))),
          Guards.defaults(),
          Figures.PLANNER,
          Figures.PREDICTOR);

  private static SituationBuilder two(double cpu) {
    return situation()
        .nodes(2, cpu(cpu))
        .machine("rs1", Duration.ofDays(9))
        .machine("rs2", Duration.ofDays(9))
        .partition("r", of("r"), reads(100), on("rs1"))
        .partition("w", of("w"), writes(100), on("rs2"));
  }

  /** As the loop makes it: what was seen of the machines is remembered. */
  private static Situation built(SituationBuilder cluster, StrategyMemory memory) {
    Situation now = cluster.build();
    return now.with(memory.seeing(now.topology()));
  }

  private static List<ReasonCode> codes(Decision decision) {
    return decision.verdict().reasons().stream().map(Reason::code).toList();
  }

  @Test
  void areEndedOnceTheirGraceIsOverAndNothingElseIsDone() {
    Situation now = built(two(0.3).machine("rs9", GRACE), GREW);

    Decision decision = counting.decide(now);

    assertThat(decision.verdict()).isInstanceOf(Verdict.Retarget.class);
    assertThat(decision.verdict().reasons())
        .extracting(Reason::toString)
        .containsExactly(
            "STILLBORN: no node has come of rs9 within 20 min of the machine's start, and 20 min"
                + " are waited for one [cloud.machineGrace]");
    assertThat(decision.plan().orElseThrow().steps())
        .containsExactly(new EndMachine(RS9, NOW.minus(GRACE)), new ForgetNode(RS9));
    assertThat(decision.plan().orElseThrow().price().nodesRemoved()).isEqualTo(1);
  }

  @Test
  void areWaitedForUntilThen() {
    Situation now = built(two(0.3).machine("rs9", GRACE.minusSeconds(1)), GREW);

    assertThat(counting.decide(now).plan()).isEmpty();
  }

  @Test
  void areEndedBeforeAnotherIsAskedForThatTheyWouldCountAs() {
    Situation now = built(two(0.9).machine("rs9", GRACE), GREW);

    assertThat(counting.decide(now.with(GREW)).plan().orElseThrow().steps())
        .as("it would grow")
        .hasExactlyElementsOfTypes(AddNode.class);
    assertThat(codes(counting.decide(now))).containsExactly(ReasonCode.STILLBORN);
  }

  /** Else a night window for them would hold up a whole day. */
  @Test
  void areEndedAfterWhatElseIsToBeDone() {
    DecisionMaker met =
        new DecisionMaker(
            PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);
    SituationBuilder mixed =
        two(0.5)
            .node("rs1", cpu(0.9))
            .machine("rs9", GRACE)
            .partition("r2", of("r"), reads(100), on("rs2"))
            .partition("w2", of("w"), writes(100), on("rs1"));
    StrategyMemory unconfigured = StrategyMemory.INITIAL.with(GREW.scaling());

    assertThat(codes(met.decide(built(mixed, unconfigured))))
        .first()
        .isEqualTo(ReasonCode.INITIAL_RECONFIGURATION);
  }

  @Test
  void areNotThereWhereANodeCameOrDiedOrIsSomebodyElses() {
    assertThat(
            counting.decide(built(two(0.3).machine("rs9", GRACE), StrategyMemory.INITIAL)).plan())
        .as("nobody remembers having asked for it")
        .isEmpty();
    assertThat(
            counting
                .decide(built(two(0.3).machine("rs9", GRACE).node("rs9", cpu(0.3)), GREW))
                .plan())
        .as("it came")
        .isEmpty();
    Situation forgotten =
        built(
            two(0.3).machine("rs9", GRACE),
            GREW.seeing(two(0.3).machine("rs9", GRACE).dead("rs9").topology()));
    assertThat(counting.decide(forgotten).plan()).as("it died and was forgotten").isEmpty();
  }

  private static StrategyMemory gone(Duration since) {
    return new StrategyMemory(true, 1, 0, 0)
        .with(
            new ScalingMemory(
                List.of(),
                null,
                List.of(),
                null,
                null,
                new LaunchedMachines(Set.of(), Set.of(RS9), Map.of(RS9, NOW.minus(since))),
                null,
                null,
                null));
  }

  /** A primary that failed over, or that somebody made a follower, is no node, and of use. */
  @Test
  void areThoseOfNobodyNotOfFollowers() {
    SituationBuilder followed =
        two(0.3)
            .machine("rs9", Duration.ofDays(2))
            .partition("f", of("r"), reads(1), on("rs1"), followedBy("rs9"));

    Situation now = built(followed, gone(GRACE));

    assertThat(now.topology().machinesWithoutNode()).isEmpty();
    assertThat(counting.decide(now).plan()).isEmpty();
    assertThat(now.memory().scaling().orphaned()).as("the time begins anew").isEmpty();
    Situation launched = built(followed.machine("rs9", GRACE), GREW);
    assertThat(counting.decide(launched).plan()).as("one that a growth started").isEmpty();
    assertThat(launched.memory().scaling().awaited()).isEmpty();
  }

  /** A cloud is told how many machines there are to be, those of followers among them. */
  @Test
  void areNotTakenForTheNodeThatIsAskedForWhereFollowersRunOnThem() {
    SituationBuilder followed =
        two(0.9)
            .machine("f1", Duration.ofDays(9))
            .machine("f2", Duration.ofDays(9))
            .partition("f", of("r"), reads(1), on("rs1"), followedBy("f1", "f2", "elsewhere"));
    Situation now = followed.build();

    AddNode add = (AddNode) counting.decide(now).plan().orElseThrow().steps().get(0);

    assertThat(add.total()).isEqualTo(3);
    assertThat(add.lost()).containsExactly(new NodeId("f1"), new NodeId("f2"));
    assertThat(add.isDone(now.topology())).isFalse();
    assertThat(new NodeBounds(1, 9).most(now)).as("followers are no nodes").isEqualTo(9);
  }

  @Test
  void areEndedWhereTheirNodeDiedAndWasStruckOffAndDidNotComeBack() {
    SituationBuilder cluster = two(0.3).machine("rs9", Duration.ofDays(2));

    assertThat(counting.decide(built(cluster, gone(GRACE.minusSeconds(1)))).plan())
        .as("it may come back")
        .isEmpty();
    Decision decision = counting.decide(built(cluster, gone(GRACE)));

    assertThat(decision.verdict().reasons())
        .extracting(Reason::toString)
        .containsExactly(
            "ORPHANED: the store has not known rs9 for 20 min, its machine runs on, and 20 min are"
                + " waited for a node to come back [cloud.machineGrace]");
    assertThat(decision.plan().orElseThrow().steps())
        .containsExactly(new EndMachine(RS9, NOW.minus(Duration.ofDays(2))), new ForgetNode(RS9));
    assertThat(counting.decide(built(two(0.3), gone(GRACE))).plan()).as("it has ended").isEmpty();
  }

  @Test
  void areLeftWhereItIsNotKnownWhatRunsOrNothingCanBeEnded() {
    StrategyMemory awaiting = GREW.seeing(two(0.3).machine("rs9", GRACE).topology());
    SituationBuilder unknown =
        situation().nodes(2, cpu(0.3)).partition("r", of("r"), reads(100), on("rs1"));

    assertThat(counting.decide(built(unknown, awaiting)).plan()).isEmpty();
    assertThat(
            counting
                .decide(built(two(0.3).machine("rs9", GRACE).without(Capability.RESIZE), awaiting))
                .plan())
        .isEmpty();
  }

  @Test
  void areLeftWhileAResizeIsUnderWayAndEndedBesideADeadNode() {
    StrategyMemory growing = GREW.withResizingTo(3);
    Situation underWay = built(two(0.3).machine("rs9", GRACE), growing);

    assertThat(codes(counting.decide(underWay))).doesNotContain(ReasonCode.STILLBORN);
    assertThat(codes(counting.decide(built(two(0.3).machine("rs9", GRACE).dead("rs1x"), GREW))))
        .containsExactly(ReasonCode.STILLBORN);
  }

  @Test
  void haveALongerGraceThanAPlanWaits() {
    assertThatThrownBy(() -> new OverdueMachines(AddNode.TIMEOUT))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "cloud.machineGrace: want more than 10 min, as long as a plan waits for a node, got 600"
                + " s.");
    Situation now = built(two(0.3).machine("rs9", GRACE), GREW);
    DecisionMaker patient =
        new DecisionMaker(
            counting.strategy(),
            counting.guards(),
            counting.planner(),
            counting.predictor(),
            new OverdueMachines(GRACE.plusSeconds(1)),
            counting.harmless());

    assertThat(patient.decide(now).plan()).isEmpty();
  }
}
