package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MdpScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.Reward;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who observes for a week wants to have learned something by then: of peaks above all. */
class ObservedLearningTest {
  private static final NodeBounds BOUNDS = new NodeBounds(1, 6);
  private static final Duration WATCHED = Duration.ofHours(1);

  /** As busy as at a peak, so that more nodes are wanted all the time. */
  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));

  private List<Cycle> observe(ScalingPolicy policy) throws Exception {
    StopSignal stop = rig.stop.narrower();
    Approvals approvals =
        Approvals.begin(
            rig.log,
            rig.time,
            new ApprovalSettings(ApprovalMode.OBSERVE, Duration.ofHours(1), Duration.ofMinutes(30)),
            stop);
    DecisionMaker decisions =
        new DecisionMaker(
            PolicyStrategy.counting(new LimitedScaling(policy, Limits.within(BOUNDS))),
            Guards.defaults(),
            Planner.met());
    int cycles = (int) WATCHED.dividedBy(Rig.PERIOD);
    return rig.cycles(
        rig.loop(decisions, rig.journal, rig.options(approvals, stop), approvals), cycles);
  }

  private ScalingMemory learned() throws Exception {
    return rig.journal.memory().scaling();
  }

  @Test
  void theForecastLearnsFromTimesAtWhichItWouldHaveActed() throws Exception {
    List<Cycle> cycles = observe(ForecastScaling.usual(BOUNDS));

    assertThat(cycles.subList(2, cycles.size()))
        .allMatch(cycle -> cycle.decision().plan().isPresent())
        .allMatch(cycle -> cycle.outcome().isEmpty());
    Season season = Objects.requireNonNull(learned().season(), "nothing was learned");
    assertThat(season.slots().stream().mapToInt(Season.Slot::samples).sum())
        .as("one each ten minutes")
        .isEqualTo(6);
    assertThat(learned().resizes()).as("none was made").isEmpty();
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
  }

  @Test
  void theMarkovModelMeasuresInItsRhythm() throws Exception {
    List<Cycle> cycles =
        observe(
            new MdpScaling(
                BOUNDS, 1, Ratio.of(0.5), new Reward.Throughput(1), MdpScaling.Rhythm.paper()));

    assertThat(cycles).anyMatch(cycle -> cycle.decision().plan().isPresent());
    assertThat(learned().measurements())
        .extracting(Measurement::machines)
        .hasSize(6)
        .containsOnly(2);
    assertThat(learned().resizes()).isEmpty();
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
  }
}
