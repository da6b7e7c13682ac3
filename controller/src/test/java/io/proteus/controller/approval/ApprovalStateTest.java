package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.approval.ApprovalState.Granted;
import io.proteus.controller.approval.ApprovalState.PuttingBack;
import io.proteus.controller.approval.ApprovalState.Running;
import io.proteus.controller.approval.ApprovalState.Starting;
import io.proteus.controller.approval.ApprovalState.Waiting;
import io.proteus.controller.execution.Rig;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.testkit.MixedClusters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApprovalStateTest {
  private final Plan plan = plan("p", null);
  private final Plan next = plan("q", null);
  private final Plan undo = plan("undo", "p");
  private final Decision decision =
      new Rig(clock -> MixedClusters.three(clock, 2)).decisionOf(plan);
  private final Waiting waiting = new Waiting(new Proposal(decision, Instant.EPOCH, null));

  private static Plan plan(String id, @Nullable String undoes) {
    return new Plan(
        id,
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        List.of(),
        Price.of(List.of()),
        List.of(ReasonCode.ASKED_FOR.says("by the test")),
        undoes,
        null);
  }

  @Test
  void whatIsApprovedStartsRunsAndRests() {
    ApprovalState starting = new Granted(decision).starts(plan, true);
    assertThat(starting).isInstanceOf(Starting.class);
    assertThat(starting.granted()).isEmpty();

    ApprovalState running = starting.begins(plan);
    assertThat(running).isEqualTo(new Running(plan, true, ApprovalState.IDLE));
    assertThat(running.running()).contains(plan);
    assertThat(running.rests()).isEqualTo(ApprovalState.IDLE);
  }

  @Test
  void whatNobodyWasAskedAboutStaysSoInThePlansThatFollow() {
    ApprovalState running = ApprovalState.IDLE.starts(plan, false).begins(plan).begins(next);

    assertThat(running).isEqualTo(new Running(next, false, ApprovalState.IDLE));
  }

  @Test
  void aPlanThatIsPutBackIsSoUntilAPlanPutsItBack() {
    ApprovalState puttingBack = new Running(plan, true, ApprovalState.IDLE).putsBack();

    assertThat(puttingBack.begins(next)).isInstanceOf(PuttingBack.class);
    assertThat(puttingBack.watches(plan)).isInstanceOf(PuttingBack.class);
    assertThat(puttingBack.begins(undo)).isEqualTo(new Running(undo, true, ApprovalState.IDLE));
    assertThat(puttingBack.rests()).isEqualTo(ApprovalState.IDLE);
  }

  @Test
  void whatWaitsGoesOnWaitingBesideWhatAnEarlierRunLeft() {
    ApprovalState running = waiting.begins(next);

    assertThat(running.running()).contains(next);
    assertThat(running.pending()).contains(waiting.proposal());
    assertThat(running.waitingFor(ApprovalState.IDLE).pending()).isEmpty();
    assertThat(running.rests()).isEqualTo(waiting);
  }

  @Test
  void restingChangesNothingWhereNothingRuns() {
    for (ApprovalState state : List.of(ApprovalState.IDLE, waiting, new Granted(decision))) {
      assertThat(state.rests()).isEqualTo(state);
      assertThat(state.running()).isEmpty();
    }
  }
}
