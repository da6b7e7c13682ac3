package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.JumpyTime;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.PendingChoice;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlLoopTest {

  /** Up to six nodes. */
  private static final DecisionMaker ELASTIC =
      new DecisionMaker(elastic(), Guards.defaults(), Planner.met());

  private static PolicyStrategy elastic() {
    PolicyStrategy met = PolicyStrategy.met();
    MetScaling scaling = MetScaling.defaults();
    return new PolicyStrategy(
        new MetScaling(
            scaling.cpuAbove(),
            scaling.ioWaitAbove(),
            scaling.cpuBelow(),
            scaling.subOptimalNodes(),
            scaling.underloadDecisions(),
            new NodeBounds(1, 6)),
        met.configuration(),
        new MetPlacement(met.configuration().profileOf(AccessClass.READ_WRITE)),
        true);
  }

  private static Rig mixed(double cpu) {
    return new Rig(clock -> MixedClusters.two(clock, cpu));
  }

  private static ReasonCode codeOf(Cycle cycle) {
    return cycle.decision().verdict().reasons().get(0).code();
  }

  @Test
  void aBusyClusterIsConfiguredOnceAndThenLeftAlone() throws Exception {
    Rig rig = mixed(0.7);
    List<Cycle> cycles = rig.cycles(rig.loop(Rig.MET, rig.journal), 8);

    assertThat(cycles)
        .extracting(ControlLoopTest::codeOf)
        .startsWith(ReasonCode.TOO_FEW_SAMPLES, ReasonCode.TOO_FEW_SAMPLES);
    assertThat(cycles.get(2).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(cycles.subList(3, 8)).allMatch(cycle -> cycle.outcome().isEmpty());
    assertThat(cycles).extracting(ControlLoopTest::codeOf).endsWith(ReasonCode.COOLDOWN);
    assertThat(rig.journal.memory().reconfigured()).isTrue();
    assertThat(rig.journal.lastAction()).isPresent();
    rig.assertUnharmed();
  }

  /** Its claims are counted from one again, so that the number of the claim tells nothing. */
  @Test
  void aClusterThatIsMadeAnewMeanwhileIsNotActedOnWithTheJournalOfTheOldOne() throws Exception {
    Rig rig = mixed(0.7);
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);
    rig.cycles(loop, 1);
    long before = rig.journal.last(1).get(0).number();

    rig.cluster.madeAnew("the second");
    List<Cycle> cycles = rig.cycles(loop, 5);

    assertThat(cycles).extracting(ControlLoopTest::codeOf).containsOnly(ReasonCode.NOT_CAPABLE);
    assertThat(cycles.get(4).decision().verdict().reasons().get(0).sentence())
        .asString()
        .contains("is of another cluster: want the second, got ");
    assertThat(rig.journal.after(before, 100, List.of()))
        .as("but why nothing was done")
        .allMatch(entry -> entry.event() instanceof JournalEvent.Decided);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
  }

  /** What was measured before the new node came says nothing of the time after it (MET-3). */
  @Test
  void aGrowthThatLeavesNothingToPlaceIsFollowedByAWholeWindow() throws Exception {
    Rig rig = mixed(0.9);
    PolicyStrategy placingNothing =
        new PolicyStrategy(
            new LimitedScaling(ThresholdScaling.paper(), Limits.within(new NodeBounds(1, 6))),
            KeepConfiguration.usual(),
            new Spread(Even.COUNT, Ratio.of(1)),
            false);
    DecisionMaker decisions =
        new DecisionMaker(placingNothing, Guards.defaults().withoutCooldown(), Planner.met());

    List<Cycle> cycles = rig.cycles(rig.loop(decisions, rig.journal), 7);

    assertThat(cycles.get(2).outcome()).containsInstanceOf(Outcome.Replan.class);
    assertThat(cycles.subList(3, 7))
        .extracting(ControlLoopTest::codeOf)
        .containsExactly(
            ReasonCode.IN_PLACE,
            ReasonCode.TOO_FEW_SAMPLES,
            ReasonCode.TOO_FEW_SAMPLES,
            ReasonCode.NODES_OVERLOADED);
  }

  @Test
  void aWatchingLoopChangesNothing() {
    Rig rig = mixed(0.9);
    ControlLoop loop =
        ControlLoop.watching(rig.monitor(), Rig.MET, rig.journal, rig.time, Rig.PERIOD);

    List<Cycle> cycles = rig.cycles(loop, 5);

    assertThat(cycles.get(4).decision().plan()).isPresent();
    for (Call call : List.of(Call.MOVE, Call.SET_MEMORY_SPLIT, Call.SWITCH_BALANCER, Call.CLAIM)) {
      assertThat(rig.cluster.faults().count(call)).isZero();
    }
  }

  /** MeT, beside policies of settings that would set a table and wait for a node. */
  private static Strategy withPolicies(Choice choice) {
    return new Strategy() {
      @Override
      public Verdict decide(Situation now) {
        Verdict.Retarget wanted =
            (Verdict.Retarget) PolicyStrategy.met().decideRegardlessOfLoad(now);
        SettingsMemory settings =
            SettingsMemory.of(
                Map.of(
                    "table t1", Standing.switchedTo(choice),
                    "node rs1",
                        Standing.NEW.awaiting(new PendingChoice(choice, now.now(), now.now()))));
        return new Verdict.Retarget(
            wanted.target(), wanted.reasons(), wanted.memory().withReconfigured().with(settings));
      }

      @Override
      public Verdict decideRegardlessOfLoad(Situation now) {
        return decide(now);
      }
    };
  }

  @Test
  void whileAPlanWaitsForAPersonPoliciesRememberWhatTheySeeAndNothingElseIsRemembered()
      throws Exception {
    Rig rig = mixed(0.7);
    Choice choice = new Choice("mine", new TreeMap<>(Map.of("handlers", "60")));
    Consent notYet =
        new Consent() {
          @Override
          public boolean to(Decision decision, Optional<Situation> now) {
            return false;
          }
        };
    ControlLoop loop =
        rig.loop(
            new DecisionMaker(withPolicies(choice), Guards.defaults(), Planner.met()),
            rig.journal,
            rig.options(Progress.UNSEEN, rig.stop),
            notYet);

    List<Cycle> cycles = rig.cycles(loop, 5);

    assertThat(cycles.get(4).decision().plan()).isPresent();
    assertThat(cycles).allMatch(cycle -> cycle.outcome().isEmpty());
    StrategyMemory memory = rig.journal.memory();
    assertThat(memory.reconfigured()).isFalse();
    assertThat(memory.settings().of("table t1"))
        .contains(
            Standing.NEW.awaiting(
                new PendingChoice(choice, cycles.get(2).at(), cycles.get(4).at())));
    assertThat(memory.settings().of("node rs1"))
        .get()
        .extracting(standing -> Objects.requireNonNull(standing.coming()).seen())
        .isEqualTo(cycles.get(4).at());
  }

  @Test
  void aSampleThatFailsIsAHoldAndTheLoopGoesOn() {
    Rig rig = mixed(0.7);
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);
    rig.cycles(loop, 1);
    rig.cluster.faults().refuseNext(Call.SAMPLE, 1);

    List<Cycle> cycles = rig.cycles(loop, 4);

    assertThat(codeOf(cycles.get(0))).isEqualTo(ReasonCode.METRICS_INCOMPLETE);
    assertThat(cycles.get(0).decision().verdict().reasons().get(0).sentence())
        .asString()
        .contains("SAMPLE was refused");
    assertThat(cycles).anyMatch(cycle -> cycle.outcome().isPresent());
  }

  @Test
  void aJournalThatCannotBeWrittenIsAHold() {
    Rig rig = mixed(0.9);
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);
    rig.journal.close();

    List<Cycle> cycles = rig.cycles(loop, 4);

    assertThat(cycles).extracting(ControlLoopTest::codeOf).containsOnly(ReasonCode.NOT_CAPABLE);
    assertThat(rig.cluster.faults().count(Call.SWITCH_BALANCER)).isZero();
  }

  @Test
  void aSecondProteusIsRefused() {
    Rig rig = mixed(0.7);
    ControlLoop first = rig.loop(Rig.MET, rig.journal);

    assertThatThrownBy(() -> Claims.first(rig.cluster, "another"))
        .isInstanceOf(AlreadyClaimed.class)
        .hasMessageContaining("the loop has held the cluster since");
    first.close();
    rig.loop(Rig.MET, rig.journal).close();
  }

  @Test
  void aLostClaimIsClaimedAgainAndNothingIsDoneWhileAnotherHoldsIt() throws Exception {
    Rig rig = mixed(0.7);
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);
    rig.cluster.expireClaim();
    var other = rig.cluster.claim("another");

    assertThat(codeOf(rig.cycles(loop, 1).get(0))).isEqualTo(ReasonCode.NOT_CAPABLE);
    other.close();
    assertThat(rig.cycles(loop, 4)).anyMatch(cycle -> cycle.outcome().isPresent());
  }

  @Test
  void aGrowingClusterGetsItsNodesAndFillsThemInOneCycle() throws Exception {
    Rig rig = mixed(0.9);

    List<Cycle> cycles = rig.cycles(rig.loop(ELASTIC, rig.journal), 3);

    assertThat(cycles.get(2).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.cluster.peek().partitionsByNode().get(new NodeId("rs3"))).isNotEmpty();
    assertThat(rig.journal.memory().resizingTo()).isZero();
    assertThat(rig.journal.memory().nodesToChange()).isEqualTo(2);
    rig.assertUnharmed();
  }

  /** Longer than an outage may take before what was measured no longer counts. */
  @Test
  void aGrowingClusterFillsItsNodesHoweverLongTheyTookToStart() throws Exception {
    Rig rig = mixed(0.9);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.LAUNCH) {
                rig.clock.advance(Rig.PERIOD.multipliedBy(10));
              }
            });

    List<Cycle> cycles = rig.cycles(rig.loop(ELASTIC, rig.journal), 3);

    assertThat(cycles.get(2).outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    assertThat(rig.cluster.peek().partitionsByNode().get(new NodeId("rs3"))).isNotEmpty();
    rig.assertUnharmed();
  }

  @Test
  void afterAnOutageNothingIsDecidedFromWhatWasSeenBeforeIt() throws Exception {
    Rig rig = mixed(0.3);
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);
    assertThat(codeOf(rig.cycles(loop, 3).get(2))).isNotEqualTo(ReasonCode.TOO_FEW_SAMPLES);
    rig.cluster.faults().refuseNext(Call.SAMPLE, 20);

    List<Cycle> cycles = rig.cycles(loop, 23);

    assertThat(cycles.subList(0, 20))
        .extracting(ControlLoopTest::codeOf)
        .containsOnly(ReasonCode.METRICS_INCOMPLETE);
    assertThat(codeOf(cycles.get(20))).isEqualTo(ReasonCode.TOO_FEW_SAMPLES);
    assertThat(codeOf(cycles.get(22))).isNotEqualTo(ReasonCode.TOO_FEW_SAMPLES);
  }

  /** Who tells a CPU by what it took since the look before tells nothing of a newcomer at first. */
  @ParameterizedTest
  @CsvSource({"2, true", "20, false"})
  void newNodesAreFilledOnceTheyAreMeasuredWithinAFewLooks(int looksUntilMeasured, boolean filled)
      throws Exception {
    Rig rig = mixed(0.9);
    NodeId newcomer = new NodeId("rs3");
    HostLoad idle = new HostLoad(Ratio.of(0.01), null, null);
    int[] looks = new int[1];
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              boolean isEmpty =
                  rig.cluster.peek().node(newcomer).isPresent()
                      && rig.cluster.faults().count(Call.MOVE) == 0;
              if (call == Call.SAMPLE && isEmpty) {
                looks[0]++;
                rig.cluster.host(newcomer, looks[0] > looksUntilMeasured ? idle : HostLoad.UNKNOWN);
              }
            });

    Cycle cycle = rig.cycles(rig.loop(ELASTIC, rig.journal), 3).get(2);

    assertThat(cycle.outcome().orElseThrow())
        .isInstanceOf(filled ? Outcome.Completed.class : Outcome.Replan.class);
    assertThat(rig.cluster.peek().served(newcomer) > 0).isEqualTo(filled);
    rig.assertUnharmed();
  }

  @Test
  void whatMayNotFollowAtOnceIsDecidedOnAnew() throws Exception {
    Rig rig = mixed(0.9);
    List<Plan> refused = new ArrayList<>();
    Consent nothingAtOnce =
        new Consent() {
          @Override
          public boolean toFollow(Plan next) {
            refused.add(next);
            return false;
          }
        };
    ControlLoop loop =
        rig.loop(ELASTIC, rig.journal, rig.options(Progress.UNSEEN, rig.stop), nothingAtOnce);

    Cycle cycle = rig.cycles(loop, 3).get(2);

    assertThat(cycle.outcome().orElseThrow()).isInstanceOf(Outcome.Replan.class);
    assertThat(refused).hasSize(1);
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    assertThat(rig.cycles(loop, 40)).anyMatch(later -> later.outcome().isPresent());
    assertThat(rig.cluster.peek().partitionsByNode().get(new NodeId("rs3"))).isNotEmpty();
    rig.assertUnharmed();
  }

  /** Its nodes are there, and what they are to hold is being decided: no plan runs just then. */
  @Test
  void whoeverStopsAGrowingClusterBetweenItsPlansStopsTheSecond() throws Exception {
    Rig rig = mixed(0.9);
    StopSignal planStop = rig.stop.narrower();
    OperatorRequest anna = new OperatorRequest("anna", "a release");
    Approvals approvals =
        Approvals.begin(
            rig.log,
            rig.time,
            new ApprovalSettings(
                ApprovalMode.AUTOMATIC, Duration.ofHours(1), Duration.ofMinutes(30)),
            planStop);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              String running = approvals.status().running();
              if (call == Call.SAMPLE && running != null) {
                try {
                  approvals.stop(running, anna);
                } catch (NotPossible | JournalException e) {
                  throw new AssertionError(e);
                }
              }
            });

    List<Cycle> cycles =
        rig.cycles(rig.loop(ELASTIC, rig.journal, rig.options(approvals, planStop), approvals), 5);

    assertThat(cycles.get(2).outcome().orElseThrow()).isInstanceOf(Outcome.Stopped.class);
    assertThat(cycles.subList(3, 5)).allMatch(cycle -> cycle.outcome().isEmpty());
    assertThat(rig.cluster.peek().nodes()).hasSize(3);
    assertThat(rig.cluster.faults().count(Call.MOVE)).isZero();
    assertThat(approvals.status().paused()).isEqualTo(anna);
    assertThat(planStop.isRequested()).as("the next plan may run").isFalse();
    rig.assertUnharmed();
  }

  /** The loop is killed at its k-th call, for every k until it gets through. */
  @Test
  void killedAnywhereWhileItGrowsTheNextOneGoesOn() {
    boolean struck = true;
    for (int calls = 0; struck; calls += 1) {
      Rig rig = mixed(0.9);
      Mortality mortality = new Mortality(calls);
      struck =
          rig.killed(
              mortality, () -> rig.cycles(rig.loop(ELASTIC, mortality.journal(rig.journal)), 3));

      rig.cycles(rig.loop(ELASTIC, rig.journal), 6);

      try {
        rig.assertUnharmed();
        assertThat(rig.cluster.peek().nodes()).hasSize(3);
        assertThat(rig.cluster.peek().partitionsByNode().values())
            .allMatch(held -> !held.isEmpty());
      } catch (AssertionError e) {
        throw new AssertionError("killed at call " + calls + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void itRunsUntilItIsStopped() throws Exception {
    Rig rig = mixed(0.3);
    List<Cycle> seen = new ArrayList<>();

    rig.loop(Rig.MET, rig.journal)
        .run(
            rig.stop,
            cycle -> {
              seen.add(cycle);
              if (seen.size() == 3) {
                rig.stop.request();
              }
            });

    assertThat(seen).hasSize(3);
    assertThat(Duration.between(seen.get(0).at(), seen.get(1).at())).isEqualTo(Rig.PERIOD);
  }

  @Test
  void aClockThatIsSetBackDelaysNoCycle() throws Exception {
    Rig rig = mixed(0.3);
    JumpyTime time = new JumpyTime(rig.clock);
    List<Instant> seen = new ArrayList<>();

    ControlLoop.watching(rig.monitor(), Rig.MET, rig.journal, time, Rig.PERIOD)
        .run(
            rig.stop,
            cycle -> {
              seen.add(rig.clock.instant());
              time.jump(Duration.ofHours(-1));
              if (seen.size() == 3) {
                rig.stop.request();
              }
            });

    assertThat(Duration.between(seen.get(0), seen.get(2))).isEqualTo(Rig.PERIOD.multipliedBy(2));
  }
}
