package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanExecutorTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");

  /** More looks at the cluster than any plan takes. */
  private static final int FOR_GOOD = 1_000_000;

  private static final MemorySplit WRITE = MemorySplit.of(0.10, 0.55);

  private final Rig rig = rig(Pace.BRISK);

  private static Rig rig(Pace pace) {
    return new Rig(clock -> describe(clock, pace));
  }

  private static ClusterBuilder describe(java.time.InstantSource clock, Pace pace) {
    return cluster()
        .clock(clock)
        .pace(pace)
        .node("rs1")
        .holding("a", 3)
        .holding("b", 3)
        .node("rs2")
        .node("rs3");
  }

  private static Plan plan(Step... steps) {
    return new Plan(
        "p",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        List.of(steps),
        Price.of(List.of(steps)),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  private static MovePartition move(String partition, NodeId to) {
    return new MovePartition(
        new PartitionId(partition),
        new TableId(partition.substring(0, 1)),
        RS1,
        to,
        ByteSize.ofMegabytes(1));
  }

  private Outcome carryOut(Plan plan) {
    return rig.carryOut(plan);
  }

  private Cause causeOf(Plan plan) {
    Outcome outcome = carryOut(plan);
    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    return ((Outcome.Abandoned) outcome).cause();
  }

  private List<StepState> statesOf(int step) throws Exception {
    return statesOf(rig, step);
  }

  private static List<StepState> statesOf(Rig rig, int step) throws Exception {
    List<StepState> states = new ArrayList<>();
    for (JournalEntry entry : rig.journal.ofPlan("p")) {
      if (entry.event() instanceof StepReached reached && reached.step() == step) {
        states.add(reached.state());
      }
    }
    return states;
  }

  @Test
  void stepsAreDoneInOrderAndJournalled() throws Exception {
    Outcome outcome =
        carryOut(plan(new SetMemorySplit(RS2, WRITE), move("a-1", RS2), move("b-1", RS2)));

    assertThat(outcome).isEqualTo(new Outcome.Completed(3));
    assertThat(statesOf(0)).containsExactly(StepState.ISSUED, StepState.DONE);
    assertThat(rig.journal.unfinishedPlans()).isEmpty();
    assertThat(rig.journal.last(1).get(0).event()).isInstanceOf(PlanEnded.class);
    rig.assertUnharmed();
  }

  @Test
  void whatIsDoneAlreadyIsNotAskedFor() throws Exception {
    assertThat(carryOut(plan(move("a-1", RS1)))).isEqualTo(new Outcome.Completed(0));
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    assertThat(statesOf(0)).containsExactly(StepState.DONE);
  }

  @Test
  void noMorePartitionsMoveAtOnceThanAllowedAndNotTwoOfATable() {
    AtomicInteger most = new AtomicInteger();
    List<List<PartitionId>> moving = new ArrayList<>();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              List<PartitionId> now = rig.cluster.peek().inTransition();
              most.accumulateAndGet(now.size(), Math::max);
              moving.add(now);
            });

    carryOut(
        plan(
            move("a-1", RS2),
            move("a-2", RS2),
            move("a-3", RS2),
            move("b-1", RS2),
            move("b-2", RS2),
            move("b-3", RS2)));

    assertThat(most).hasValue(2);
    assertThat(moving)
        .allMatch(
            now -> now.stream().map(id -> id.value().charAt(0)).distinct().count() == now.size());
    rig.assertUnharmed();
  }

  @Test
  void aPartitionThatMovesTwiceMovesInOrder() {
    NodeId rs3 = new NodeId("rs3");
    MovePartition back =
        new MovePartition(
            new PartitionId("a-1"), new TableId("a"), RS2, rs3, ByteSize.ofMegabytes(1));

    assertThat(carryOut(plan(move("a-1", RS2), back))).isEqualTo(new Outcome.Completed(2));
    assertThat(rig.cluster.peek().partition(new PartitionId("a-1")).orElseThrow().node())
        .isEqualTo(rs3);
  }

  @Test
  void aNodeThatHoldsPartitionsIsNeverRestarted() {
    assertThat(causeOf(plan(new RestartNode(RS1, WRITE)))).isEqualTo(Cause.BLOCKED);
    assertThat(rig.cluster.faults().count(Call.RESTART)).isZero();
    rig.assertUnharmed();
  }

  @Test
  void noNodeIsTakenOutWhileAnotherIs() throws Exception {
    Rig slow = new Rig(clock -> describe(clock, Pace.everythingTakes(5)));
    slow.cluster.kill(new NodeId("rs3"), 40);
    Plan plan =
        new Plan(
            "p",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            List.of(new RestartNode(RS2, WRITE), new RestartNode(new NodeId("rs3"), WRITE)),
            Price.NOTHING,
            List.of());

    assertThat(slow.executor().carryOut(plan, null, slow.claim()))
        .isInstanceOf(Outcome.Completed.class);
    slow.assertUnharmed();
  }

  @Test
  void aRefusedStepIsTriedAgainAndThenGivenUp() throws Exception {
    rig.cluster.faults().refuseNext(Call.MOVE, 2);
    assertThat(carryOut(plan(move("a-1", RS2)))).isEqualTo(new Outcome.Completed(1));
    assertThat(statesOf(0))
        .containsExactly(
            StepState.ISSUED,
            StepState.REFUSED,
            StepState.ISSUED,
            StepState.REFUSED,
            StepState.ISSUED,
            StepState.DONE);

    rig.cluster.faults().refuseNext(Call.MOVE, 3);
    assertThat(causeOf(plan(move("a-2", RS2)))).isEqualTo(Cause.REFUSED);
    rig.assertUnharmed();
  }

  /** Else nothing would be decided any more beside a node that Proteus stopped itself. */
  @Test
  void aNodeThatTheStoreStillRecoversIsForgottenOnceItHas() throws Exception {
    rig.cluster.faults().refuseNext(Call.FORGET, 8);

    assertThat(carryOut(plan(new RemoveNode(RS3), new ForgetNode(RS3))))
        .isEqualTo(new Outcome.Completed(2));

    assertThat(rig.cluster.peek().deadNodes()).isEmpty();
    assertThat(statesOf(1)).doesNotContain(StepState.FAILED);
  }

  @Test
  void aNodeThatTheStoreNeverForgetsIsLeftToPeopleInTime() throws Exception {
    rig.cluster.faults().refuseNext(Call.FORGET, 1_000_000);
    Instant begun = rig.clock.instant();

    Outcome outcome = carryOut(plan(new RemoveNode(RS3), new ForgetNode(RS3)));

    assertThat(outcome).isEqualTo(new Outcome.Incomplete(2, 1));
    assertThat(outcome.sentence())
        .hasToString("all steps are over, 2 were needed, and 1 was not done");
    assertThat(statesOf(1)).endsWith(StepState.REFUSED, StepState.FAILED).hasSizeLessThan(50);
    assertThat(Duration.between(begun, rig.clock.instant())).isLessThan(Duration.ofMinutes(3));
  }

  @Test
  void aStepThatHasNoEffectIsGivenUpInTime() {
    rig.cluster.faults().loseNext(Call.MOVE, 1);

    Outcome outcome = carryOut(plan(move("a-1", RS2), move("a-2", RS2), move("b-1", RS2)));

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(((Outcome.Abandoned) outcome).cause()).isEqualTo(Cause.TIMED_OUT);
    assertThat(outcome.sentence())
        .asString()
        .contains("move a-1 of a")
        .contains("not done within 120 s");
    rig.assertUnharmed();
  }

  @Test
  void aMoveWhoseNewNodeDiesEndsOnceThePartitionIsOpenElsewhere() throws Exception {
    Rig slow = rig(Pace.everythingTakes(5));
    onceMoving(slow, () -> dies(slow, RS2, FOR_GOOD, RS3));

    Outcome outcome = slow.carryOut(plan(move("a-1", RS2), move("b-1", RS3), move("a-2", RS2)));

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(((Outcome.Abandoned) outcome).cause()).isEqualTo(Cause.OVERTAKEN);
    assertThat(outcome.sentence())
        .hasToString("move a-1 of a (1 MB) from rs1 to rs2: rs2 died, and a-1 is open on rs3");
    assertThat(slow.sinceStart()).isLessThan(Duration.ofSeconds(10));
    assertThat(statesOf(slow, 0)).containsExactly(StepState.ISSUED, StepState.ABANDONED);
    assertThat(statesOf(slow, 1)).containsExactly(StepState.ISSUED, StepState.DONE);
    assertThat(statesOf(slow, 2)).isEmpty();
    assertServedThoughDead(slow);
  }

  @Test
  void aMoveWhoseOldNodeDiesEndsOnceThePartitionIsOpenElsewhere() throws Exception {
    Rig slow = rig(Pace.everythingTakes(5));
    onceMoving(slow, () -> dies(slow, RS1, FOR_GOOD, RS3));

    Outcome outcome = slow.carryOut(plan(move("a-1", RS2)));

    assertThat(outcome.sentence()).asString().endsWith("rs1 died, and a-1 is open on rs3");
    assertThat(slow.sinceStart()).isLessThan(Duration.ofSeconds(10));
    assertServedThoughDead(slow);
  }

  @Test
  void aNodeThatRunsAgainHasDiedAllTheSame() {
    Rig slow = rig(Pace.everythingTakes(5));
    onceMoving(slow, () -> dies(slow, RS2, 2, RS3));

    Outcome outcome = slow.carryOut(plan(move("a-1", RS2)));

    assertThat(outcome.sentence()).asString().endsWith("rs2 died, and a-1 is open on rs3");
    assertThat(slow.sinceStart()).isLessThan(Duration.ofSeconds(10));
    slow.assertUnharmed();
  }

  @Test
  void aPartitionThatTheStoreOpensWhereItWasToGoIsDoneWhoeverDied() {
    Rig slow = rig(Pace.everythingTakes(5));
    onceMoving(slow, () -> dies(slow, RS1, FOR_GOOD, RS2));

    assertThat(slow.carryOut(plan(move("a-1", RS2)))).isEqualTo(new Outcome.Completed(1));
    assertServedThoughDead(slow);
  }

  @Test
  void aPartitionThatNobodyHasOpenedYetIsWaitedFor() {
    Rig slow = rig(Pace.everythingTakes(5));
    onceMoving(slow, () -> slow.cluster.kill(RS2, 100));

    assertThat(slow.carryOut(plan(move("a-1", RS2)))).isEqualTo(new Outcome.Completed(1));
    assertThat(slow.sinceStart()).isGreaterThan(Duration.ofSeconds(15));
    slow.assertUnharmed();
  }

  /** Once, while the first partition of a plan is on its way. */
  private static void onceMoving(Rig rig, Runnable fault) {
    AtomicBoolean struck = new AtomicBoolean();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              boolean moving = rig.cluster.peek().inTransition().contains(new PartitionId("a-1"));
              if (call == Call.TOPOLOGY && moving && struck.compareAndSet(false, true)) {
                fault.run();
              }
            });
  }

  /** A node dies, and the store opens elsewhere what it held and what was on its way. */
  private static void dies(Rig rig, NodeId node, int polls, NodeId heir) {
    rig.cluster.kill(node, polls);
    rig.cluster.reassign(new PartitionId("a-1"), heir);
    rig.cluster.peek().partitions().stream()
        .filter(partition -> partition.node() == null)
        .filter(partition -> !rig.cluster.peek().inTransition().contains(partition.id()))
        .forEach(stranded -> rig.cluster.reassign(stranded.id(), heir));
  }

  private static void assertServedThoughDead(Rig rig) {
    assertThat(rig.cluster.incidents()).isEmpty();
    assertThat(rig.cluster.peek().deadNodes()).hasSize(1);
    assertThat(rig.cluster.peek().inTransition()).isEmpty();
    assertThat(rig.cluster.peek().partitions()).allMatch(partition -> partition.node() != null);
    assertThat(rig.cluster.peek().balancerOn()).isEqualTo(rig.balancerBefore);
  }

  @Test
  void aCompactionMayFail() throws Exception {
    rig.cluster.faults().loseNext(Call.COMPACT, 5);

    Outcome outcome =
        carryOut(
            plan(
                move("a-1", RS2),
                new CompactPartition(
                    new PartitionId("a-1"),
                    new TableId("a"),
                    RS2,
                    Ratio.of(0.9),
                    ByteSize.ofMegabytes(1)),
                new SetMemorySplit(RS2, WRITE)));

    assertThat(outcome).isEqualTo(new Outcome.Incomplete(3, 1));
    assertThat(rig.latestPlan().orElseThrow().outcome()).isEqualTo("incomplete");
    assertThat(statesOf(1))
        .containsExactly(StepState.ISSUED, StepState.TIMED_OUT, StepState.FAILED);
  }

  @Test
  void aRestartThatWasLostIsAskedForAgain() {
    rig.cluster.faults().refuseNext(Call.RESTART, 1);

    assertThat(carryOut(plan(new RestartNode(RS2, WRITE)))).isInstanceOf(Outcome.Completed.class);
    rig.assertUnharmed();
  }

  @Test
  void somebodyWhoSwitchesTheBalancerOnIsLeftAlone() {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                rig.cluster.balancer(true);
              }
            });

    assertThat(causeOf(plan(move("a-1", RS2), new SetMemorySplit(RS2, WRITE))))
        .isEqualTo(Cause.BALANCER);
    assertThat(rig.cluster.faults().count(Call.SET_MEMORY_SPLIT)).isZero();
  }

  @Test
  void aBalancerThatWasOffStaysOff() {
    rig.cluster.balancer(false);

    carryOut(plan(move("a-1", RS2)));

    assertThat(rig.cluster.peek().balancerOn()).isFalse();
    assertThat(rig.cluster.faults().count(Call.SWITCH_BALANCER)).isZero();
  }

  @Test
  void theBalancerIsRestoredAlsoWhenTheStoreRefusesAtFirst() throws Exception {
    AtomicInteger switches = new AtomicInteger();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SWITCH_BALANCER && switches.incrementAndGet() == 2) {
                rig.cluster.faults().refuseNext(Call.SWITCH_BALANCER, 5);
              }
            });

    carryOut(plan(move("a-1", RS2)));

    rig.assertUnharmed();
    assertThat(rig.journal.balancerIsTaken()).isFalse();
  }

  @Test
  void nothingIsDoneWithoutTheClaim() throws Exception {
    Claim lost = rig.claim();
    rig.cluster.expireClaim();

    Outcome outcome = rig.executor().carryOut(plan(move("a-1", RS2)), null, lost);

    assertThat(((Outcome.Abandoned) outcome).cause()).isEqualTo(Cause.CLAIM_LOST);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    rig.assertUnharmed();
  }

  @Test
  void theClaimIsLookedAtBeforeEachStep() {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SET_MEMORY_SPLIT) {
                rig.cluster.expireClaim();
              }
            });

    assertThat(causeOf(plan(new SetMemorySplit(RS2, WRITE), move("a-1", RS2))))
        .isEqualTo(Cause.CLAIM_LOST);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    rig.assertUnharmed();
  }

  @Test
  void aPlanThatNoLongerFitsIsNotBegun() {
    assertThat(causeOf(plan(move("a-1", new NodeId("rs9"))))).isEqualTo(Cause.OVERTAKEN);
    rig.assertUnharmed();
  }

  @Test
  void aNodeThatDiesBetweenDecisionAndBeginKeepsAPlanThatDoesNotTouchItFromBeingBegun() {
    rig.cluster.kill(RS3, FOR_GOOD);

    Outcome outcome = carryOut(plan(move("a-1", RS2)));

    assertThat(outcome)
        .hasToString(
            "Abandoned[cause=OVERTAKEN, sentence=rs3 died after the plan was made, changes=0]");
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    assertThat(rig.cluster.peek().balancerOn()).isEqualTo(rig.balancerBefore);
  }

  @Test
  void anUndoMayBeginBesideANodeThatIsDead() {
    rig.cluster.kill(RS3, FOR_GOOD);
    Plan undo =
        new Plan(
            "p",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            List.of(move("a-1", RS2)),
            Price.NOTHING,
            List.of(ReasonCode.PUT_BACK.says("by the test")),
            "earlier");

    assertThat(carryOut(undo)).isEqualTo(new Outcome.Completed(1));
  }

  /** What it takes out of service is out already, and what keeps it down may be what is undone. */
  @Test
  void aNodeThatIsDownIsStartedWhileAnotherIsOut() {
    rig.cluster.kill(RS2, FOR_GOOD);
    rig.cluster.kill(RS3, FOR_GOOD);
    List<Step> steps = List.of(new RestartNode(RS2, WRITE));
    Plan undo =
        new Plan(
            "p",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            steps,
            Price.of(steps),
            List.of(ReasonCode.PUT_BACK.says("by the test")),
            "earlier");

    assertThat(carryOut(undo)).isEqualTo(new Outcome.Completed(1));
    assertThat(rig.cluster.peek().node(RS2)).isPresent();
    assertThat(rig.cluster.incidents()).isEmpty();
  }

  @Test
  void aClusterThatDoesNotAnswerForLongEndsThePlan() {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                rig.cluster.faults().refuseNext(Call.TOPOLOGY, 1_000_000);
              }
            });

    assertThat(causeOf(plan(move("a-1", RS2)))).isEqualTo(Cause.UNREADABLE);
    assertThat(rig.cluster.peek().balancerOn()).isTrue();
  }

  @Test
  void aStopEndsAfterTheStepInFlight() {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                rig.stop.request();
              }
            });

    assertThat(carryOut(plan(move("a-1", RS2), move("a-2", RS2), move("a-3", RS2))))
        .isInstanceOf(Outcome.Stopped.class);
    assertThat(rig.cluster.peek().inTransition()).isEmpty();
    assertThat(rig.cluster.peek().partition(new PartitionId("a-3")).orElseThrow().node())
        .isEqualTo(RS1);
    rig.assertUnharmed();
  }

  @Test
  void anActionDoesNotBeginWhenItsIntentCannotBeWritten() {
    rig.journal.close();

    assertThat(causeOf(plan(move("a-1", RS2)))).isEqualTo(Cause.JOURNAL);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    assertThat(rig.cluster.faults().count(Call.SWITCH_BALANCER)).isZero();
  }

  @Test
  void newNodesAreStartedAndThenDecidedOn() {
    NodeId planned = NodeId.planned(1);

    Outcome outcome =
        carryOut(
            plan(
                new AddNode(planned, 4, WRITE),
                new AddNode(NodeId.planned(2), 5, WRITE),
                move("a-1", planned)));

    assertThat(outcome).isEqualTo(new Outcome.Replan(2));
    assertThat(rig.cluster.peek().nodes()).hasSize(5);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    rig.assertUnharmed();
  }

  @Test
  void theLimitsAreSettings() {
    assertThat(Rig.LIMITS)
        .isEqualTo(
            new ExecutionSettings(
                2, 1, Duration.ofMinutes(2), Duration.ofMillis(200), Duration.ofMinutes(2), 3));
  }

  @Test
  void aClockThatIsSetForwardTimesNoStepOutAndBackLetsNoneHang() {
    for (Duration jump : List.of(Duration.ofHours(1), Duration.ofHours(-1))) {
      Rig slow = rig(Pace.everythingTakes(5));
      JumpyTime time = new JumpyTime(slow.clock);
      Progress setsTheClock =
          new Progress() {
            @Override
            public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
              time.jump(state == StepState.ISSUED ? jump : Duration.ZERO);
            }
          };
      PlanExecutor executor =
          new PlanExecutor(
              slow.cluster.ports(),
              slow.balancer(slow.journal),
              new ActionLog(slow.journal),
              time,
              Rig.LIMITS,
              setsTheClock,
              slow.stop,
              CostModel.assumed());
      Instant begun = slow.clock.instant();

      try (Claim claim = slow.claim()) {
        assertThat(executor.carryOut(plan(move("a-1", RS2), move("a-2", RS2)), null, claim))
            .isInstanceOf(Outcome.Completed.class);
      }
      assertThat(Duration.between(begun, slow.clock.instant())).isLessThan(Duration.ofMinutes(1));
    }
  }
}
