package io.proteus.controller.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.proteus.controller.Actuator;
import io.proteus.controller.Cycle;
import io.proteus.controller.action.Action;
import io.proteus.controller.action.Actions;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Recovery;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan changed is put back, however far it and its undo came. */
class PlanUndoTest {
  private static final int SEEDS = 40;
  private static final int MOST_CALLS = 10_000;

  /** Three nodes, of which two take a restart for a new split. */
  private static Rig rig() {
    return new Rig(clock -> MixedClusters.three(clock, 1));
  }

  private static Outcome carryOut(Rig rig, Plan plan) {
    return carryOut(rig, plan, null);
  }

  private static Outcome carryOut(Rig rig, Plan plan, @Nullable String continues) {
    try (Claim claim = rig.claim()) {
      return rig.executor().carryOut(plan, null, continues, claim);
    }
  }

  /** As {@code proteus undo} does. */
  private static Outcome undo(Rig rig, @Nullable String plan) throws Exception {
    return undo(rig, rig.journal, plan);
  }

  private static Outcome undo(Rig rig, Journal seen, @Nullable String plan) throws Exception {
    Actuator actuator = rig.actuator(seen);
    if (!actuator.undo().isUnderWay()) {
      actuator
          .undo()
          .begin(actuator.undo().targets().find(plan), "anna", Sentence.verbatim("as a test"));
    }
    try (Claim claim = rig.claim()) {
      return actuator.recovery().recover(claim).outcome().orElseThrow();
    }
  }

  private static void assertAsBefore(Rig rig, Rig.Picture before, String replay) {
    try {
      rig.assertUnharmed();
      assertThat(rig.picture()).isEqualTo(before);
    } catch (AssertionError e) {
      throw new AssertionError(replay + ": " + e.getMessage(), e);
    }
  }

  @Test
  void aPlanAndItsUndoLeaveTheClusterAsItWas() throws Exception {
    int undone = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Rig rig = Rig.random(seed);
      Optional<Plan> plan = rig.plan();
      Rig.Picture before = rig.picture();
      if (plan.isEmpty() || carryOut(rig, plan.get()).changes() == 0) {
        continue;
      }
      assertThat(rig.picture()).isNotEqualTo(before);
      undone++;

      Outcome outcome = undo(rig, null);

      assertThat(outcome).as("seed %d", seed).isInstanceOf(Outcome.Undone.class);
      assertAsBefore(rig, before, "seed " + seed);
    }
    assertThat(undone).isGreaterThan(SEEDS / 2);
  }

  /** Sizes that somebody had set by hand, and that Proteus was told to replace. */
  @Test
  void blockSizesComeBackColumnFamilyByColumnFamily() throws Exception {
    Rig rig =
        new Rig(
            clock ->
                InMemoryCluster.cluster()
                    .clock(clock)
                    .node("rs1")
                    .holding("t", 2)
                    .families("t", Map.of("a", 8, "b", 64, "c", 256)));
    List<Table> before = rig.cluster.peek().tables();
    List<Step> steps = List.of(new SetBlockSize(new TableId("t"), ByteSize.ofKilobytes(32)));
    Plan plan =
        new Plan(
            "p",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            steps,
            Price.of(steps),
            List.of(ReasonCode.ASKED_FOR.says("by the test")));

    carryOut(rig, plan);
    assertThat(rig.cluster.peek().tables().get(0).blockSize()).isEqualTo(ByteSize.ofKilobytes(32));
    Outcome outcome = undo(rig, null);

    assertThat(outcome).isInstanceOf(Outcome.Undone.class);
    assertThat(rig.cluster.peek().tables()).isEqualTo(before);
  }

  /** The plan ends after so many steps were asked for, and is put back. */
  @Test
  void aPlanThatIsStoppedAtAnyStepIsPutBack() throws Exception {
    int steps = rig().plan().orElseThrow().steps().size();
    for (int asked = 1; asked <= steps; asked++) {
      Rig rig = rig();
      Plan plan = rig.plan().orElseThrow();
      Rig.Picture before = rig.picture();
      int last = asked;
      Progress stopper =
          new Progress() {
            private int issued;

            @Override
            public void reached(Plan now, int step, StepState state, @Nullable Sentence why) {
              if (state == StepState.ISSUED && now.undoes() == null && ++issued == last) {
                rig.stop.request();
              }
            }

            @Override
            public void ended(Plan now, Outcome outcome) {
              rig.stop.clear();
            }
          };
      Actuator actuator =
          Actuator.on(
              rig.cluster.ports(),
              rig.monitor(),
              Rig.MET,
              rig.balancer(rig.journal),
              rig.log,
              rig.time,
              rig.options(stopper, rig.stop));
      try (Claim claim = rig.claim()) {
        actuator.action().carryOut(rig.decisionOf(plan), claim);
      }

      undo(rig, plan.id());

      assertAsBefore(rig, before, "stopped after " + asked);
    }
  }

  /** The plan's Proteus is killed at a call, and an operator wants it put back. */
  @Test
  void aPlanThatWasKilledAnywhereIsPutBack() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig();
      Plan plan = rig.plan().orElseThrow();
      Rig.Picture before = rig.picture();
      struck = killed(rig, new Mortality(calls), journal -> carryOutSeen(rig, journal, plan));
      boolean changed = rig.latestPlan().filter(begun -> !begun.issued().isEmpty()).isPresent();
      if (changed) {
        undo(rig, null);
        assertAsBefore(rig, before, "killed at call " + calls);
        assertThat(rig.recovery(rig.journal).isNeeded()).isFalse();
      }
    }
  }

  private static void carryOutSeen(Rig rig, Journal journal, Plan plan) {
    rig.executor(journal, rig.balancer(journal)).carryOut(plan, null, rig.claim());
  }

  /** What a process does with a journal. */
  private interface Life {
    void live(Journal journal) throws Exception;
  }

  private static boolean killed(Rig rig, Mortality mortality, Life life) {
    return rig.killed(
        mortality,
        () -> {
          try {
            life.live(mortality.journal(rig.journal));
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void killUndoEverywhere(Supplier<Rig> rigs) throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rigs.get();
      Plan plan = rig.plan().orElseThrow();
      Rig.Picture before = rig.picture();
      carryOut(rig, plan);
      Actuator actuator = rig.actuator(rig.journal);
      actuator
          .undo()
          .begin(actuator.undo().targets().find(null), "anna", Sentence.verbatim("as a test"));

      struck = killed(rig, new Mortality(calls), journal -> undo(rig, journal, null));
      rig.recovery(rig.journal).recover(rig.claim());

      assertAsBefore(rig, before, "killed at call " + calls);
      assertThat(rig.recovery(rig.journal).isNeeded()).isFalse();
      assertThat(
              UndoTargets.isUndone(
                  actuator.log().of(plan.id()).orElseThrow(), actuator.log().now()))
          .isTrue();
    }
  }

  @Test
  void anUndoThatWasKilledAnywhereGoesOn() throws Exception {
    killUndoEverywhere(PlanUndoTest::rig);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3})
  void anUndoThatWasKilledAnywhereOnARandomClusterGoesOn(long seed) throws Exception {
    assumeThat(Rig.random(seed).plan()).isPresent();

    killUndoEverywhere(() -> Rig.random(seed));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 10})
  void killedAgainAndAgainItStillPutsBack(long seed) throws Exception {
    Random random = new Random(seed);
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    Rig.Picture before = rig.picture();
    killed(
        rig, new Mortality(25 + random.nextInt(60)), journal -> carryOutSeen(rig, journal, plan));
    for (int life = 0; life < 12; life++) {
      killed(
          rig,
          new Mortality(5 + random.nextInt(40)),
          journal -> {
            if (rig.actuator(journal).undo().isUnderWay() || leavesSomething(rig)) {
              undo(rig, journal, null);
            }
          });
    }
    if (leavesSomething(rig)) {
      undo(rig, null);
    }
    rig.recovery(rig.journal).recover(rig.claim());

    assertAsBefore(rig, before, "seed " + seed);
  }

  /** Whether there is something that was not put back yet. */
  private static boolean leavesSomething(Rig rig) throws Exception {
    Actions actions = rig.log.now();
    if (actions.underWay() != null) {
      return true;
    }
    Optional<Action> last = actions.lastChange();
    return last.isPresent()
        && last.get().undoes() == null
        && !UndoTargets.isUndone(last.get(), actions);
  }

  @Test
  void onlyOneUndoCanBeUnderWayAndNoneTwice() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    carryOut(rig, plan);
    undo(rig, plan.id());

    assertThatThrownBy(() -> undo(rig, plan.id()))
        .isInstanceOf(CannotUndo.class)
        .hasMessage(plan.id() + " is undone already.");
    assertThatThrownBy(() -> undo(rig, null))
        .isInstanceOf(CannotUndo.class)
        .hasMessageContaining("which put back what %s had changed", plan.id());
  }

  @Test
  void anUndoCanBeUndoneAndThenThePlanAgain() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    Rig.Picture before = rig.picture();
    carryOut(rig, plan);
    Rig.Picture after = rig.picture();
    undo(rig, plan.id());
    String undo = rig.latestPlan().orElseThrow().plan().id();

    undo(rig, undo);
    assertThat(rig.picture()).isEqualTo(after);

    undo(rig, plan.id());
    assertThat(rig.picture()).isEqualTo(before);
  }

  /** A policy has set what the plan did, and nobody has seen it in place yet. */
  private static void remembersAPolicy(Rig rig) throws JournalException {
    Choice choice = new Choice("mine", new TreeMap<>(Map.of("handlers", "60")));
    rig.journal.append(
        rig.time.now(),
        new Remembered(
            StrategyMemory.INITIAL.with(
                SettingsMemory.of(Map.of("table t1", Standing.switchedTo(choice))))));
  }

  private static boolean isLeft(Rig rig) throws JournalException {
    return rig.journal.memory().settings().of("table t1").orElseThrow().settled();
  }

  /** Else its policy would set the same again with the next decision. */
  @Test
  void whatAnUndoThatFailsCouldNotPutBackIsLeftAndNothingLikeItIsDoneForAWhile() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    carryOut(rig, plan);
    remembersAPolicy(rig);
    rig.cluster.faults().refuseNext(Call.RESTART, 100_000);

    Outcome outcome = undo(rig, plan.id());

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(outcome.changes()).isPositive();
    assertThat(isLeft(rig)).isTrue();
    assertThat(Objects.requireNonNull(rig.journal.memory().undone()).plan()).isEqualTo(plan.id());
    assertThat(rig.actuator(rig.journal).undo().isUnderWay()).isFalse();
  }

  @Test
  void anUndoThatIsGivenUpBeforeItChangesAnythingLeavesWhatPoliciesHaveSet() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    carryOut(rig, plan);
    remembersAPolicy(rig);
    PlanUndo undo = rig.actuator(rig.journal).undo();
    undo.begin(undo.targets().find(plan.id()), "anna", Sentence.verbatim("as a test"));

    undo.giveUp("stopped", Sentence.verbatim("by anna"), 0);

    assertThat(isLeft(rig)).isTrue();
    assertThat(rig.journal.memory().undone()).isNull();
    assertThat(undo.isUnderWay()).isFalse();
  }

  @Test
  void anUnknownPlanAndOneThatChangedNothingAreRefused() throws Exception {
    Rig rig = rig();
    assertThatThrownBy(() -> undo(rig, null)).hasMessageContaining("nothing to undo");
    Plan plan = rig.plan().orElseThrow();
    Plan nothing =
        new Plan("nothing", 1, plan.target(), List.of(), Price.of(List.of()), plan.reasons(), null);
    carryOut(rig, nothing);

    assertThatThrownBy(() -> undo(rig, "plan-9"))
        .hasMessageContaining("plan-9: the journal has no such plan");
    assertThatThrownBy(() -> undo(rig, "nothing")).hasMessageContaining("changed nothing");
  }

  @Test
  void anOlderPlanWaitsForTheUndoOfTheNewer() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    Rig.Picture before = rig.picture();
    carryOut(rig, plan);
    NodeId rs3 = new NodeId("rs3");
    Plan newer = moving(rig, plan, "newer", "t1-1", otherThan(rig, "t1-1", rs3));
    carryOut(rig, newer);

    assertThatThrownBy(() -> undo(rig, plan.id()))
        .hasMessageContaining("cannot be undone before newer");

    undo(rig, "newer");
    undo(rig, plan.id());
    assertThat(rig.picture()).isEqualTo(before);
  }

  private static NodeId otherThan(Rig rig, String partition, NodeId wanted) {
    NodeId at = rig.picture().places().get(new PartitionId(partition));
    return wanted.equals(at) ? new NodeId("rs1") : wanted;
  }

  private static Plan moving(Rig rig, Plan any, String id, String partition, NodeId to) {
    List<Step> steps = new ArrayList<>();
    rig.cluster.peek().partitions().stream()
        .filter(p -> p.id().value().equals(partition))
        .forEach(
            p ->
                steps.add(
                    new MovePartition(
                        p.id(), p.table(), p.node() == null ? to : p.node(), to, p.size())));
    return new Plan(
        id, 1, Layout.of(List.of(), List.of(), Map.of()), steps, Price.of(steps), any.reasons());
  }

  /** Nodes that were started are emptied and stopped again, and what they held is where it was. */
  @Test
  void whatWasAddedAndFilledGoesAgain() throws Exception {
    Rig rig = rig();
    Plan any = rig.plan().orElseThrow();
    Rig.Picture before = rig.picture();
    Step add = new AddNode(NodeId.planned(1), 4, any.target().nodes().get(0).profile().memory());
    Plan grow =
        new Plan(
            "grow",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            List.of(add),
            Price.of(List.of(add)),
            any.reasons());
    assertThat(carryOut(rig, grow)).isInstanceOf(Outcome.Replan.class);
    Plan fill = moving(rig, any, "fill", "t1-1", new NodeId("rs4"));
    carryOut(rig, fill, "grow");

    undo(rig, "grow");

    assertAsBefore(rig, before, "growth");
    assertThat(rig.journal.memory().undone())
        .satisfies(undone -> assertThat(undone.plan()).isEqualTo("fill"))
        .satisfies(undone -> assertThat(undone.grew()).isTrue());
  }

  /** A plan that empties rs3 and stops it. */
  private static void shrink(Rig rig) throws Exception {
    Plan any = rig.plan().orElseThrow();
    NodeId rs3 = new NodeId("rs3");
    List<Step> steps = new ArrayList<>(moving(rig, any, "x", "t2-3", new NodeId("rs1")).steps());
    steps.add(new RemoveNode(rs3));
    steps.add(new ForgetNode(rs3));
    Plan shrink =
        new Plan(
            "shrink",
            1,
            Layout.of(List.of(), List.of(rs3), Map.of()),
            steps,
            Price.of(steps),
            any.reasons());
    carryOut(rig, shrink);
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
  }

  @Test
  void whatWasStoppedGetsAStandInWithWhatItHeld() throws Exception {
    Rig rig = rig();
    shrink(rig);

    assertThat(undo(rig, null)).isInstanceOf(Outcome.Undone.class);

    rig.assertUnharmed();
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.cluster.peek().partitionsByNode().values()).noneMatch(List::isEmpty);
  }

  /** An undo's first plan starts the node, and is over when that is stopped; the next fills it. */
  @Test
  void whoeverStopsAnUndoStopsTheNextOfItsPlansToo() throws Exception {
    Rig rig = rig();
    shrink(rig);
    OperatorRequest anna = new OperatorRequest("anna", "a release");
    StopSignal planStop = rig.stop.narrower();
    Approvals approvals =
        Approvals.begin(
            rig.log,
            rig.time,
            new ApprovalSettings(
                ApprovalMode.AUTOMATIC, Duration.ofHours(1), Duration.ofMinutes(30)),
            planStop);
    PlanUndo undo = rig.actuator(rig.journal).undo();
    undo.begin(undo.targets().find(null), "anna", Sentence.verbatim("as a test"));
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.LAUNCH) {
                try {
                  approvals.stop(Objects.requireNonNull(approvals.status().running()), anna);
                } catch (NotPossible | JournalException e) {
                  throw new AssertionError(e);
                }
              }
            });
    int moves = rig.cluster.faults().count(Call.MOVE);

    List<Cycle> cycles = rig.cycles(rig.loop(rig.options(approvals, planStop), approvals), 2);

    assertThat(cycles.get(0).recovered()).singleElement().asString().contains("stopped as asked");
    assertThat(cycles.get(1).recovered()).isEmpty();
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isEqualTo(moves);
    assertThat(rig.journal.ofPlan("shrink"))
        .anyMatch(
            entry -> entry.event() instanceof UndoEnded ended && ended.outcome().equals("stopped"));
    rig.assertUnharmed();
  }

  @Test
  void whereANodeDiedSinceTheRestIsPutBackAndThatIsSaid() throws Exception {
    Rig rig = rig();
    Plan any = rig.plan().orElseThrow();
    Plan move = moving(rig, any, "move", "t1-1", new NodeId("rs2"));
    carryOut(rig, move);
    Plan second = moving(rig, any, "second", "t2-3", new NodeId("rs1"));
    carryOut(rig, second, "move");
    rig.cluster.kill(new NodeId("rs3"), 1_000_000);

    Outcome outcome = undo(rig, null);

    assertThat(outcome.sentence()).asString().contains("rs3").contains("no live node any more");
    assertThat(rig.cluster.peek().partitionsByNode().get(new NodeId("rs1")))
        .anyMatch(partition -> partition.id().value().equals("t1-1"));
    assertThat(rig.journal.ofPlan("second"))
        .anyMatch(
            entry ->
                entry.event() instanceof UndoEnded ended
                    && ended.outcome().equals(UndoEnded.INCOMPLETE));
  }

  @Test
  void anUndoThatIsRefusedAgainAndAgainEndsAndCanBeTakenUpAgain() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    Rig.Picture before = rig.picture();
    carryOut(rig, plan);
    rig.cluster.faults().refuseNext(Call.MOVE, 1_000);

    assertThat(undo(rig, null)).isInstanceOf(Outcome.Abandoned.class);
    rig.cluster.faults().refuseNext(Call.MOVE, 0);
    undo(rig, plan.id());

    assertAsBefore(rig, before, "refused");
  }

  @Test
  void whoeverFindsTheUndoOfADeadProcessSaysSo() throws Exception {
    Rig rig = rig();
    Plan plan = rig.plan().orElseThrow();
    carryOut(rig, plan);
    Actuator actuator = rig.actuator(rig.journal);
    actuator
        .undo()
        .begin(actuator.undo().targets().find(null), "anna", Sentence.verbatim("as a test"));

    Recovery.Recovered recovered = rig.recovery(rig.journal).recover(rig.claim());

    assertThat(recovered.sentences())
        .anyMatch(sentence -> sentence.toString().contains("putting back"))
        .anyMatch(sentence -> sentence.toString().contains("is as it was before"));
  }
}
