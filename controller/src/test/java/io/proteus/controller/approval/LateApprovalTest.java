package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Between a proposal and its approval hours may lie, in which things go on. */
class LateApprovalTest {
  private static final Asked ANNA = new Asked("anna", "looked at it, ticket 7");
  private static final NodeBounds BOUNDS = new NodeBounds(1, 6);

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
  private final StopSignal planStop = rig.stop.narrower();
  private final Approvals approvals = recommending();
  private final ControlLoop loop =
      rig.loop(
          new DecisionMaker(
              PolicyStrategy.counting(
                  new LimitedScaling(ForecastScaling.usual(BOUNDS), Limits.within(BOUNDS))),
              Guards.defaults(),
              Planner.met()),
          rig.journal,
          rig.manner(approvals, planStop),
          approvals);

  private Approvals recommending() {
    try {
      return Approvals.begin(
          rig.journal,
          rig.time,
          new ApprovalSettings(ApprovalMode.RECOMMEND, Duration.ofHours(1), Duration.ofMinutes(30)),
          planStop);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void approveAfter(Duration waiting) throws Exception {
    rig.cycles(loop, 3);
    String plan = Objects.requireNonNull(approvals.standing().pending()).plan().id();
    rig.cycles(loop, (int) waiting.dividedBy(Rig.PERIOD));
    approvals.approve(plan, ANNA);
  }

  @Test
  void whatIsRememberedIsOfTheTimeAtWhichThePlanBegins() throws Exception {
    approveAfter(Duration.ofMinutes(40));
    Instant begun = rig.clock.instant();

    Cycle acted = loop.approved().orElseThrow();

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    ScalingMemory memory = rig.journal.memory().scaling();
    assertThat(memory.resizes()).extracting(Resized::at).containsExactly(begun);
    Season season = Objects.requireNonNull(memory.season());
    assertThat(season.sampled())
        .as("what was learned while it waited")
        .isAfter(begun.minus(Duration.ofMinutes(11)));
    assertThat(season.slots().stream().mapToInt(Season.Slot::samples).sum()).isEqualTo(5);
  }

  @Test
  void withoutAJournalNothingBegins() throws Exception {
    approveAfter(Duration.ofMinutes(1));
    rig.journal.close();

    Cycle cycle = loop.approved().orElseThrow();

    assertThat(cycle.outcome()).isEmpty();
    assertThat(cycle.decision().verdict().reasons().get(0).code())
        .isEqualTo(ReasonCode.NOT_CAPABLE);
    assertThat(cycle.decision().verdict().reasons().get(0).setting()).isEqualTo("journal.file");
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
  }
}
