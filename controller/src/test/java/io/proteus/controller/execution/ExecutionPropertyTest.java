package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.testkit.Call;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for every plan on every cluster; a failure names the seed. */
class ExecutionPropertyTest {
  private static final int SEEDS = 60;

  @Test
  void aPlanReachesItsLayoutAndHarmsNothing() throws PortException {
    int carriedOut = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Rig rig = Rig.random(seed);
      Optional<Plan> plan = rig.plan();
      if (plan.isEmpty()) {
        continue;
      }
      carriedOut++;
      Outcome outcome = rig.executor().carryOut(plan.get(), null, rig.claim());
      try {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        rig.assertUnharmed();
        rig.assertReached(plan.get());
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    assertThat(carriedOut).isGreaterThan(SEEDS / 2);
  }

  /** Calls are refused or lost, and a node dies, at random: the plan may fail, nothing else may. */
  @Test
  void whateverGoesWrongNothingIsHarmed() throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      Rig rig = Rig.random(seed);
      Optional<Plan> plan = rig.plan();
      if (plan.isEmpty()) {
        continue;
      }
      Claim claim = rig.claim();
      misbehave(rig, new Random(seed));
      Outcome outcome = rig.executor().carryOut(plan.get(), null, claim);
      rig.cluster.faults().beforeEach(call -> {});
      for (Call call : Call.values()) {
        rig.cluster.faults().refuseNext(call, 0).loseNext(call, 0);
      }
      rig.cluster.expireClaim();
      rig.recovery(rig.journal).recover(rig.claim());
      for (int poll = 0; poll < 10; poll++) {
        rig.cluster.topology();
      }
      try {
        rig.assertUnharmed();
        if (outcome instanceof Outcome.Completed) {
          rig.assertReached(plan.get());
        }
      } catch (AssertionError e) {
        throw new AssertionError("seed %d, %s: %s".formatted(seed, outcome, e.getMessage()), e);
      }
    }
  }

  /** Calls that the store answers once they are done: they may be refused, not lost. */
  private static final Set<Call> ANSWERED =
      EnumSet.of(Call.SWITCH_BALANCER, Call.SWITCH_COMPACTIONS, Call.TERMINATE);

  private static void misbehave(Rig rig, Random random) {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              int draw = random.nextInt(100);
              if (draw < 5) {
                rig.cluster.faults().refuseNext(call, 1 + random.nextInt(4));
              } else if (draw < 8 && !ANSWERED.contains(call)) {
                rig.cluster.faults().loseNext(call, 1);
              }
            });
  }
}
