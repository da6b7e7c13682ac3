package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.undo.PlanUndo;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.Claim;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.words.Sentence;
import io.proteus.core.workload.AccessClass;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.MixedClusters;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A strategy does not believe in a resize that was not, however much of it was tried. */
class AbandonedResizeTest {
  private static final NodeBounds BOUNDS = new NodeBounds(1, 6);
  private static final int UNTIL_DECIDED = 3;
  private static final int ALWAYS = 1_000;
  private static final RequestRates READS = new RequestRates(100, 0, 0);

  private static DecisionMaker met() {
    PolicyStrategy met = PolicyStrategy.met();
    MetScaling scaling = MetScaling.defaults();
    return deciding(
        new PolicyStrategy(
            new MetScaling(
                scaling.cpuAbove(),
                scaling.ioWaitAbove(),
                scaling.cpuBelow(),
                scaling.subOptimalNodes(),
                scaling.underloadDecisions(),
                BOUNDS),
            met.configuration(),
            new MetPlacement(met.configuration().profileOf(AccessClass.READ_WRITE)),
            true));
  }

  private static DecisionMaker thresholds() {
    return deciding(
        PolicyStrategy.counting(
            new LimitedScaling(ThresholdScaling.paper(), Limits.within(BOUNDS))));
  }

  private static DecisionMaker deciding(PolicyStrategy strategy) {
    return new DecisionMaker(strategy, Guards.defaults(), Planner.met());
  }

  private static Outcome decided(Rig rig, DecisionMaker decisions) {
    List<Cycle> cycles = rig.cycles(rig.loop(decisions, rig.journal), UNTIL_DECIDED);
    return cycles.get(UNTIL_DECIDED - 1).outcome().orElseThrow();
  }

  @Test
  void launchesThatAreRefusedDoNotDoubleWhatMetAddsNext() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    rig.cluster.faults().refuseNext(Call.LAUNCH, ALWAYS);

    Outcome outcome = decided(rig, met());

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(outcome.changes()).as("tried, which counts for the cooldown").isPositive();
    StrategyMemory memory = rig.journal.memory();
    assertThat(memory.nodesToChange()).isEqualTo(1);
    assertThat(memory.resizingTo()).isZero();
    assertThat(memory.reconfigured()).as("all else stays").isTrue();
    assertThat(rig.journal.lastAction()).isPresent();
  }

  @Test
  void aRemovalThatWasGivenUpIsNoResize() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.05));
    rig.cluster.faults().refuseNext(Call.MOVE, ALWAYS);

    Outcome outcome = decided(rig, thresholds());

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(outcome.changes()).isPositive();
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
    assertThat(rig.journal.memory().scaling().resizes()).isEmpty();
  }

  @Test
  void aRemovalThatIsDoneIsOne() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.05));

    assertThat(decided(rig, thresholds())).isInstanceOf(Outcome.Completed.class);

    assertThat(rig.journal.memory().scaling().resizes())
        .extracting(Resized::from, Resized::to)
        .containsExactly(tuple(2, 1));
  }

  // what an earlier run left

  private static void killedAt(Call last, Rig rig, DecisionMaker decisions) {
    AtomicBoolean dead = new AtomicBoolean();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (dead.get() || call == last) {
                dead.set(true);
                throw new Mortality.Killed();
              }
            });
    assertThatThrownBy(() -> decided(rig, decisions)).isInstanceOf(Mortality.Killed.class);
    rig.cluster.faults().beforeEach(call -> {});
    rig.cluster.expireClaim();
  }

  private static Outcome recovered(Rig rig) throws Exception {
    try (Claim claim = rig.claim()) {
      return rig.recovery(rig.journal).recover(claim).outcome().orElseThrow();
    }
  }

  @Test
  void aGrowthThatIsResumedAndGivenUpIsNone() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    killedAt(Call.LAUNCH, rig, met());
    assertThat(rig.journal.memory().nodesToChange()).as("as was decided").isEqualTo(2);
    rig.cluster.faults().refuseNext(Call.LAUNCH, ALWAYS);

    assertThat(recovered(rig)).isInstanceOf(Outcome.Abandoned.class);

    StrategyMemory memory = rig.journal.memory();
    assertThat(memory.nodesToChange()).isEqualTo(1);
    assertThat(memory.resizingTo()).isZero();
    assertThat(memory.reconfigured()).as("all else stays").isTrue();
  }

  @Test
  void aGrowthThatIsResumedAndComesIsOne() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    killedAt(Call.LAUNCH, rig, met());

    assertThat(recovered(rig)).isInstanceOf(Outcome.Replan.class);

    assertThat(rig.journal.memory().nodesToChange()).isEqualTo(2);
    assertThat(rig.journal.memory().resizingTo()).as("its nodes are to be filled").isEqualTo(3);
  }

  @Test
  void aRemovalThatIsResumedAndGivenUpIsNoResize() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.05));
    killedAt(Call.MOVE, rig, thresholds());
    assertThat(rig.journal.memory().scaling().resizes()).hasSize(1);
    rig.cluster.faults().refuseNext(Call.MOVE, ALWAYS);

    assertThat(recovered(rig)).isInstanceOf(Outcome.Abandoned.class);

    assertThat(rig.cluster.peek().nodes()).hasSize(2);
    assertThat(rig.journal.memory().scaling().resizes()).isEmpty();
  }

  @Test
  void aGrowthThatWasPutBackIsNone() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    try (ControlLoop loop = rig.loop(met(), rig.journal)) {
      assertThat(rig.cycles(loop, UNTIL_DECIDED).get(UNTIL_DECIDED - 1).outcome())
          .containsInstanceOf(Outcome.Completed.class);
    }
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.journal.memory().nodesToChange()).isEqualTo(2);
    PlanUndo undo = rig.actuator(rig.journal).undo();
    undo.begin(undo.targets().find(null), "anna", Sentence.verbatim("as a test"));

    assertThat(recovered(rig)).isInstanceOf(Outcome.Undone.class);

    assertThat(rig.cluster.peek().nodes()).hasSize(2);
    assertThat(rig.journal.memory().nodesToChange()).isEqualTo(1);
    assertThat(rig.journal.memory().undone()).isNotNull();
  }

  /** With its own journal, so that what this one had begun is the past. */
  @Test
  void aGrowthThatIsDroppedSinceAnotherHasLedIsNone() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    killedAt(Call.LAUNCH, rig, met());
    assertThat(rig.journal.memory().nodesToChange()).isEqualTo(2);
    try (SqliteJournal other = SqliteJournal.inMemory();
        Claim second = rig.claim()) {
      LeaderTerm.begin(new ActionLog(other), rig.cluster.ports(), second, rig.time);
    }

    try (Claim again = rig.claim()) {
      assertThat(LeaderTerm.begin(rig.log, rig.cluster.ports(), again, rig.time)).hasSize(1);
    }

    StrategyMemory memory = rig.journal.memory();
    assertThat(memory.nodesToChange()).isEqualTo(1);
    assertThat(memory.resizingTo()).isZero();
    assertThat(memory.reconfigured()).as("all else stays").isTrue();
  }

  /** More may come than it asked for, and those would be too many. */
  @Test
  void whatIsStartedToPutARemovalBackIsRemembered() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.05));
    try (ControlLoop loop = rig.loop(thresholds(), rig.journal)) {
      assertThat(rig.cycles(loop, UNTIL_DECIDED).get(UNTIL_DECIDED - 1).outcome())
          .containsInstanceOf(Outcome.Completed.class);
    }
    PlanUndo undo = rig.actuator(rig.journal).undo();
    undo.begin(undo.targets().find(null), "anna", Sentence.verbatim("as a test"));

    assertThat(recovered(rig)).isInstanceOf(Outcome.Undone.class);

    assertThat(rig.cluster.peek().nodes()).hasSize(2);
    assertThat(rig.journal.memory().scaling().lastWanted()).hasValue(2);
    Instant newest = Collections.max(rig.cluster.cloud().machines().values());
    assertThat(rig.journal.memory().scaling().lastGrowth())
        .hasValueSatisfying(growth -> assertThat(growth.from()).isEqualTo(1))
        .hasValueSatisfying(
            growth ->
                assertThat(growth.at()).as("its machine follows it").isBeforeOrEqualTo(newest));
  }

  /** Each wait holds up all else, the end of a machine whose node will never come included. */
  @Test
  void aNodeThatNeverComesIsWaitedForTwiceAtMostToPutARemovalBack() throws Exception {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.05));
    try (ControlLoop loop = rig.loop(thresholds(), rig.journal)) {
      assertThat(rig.cycles(loop, UNTIL_DECIDED).get(UNTIL_DECIDED - 1).outcome())
          .containsInstanceOf(Outcome.Completed.class);
    }
    PlanUndo undo = rig.actuator(rig.journal).undo();
    undo.begin(undo.targets().find(null), "anna", Sentence.verbatim("as a test"));
    rig.cluster.launchesTake(Integer.MAX_VALUE);
    Instant before = rig.clock.instant();

    assertThat(recovered(rig)).isInstanceOf(Outcome.Abandoned.class);

    assertThat(Duration.between(before, rig.clock.instant()))
        .isBetween(AddNode.TIMEOUT.multipliedBy(2), Duration.ofMinutes(21));
    assertThat(undo.isUnderWay()).isFalse();
    assertThat(
            rig.journal
                .memory()
                .seeing(rig.cluster.peek().withMachines(rig.cluster.cloud().machines()))
                .scaling()
                .awaited())
        .as("that it was asked for is remembered from the first time on")
        .hasSize(1);
  }

  // where one node goes first

  private static final Duration CANARY = Duration.ofMinutes(3);

  private static Rig threeNodes() {
    return new Rig(
        clock ->
            InMemoryCluster.cluster()
                .clock(clock)
                .pace(Pace.everythingTakes(1))
                .node("rs1")
                .holding("t1", 1, READS)
                .node("rs2")
                .holding("t1", 1, READS)
                .node("rs3")
                .holding("t1", 1, READS));
  }

  /** Sets two nodes to what they get, then empties the third and stops it. */
  private static Decision removal(Rig rig, MemorySplit split) {
    NodeId going = new NodeId("rs3");
    List<Step> steps = new ArrayList<>();
    for (String node : List.of("rs1", "rs2")) {
      steps.add(new SetMemorySplit(new NodeId(node), split));
    }
    rig.cluster.peek().partitionsByNode().get(going).stream()
        .map(p -> new MovePartition(p.id(), p.table(), going, new NodeId("rs1"), p.size()))
        .forEach(steps::add);
    steps.add(new RemoveNode(going));
    List<Reason> reasons = List.of(ReasonCode.ASKED_FOR.says("for a test"));
    Plan plan =
        new Plan(
            "removal",
            1,
            Layout.of(List.of(), List.of(going), Map.of()),
            steps,
            Price.of(steps),
            reasons);
    ScalingMemory resized = ScalingMemory.NONE.with(new Resized(rig.clock.instant(), 3, 2));
    return new Decision(
        new Verdict.Retarget(plan.target(), reasons, StrategyMemory.INITIAL.with(resized)),
        Optional.of(plan),
        Optional.empty());
  }

  private static Outcome actWithCanary(Rig rig, Decision decision) {
    ExecutionSettings limits =
        new ExecutionSettings(
            2, 1, Duration.ofMinutes(2), Duration.ofMillis(200), Duration.ofMinutes(2), 3, CANARY);
    Actuator actuator =
        Actuator.on(
            rig.cluster.ports(),
            rig.monitor(),
            Rig.MET,
            rig.balancer(rig.journal),
            rig.log,
            rig.time,
            new Actuator.ExecutionOptions(limits, Rig.VERIFICATION, Progress.UNSEEN, rig.stop));
    try (Claim claim = rig.claim()) {
      return actuator.action().carryOut(decision, claim);
    }
  }

  /** The first has its split already, so that there is nothing to watch. */
  @Test
  void aRemovalThatIsGivenUpAfterItsCanaryIsNoResize() throws Exception {
    Rig rig = threeNodes();
    MemorySplit asItIs = Objects.requireNonNull(rig.cluster.peek().nodes().get(0).memory());
    rig.cluster.faults().refuseNext(Call.MOVE, ALWAYS);

    Outcome outcome = actWithCanary(rig, removal(rig, asItIs));

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(rig.latestPlan().orElseThrow().plan().id()).isEqualTo("removal-rest");
    assertThat(rig.journal.memory().scaling().resizes()).isEmpty();
  }

  @Test
  void aRemovalThatIsDroppedForItsCanaryIsNoResize() throws Exception {
    Rig rig = threeNodes();

    Outcome outcome = actWithCanary(rig, removal(rig, MemorySplit.of(0.10, 0.50)));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Abandoned.class,
            abandoned -> assertThat(abandoned.cause()).isEqualTo(Outcome.Cause.NOT_JUDGED));
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.journal.memory().scaling().resizes()).isEmpty();
  }
}
