package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.bounds.PlanLimits;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FourEyesTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "ticket 7");
  private static final OperatorRequest BERT = new OperatorRequest("bert", "looked at it too");

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));
  private final StopSignal planStop = rig.stop.narrower();

  private Approvals approvals(ApprovalMode mode, int movesOfOne) throws JournalException {
    return Approvals.begin(
        rig.log,
        rig.time,
        new ApprovalSettings(
            mode,
            Duration.ofHours(1),
            Duration.ofMinutes(30),
            new Bounds(
                PlanLimits.NONE,
                new PlanLimits(movesOfOne, null, null, null, null, null, null, null, null),
                MaintenanceWindows.ALWAYS,
                Set.of())),
        planStop);
  }

  private ControlLoop loop(Approvals approvals) {
    return rig.loop(rig.options(approvals, planStop), approvals);
  }

  private static Proposal pending(Approvals approvals) {
    return Objects.requireNonNull(approvals.status().pending(), "no plan waits");
  }

  private int moves() {
    return rig.cluster.faults().count(Call.MOVE);
  }

  private ProposalEnded lastEnd() throws JournalException {
    JournalEntry entry = rig.journal.before(Long.MAX_VALUE, 1, List.of("proposal-ended")).get(0);
    return (ProposalEnded) entry.event();
  }

  @ParameterizedTest
  @EnumSource(names = {"RECOMMEND", "AUTOMATIC"})
  void whatIsBeyondTakesTwoDifferentPeople(ApprovalMode mode) throws Exception {
    Approvals approvals = approvals(mode, 0);
    ControlLoop loop = loop(approvals);
    rig.cycles(loop, 4);
    Proposal proposal = pending(approvals);
    String plan = proposal.plan().id();
    assertThat(Objects.requireNonNull(proposal.fourEyes()).toString())
        .contains("with one person's approval the most is 0")
        .contains("[approval.fourEyes.moves]");

    approvals.approve(plan, ANNA);
    rig.cycles(loop, 2);

    assertThat(loop.approved()).isEmpty();
    assertThat(moves()).isZero();
    assertThat(pending(approvals).first()).isEqualTo(ANNA);
    assertThatThrownBy(() -> approvals.approve(plan, new OperatorRequest("Anna", "again")))
        .isInstanceOf(NotPossible.class)
        .hasMessageContaining("anna has approved " + plan + " already")
        .hasMessageContaining("another person's [approval.fourEyes.moves]");

    approvals.approve(plan, BERT);

    assertThat(loop.approved().orElseThrow().outcome().orElseThrow())
        .isInstanceOf(Outcome.Completed.class);
    assertThat(moves()).isPositive();
    assertThat(lastEnd().outcome()).isEqualTo("approved");
    assertThat(lastEnd().sentence().toString()).isEqualTo("anna: ticket 7; bert: looked at it too");
    rig.assertReached(proposal.plan());
  }

  @Test
  void whatIsWithinTakesOnePerson() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND, 1000);
    ControlLoop loop = loop(approvals);
    rig.cycles(loop, 4);
    assertThat(pending(approvals).fourEyes()).isNull();

    approvals.approve(pending(approvals).plan().id(), ANNA);

    assertThat(loop.approved()).isPresent();
  }

  @Test
  void theFirstApprovalOutlivesARestartAndThePlanStaysTheSame() throws Exception {
    Approvals first = approvals(ApprovalMode.RECOMMEND, 0);
    ControlLoop ending = loop(first);
    rig.cycles(ending, 4);
    Proposal before = pending(first);
    first.approve(before.plan().id(), ANNA);
    ending.close();

    Approvals second = approvals(ApprovalMode.RECOMMEND, 0);
    ControlLoop next = loop(second);
    rig.cycles(next, 2);

    assertThat(pending(second).plan()).isEqualTo(before.plan());
    assertThat(pending(second).first()).isEqualTo(ANNA);
    assertThat(pending(second).at()).isEqualTo(before.at());
    assertThatThrownBy(() -> second.approve(before.plan().id(), ANNA))
        .isInstanceOf(NotPossible.class);
    assertThat(moves()).isZero();

    second.approve(before.plan().id(), BERT);

    assertThat(next.approved().orElseThrow().outcome().orElseThrow())
        .isInstanceOf(Outcome.Completed.class);
    rig.assertReached(before.plan());
    rig.assertUnharmed();
  }

  @Test
  void aPlanThatNobodyApprovedDoesNotOutliveARestart() throws Exception {
    Approvals first = approvals(ApprovalMode.RECOMMEND, 0);
    ControlLoop ending = loop(first);
    rig.cycles(ending, 4);
    ending.close();

    ControlLoop next = loop(approvals(ApprovalMode.RECOMMEND, 0));
    rig.cycles(next, 1);

    assertThat(lastEnd().outcome()).isEqualTo("expired");
  }

  /** The limit was raised before the restart, so that one person suffices: it is proposed anew. */
  @Test
  void aPlanThatTakesOnePersonByNowIsProposedAnew() throws Exception {
    Approvals first = approvals(ApprovalMode.RECOMMEND, 0);
    ControlLoop ending = loop(first);
    rig.cycles(ending, 4);
    first.approve(pending(first).plan().id(), ANNA);
    ending.close();

    Approvals second = approvals(ApprovalMode.RECOMMEND, 1000);
    rig.cycles(loop(second), 1);

    assertThat(lastEnd().outcome()).isEqualTo("expired");
    assertThat(moves()).isZero();
  }

  @Test
  void halfAnApprovalExpiresAsAnyProposalDoes() throws Exception {
    Approvals approvals = approvals(ApprovalMode.RECOMMEND, 0);
    ControlLoop loop = loop(approvals);
    rig.cycles(loop, 4);
    String plan = pending(approvals).plan().id();
    approvals.approve(plan, ANNA);

    rig.cycles(loop, 125);

    assertThat(lastEnd().outcome()).isEqualTo("expired");
    assertThatThrownBy(() -> approvals.approve(plan, BERT)).isInstanceOf(NotPossible.class);
    assertThat(moves()).isZero();
  }
}
