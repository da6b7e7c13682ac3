package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.workload.AccessClass;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A strategy does not believe in a resize that was not, however much of it was tried. */
class AbandonedResizeTest {
  private static final NodeBounds BOUNDS = new NodeBounds(1, 6);
  private static final int UNTIL_DECIDED = 3;
  private static final int ALWAYS = 1_000;

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
}
