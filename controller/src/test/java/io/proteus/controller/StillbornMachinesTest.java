package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.approval.Consent;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.Launch;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
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
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Machines that the cloud started and of which no node came, as the loop finds and ends them. */
class StillbornMachinesTest {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int MOST_CYCLES = 300;
  private static final int UNTIL_DECIDED = 3;

  /** Looks at the cluster, which is looked at for less than that until it is decided. */
  private static final int DURING_THE_PLAN = 20;

  private static final NodeId RS3 = new NodeId("rs3");

  private static final DecisionMaker THRESHOLDS =
      new DecisionMaker(
          PolicyStrategy.counting(
              new LimitedScaling(ThresholdScaling.paper(), Limits.within(new NodeBounds(1, 3)))),
          Guards.defaults(),
          Planner.met());

  private static Rig rig(double cpu) {
    Rig rig = new Rig(clock -> MixedClusters.two(clock, cpu));
    rig.cluster.launchesTake(NEVER);
    return rig;
  }

  private static List<Cycle> until(Rig rig, ControlLoop loop, BooleanSupplier condition) {
    List<Cycle> cycles = new ArrayList<>();
    while (!condition.getAsBoolean()) {
      assertThat(cycles).as("nothing came of it").hasSizeLessThan(MOST_CYCLES);
      cycles.addAll(rig.cycles(loop, 1));
    }
    return cycles;
  }

  @Test
  void aMachineOfWhichNoNodeComesIsEndedAndAnotherIsStarted() throws Exception {
    Rig rig = rig(0.9);
    Map<Call, Instant> first = new EnumMap<>(Call.class);
    rig.cluster.faults().beforeEach(call -> first.putIfAbsent(call, rig.clock.instant()));
    ControlLoop loop = rig.loop(THRESHOLDS, rig.journal);

    List<Cycle> cycles = until(rig, loop, () -> rig.cluster.faults().count(Call.TERMINATE) > 0);

    assertThat(rig.cluster.machines()).hasSize(2).doesNotContain(RS3);
    assertThat(Duration.between(first.get(Call.LAUNCH), first.get(Call.TERMINATE)))
        .isBetween(Duration.ofMinutes(20), Duration.ofMinutes(45));
    Cycle last = cycles.get(cycles.size() - 1);
    assertThat(last.decision().verdict().reasons().get(0).code()).isEqualTo(ReasonCode.STILLBORN);
    assertThat(last.outcome()).containsInstanceOf(Outcome.Completed.class);
    assertThat(rig.journal.memory().scaling().lastGrowth()).as("is still known").isPresent();
    rig.cluster.launchesTake(1);
    until(rig, loop, () -> rig.cluster.peek().nodes().size() == 3);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isEqualTo(1);
    rig.assertUnharmed();
  }

  /** As when the cloud is slow: it comes while another is being asked for. */
  @Test
  void aMachineWhoseNodeComesLateIsKept() {
    Rig rig = rig(0.9);
    rig.cluster.launchesTake(3_010); // the plan looks 3,000 times before it gives up
    ControlLoop loop = rig.loop(THRESHOLDS, rig.journal);

    until(rig, loop, () -> rig.cluster.peek().nodes().size() == 3);
    rig.cycles(loop, 100);

    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
  }

  /** A calm cluster of which Proteus remembers that it asked for a third node a while ago. */
  private static Rig overdue() throws Exception {
    return overdue(NEVER);
  }

  /**
   * @param polls until its node comes
   */
  private static Rig overdue(int polls) throws Exception {
    Rig rig = rig(0.3);
    rig.cluster.launchesTake(polls);
    Resized growth = new Resized(rig.clock.instant(), 2, 3);
    launch(rig);
    rig.journal.append(
        rig.clock.instant(),
        new Remembered(StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(growth))));
    rig.clock.advance(Duration.ofMinutes(25));
    return rig;
  }

  @Test
  void aProteusThatIsStartedAnewEndsItToo() throws Exception {
    Rig rig = overdue();

    rig.cycles(rig.loop(THRESHOLDS, rig.journal), UNTIL_DECIDED);

    assertThat(rig.cluster.machines()).hasSize(2);
    rig.assertUnharmed();
  }

  @Test
  void whoOnlyWatchesTellsAndEndsNothing() throws Exception {
    Rig rig = overdue();
    ControlLoop loop =
        ControlLoop.watching(rig.monitor(), THRESHOLDS, rig.journal, rig.time, Rig.PERIOD);

    List<Cycle> cycles = rig.cycles(loop, UNTIL_DECIDED);

    assertThat(cycles.get(UNTIL_DECIDED - 1).decision().plan().orElseThrow().steps())
        .hasExactlyElementsOfTypes(EndMachine.class, ForgetNode.class);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
  }

  @Test
  void withoutConsentNothingIsEnded() throws Exception {
    Rig rig = overdue();
    Consent never =
        new Consent() {
          @Override
          public boolean to(Decision decision, Optional<Situation> now) {
            return false;
          }
        };

    rig.cycles(
        rig.loop(THRESHOLDS, rig.journal, rig.options(Progress.UNSEEN, rig.stop), never), 10);

    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
    assertThat(rig.journal.memory().scaling().awaited()).as("is known").containsExactly(RS3);
  }

  /** And the cluster is looked at all the same. */
  @Test
  void aCloudThatDoesNotTellWhatRunsIsAskedSeldomAndNothingIsEnded() throws Exception {
    Rig rig = overdue();
    rig.cluster.faults().refuseNext(Call.MACHINES, NEVER);

    ControlLoop loop = rig.loop(THRESHOLDS, rig.journal);

    List<Cycle> cycles = rig.cycles(loop, 12);

    assertThat(cycles.get(11).decision().verdict().reasons().get(0).code())
        .isEqualTo(ReasonCode.HEALTHY);
    assertThat(rig.cluster.faults().count(Call.MACHINES)).isEqualTo(2);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
    rig.cluster.faults().refuseNext(Call.MACHINES, 0);
    until(rig, loop, () -> rig.cluster.machines().size() == 2);
  }

  @Test
  void killedAnywhereWhileItEndsOneTheNextOneGoesOn() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      Rig rig = overdue();
      Mortality mortality = new Mortality(calls);
      struck =
          rig.killed(
              mortality,
              () ->
                  rig.cycles(rig.loop(THRESHOLDS, mortality.journal(rig.journal)), UNTIL_DECIDED));

      rig.cycles(rig.loop(THRESHOLDS, rig.journal), UNTIL_DECIDED + 1);

      assertThat(rig.cluster.machines()).as("killed at call %d", calls).hasSize(2);
      rig.assertUnharmed();
    }
  }

  private static Plan ending(Instant started) {
    List<Step> steps = List.of(new EndMachine(RS3, started));
    return new Plan(
        "ending",
        1,
        Layout.of(List.of(), List.of(RS3), Map.of()),
        steps,
        Price.of(steps),
        List.of(ReasonCode.STILLBORN.says("for a test")));
  }

  /** Between the decision, or a person's approval, and now. */
  @Test
  void aNodeThatCameAtTheLastMomentIsLeft() throws Exception {
    Rig rig = rig(0.3);
    rig.cluster.launchesTake(0);
    Instant started = rig.clock.instant();
    launch(rig);

    Outcome outcome = rig.carryOut(ending(started));

    assertThat(outcome).isInstanceOf(Outcome.Completed.class);
    assertThat(outcome.changes()).isZero();
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
  }

  /** Machines take a minute or two to end, and a node that is listed as dead stops all deciding. */
  @Test
  void aNodeThatComesWhileItsMachineEndsIsNotLeftAmongTheDead() throws Exception {
    Rig rig = overdue(DURING_THE_PLAN);
    rig.cluster.faults().loseNext(Call.TERMINATE, 1); // taken, and not done yet
    AtomicInteger sinceItCame = new AtomicInteger();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (rig.cluster.peek().node(RS3).isPresent() && sinceItCame.incrementAndGet() == 5) {
                end(rig, RS3);
              }
            });

    List<Cycle> cycles = rig.cycles(rig.loop(THRESHOLDS, rig.journal), UNTIL_DECIDED + 5);

    assertThat(rig.cluster.machines()).as("that it ended").hasSize(2);
    assertThat(rig.cluster.peek().deadNodes()).isEmpty();
    assertThat(cycles.get(UNTIL_DECIDED - 1).outcome()).containsInstanceOf(Outcome.Completed.class);
  }

  /** As a plan of Proteus has a third node started. */
  private static void launch(Rig rig) throws PortException {
    Map<String, String> settings = rig.cluster.settingsOf(MemorySplit.of(0.4, 0.25));
    rig.cluster.cloud().launch(Launch.of(3, settings, "plan-1", 0));
  }

  private static void end(Rig rig, NodeId node) {
    try {
      rig.cluster.cloud().terminate(node);
    } catch (PortException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCloudThatTakesTheOrderAndDoesNothingGivesThePlanUp() throws Exception {
    Rig rig = rig(0.3);
    Instant started = rig.clock.instant();
    launch(rig);
    rig.cluster.faults().loseNext(Call.TERMINATE, NEVER);

    Outcome outcome = rig.carryOut(ending(started));

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(outcome.sentence())
        .asString()
        .contains("end the machine of rs3", "was not done within 300 s");
  }

  @Test
  void aMachineThatIsTaggedForAnotherClusterIsNotEndedThoughAPlanSaysSo() throws Exception {
    Rig rig = rig(0.3);
    Instant started = rig.clock.instant();
    launch(rig);
    rig.cluster.cloud().tag(RS3, new MachineTags("another", "plan-1", "plan-1-0"));

    Outcome outcome = rig.carryOut(ending(started));

    assertThat(outcome.sentence()).asString().contains("does not carry Proteus's tags");
    assertThat(rig.cluster.machines()).contains(RS3);
    assertThat(rig.cluster.faults().count(Call.TERMINATE)).isZero();
  }
}
