package io.proteus.controller;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nobody knows how the node does that went first: what becomes of the others afterwards. */
class UnjudgedCanaryTest {
  private static final RequestRates READS = new RequestRates(100, 0, 0);
  private static final RequestRates WRITES = new RequestRates(0, 0, 100);
  private static final String OTHER = "node rs3";
  private static final int MOST_ROUNDS = 10;

  private final Rig rig =
      new Rig(
          clock -> {
            ClusterBuilder described = cluster().clock(clock).pace(Pace.everythingTakes(1));
            for (String node : List.of("rs1", "rs2", "rs3")) {
              described.node(node).cpu(0.7).holding("t1", 2, READS).holding("t2", 2, WRITES);
            }
            return described;
          });

  /** While it acts no node tells anything. */
  private Outcome actBlindly(Decision decision, Duration canary) {
    rig.cluster.faults().beforeEach(call -> readable(call != Call.SAMPLE));
    Actuator actuator =
        Actuator.on(
            rig.cluster.ports(),
            rig.monitor(),
            Rig.MET,
            rig.balancer(rig.journal),
            rig.log,
            rig.time,
            new Actuator.ExecutionOptions(
                new ExecutionSettings(
                    2,
                    1,
                    Duration.ofMinutes(2),
                    Duration.ofMillis(200),
                    Duration.ofMinutes(2),
                    3,
                    canary),
                Rig.VERIFICATION,
                Progress.UNSEEN,
                rig.stop));
    try (Claim claim = rig.claim()) {
      return actuator.action().carryOut(decision, claim);
    } finally {
      rig.cluster.faults().beforeEach(call -> {});
      readable(true);
    }
  }

  private void readable(boolean readable) {
    for (String node : List.of("rs1", "rs2", "rs3")) {
      rig.cluster.readable(new NodeId(node), readable);
    }
  }

  private int verified() throws JournalException {
    return rig.journal.before(Long.MAX_VALUE, 100, List.of("verified")).size();
  }

  private static long nodesSet(Plan plan) {
    return plan.steps().stream()
        .filter(step -> step instanceof SetMemorySplit)
        .map(step -> ((SetMemorySplit) step).node())
        .distinct()
        .count();
  }

  @Test
  void noneOfTheOthersIsEverSetWithoutBeingWatched() throws Exception {
    Duration watched = Duration.ofMinutes(3);
    long least = Long.MAX_VALUE;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      Decision decision = rig.decision();
      long toSet = decision.plan().map(UnjudgedCanaryTest::nodesSet).orElse(0L);
      if (toSet == 0) {
        break;
      }
      least = Math.min(least, toSet);
      int before = rig.cluster.faults().count(Call.SET_MEMORY_SPLIT);

      Outcome outcome = actBlindly(decision, watched);

      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Abandoned.class,
              abandoned -> assertThat(abandoned.cause()).isEqualTo(Cause.NOT_JUDGED));
      assertThat(rig.cluster.faults().count(Call.SET_MEMORY_SPLIT)).isEqualTo(before + 1);
      assertThat(verified()).isEqualTo(round);
    }
    assertThat(least).as("a plan for the last of them").isEqualTo(1);
    rig.assertUnharmed();
  }

  @Test
  void whatPoliciesHadDecidedOnForTheOthersIsLeftUntilSomethingElseIsAskedFor() throws Exception {
    Outcome outcome = actBlindly(remembering(), Duration.ofMinutes(3));

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(rig.journal.memory().settings().of(OTHER)).map(Standing::settled).contains(true);
  }

  @Test
  void withoutACanaryItIsStillToBeSeen() throws Exception {
    Outcome outcome = actBlindly(remembering(), Duration.ZERO);

    assertThat(outcome).isInstanceOf(Outcome.Completed.class);
    assertThat(rig.journal.memory().settings().of(OTHER)).map(Standing::settled).contains(false);
  }

  /** A decision by which a policy is in force on another node. */
  private Decision remembering() throws Exception {
    Plan plan = rig.decision().plan().orElseThrow();
    Choice choice = new Choice("mine", new TreeMap<>(Map.of("handlers", "60")));
    StrategyMemory memory =
        StrategyMemory.INITIAL.with(SettingsMemory.of(Map.of(OTHER, Standing.switchedTo(choice))));
    return new Decision(
        new Verdict.Retarget(plan.target(), plan.reasons(), memory),
        Optional.of(plan),
        Optional.empty());
  }
}
