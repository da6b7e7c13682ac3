package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a plan changed that has ended is put back while Proteus runs. */
class PastPutBackTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "the shop is slow since");

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));
  private final StopSignal planStop = rig.stop.narrower();
  private final Rig.Picture before = rig.picture();

  private Approvals approvals(ApprovalMode mode) throws JournalException {
    return Approvals.begin(
        rig.log,
        rig.time,
        new ApprovalSettings(mode, Duration.ofHours(1), Duration.ofMinutes(30)),
        planStop);
  }

  private ControlLoop loop(Approvals approvals) {
    return rig.loop(rig.options(approvals, planStop), approvals);
  }

  /** The plan that the loop carries out in its third cycle. */
  private Plan carriedOut(ControlLoop loop) {
    Cycle acted = rig.cycles(loop, 3).get(2);
    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    return acted.decision().plan().orElseThrow();
  }

  @Test
  void itBeginsWithTheNextCycleThoughProteusIsPausedFromThenOn() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    Plan plan = carriedOut(loop);

    approvals.putBack(plan.id(), ANNA);
    assertThat(approvals.status().paused()).isEqualTo(ANNA);
    Cycle next = rig.cycles(loop, 1).get(0);

    assertThat(next.recovered()).anyMatch(sentence -> sentence.toString().contains("putting back"));
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
    assertThat(rig.journal.lastAsked("put back").orElseThrow().event())
        .isEqualTo(new OperatorAsked("anna", "put back", ANNA.why()));
    assertThat(rig.journal.ofPlan(plan.id()))
        .extracting(JournalEntry::event)
        .anyMatch(event -> event instanceof UndoEnded ended && ended.outcome().equals("completed"));
    assertThat(rig.cycles(loop, 10)).allMatch(cycle -> cycle.outcome().isEmpty());
    assertThatThrownBy(() -> approvals.putBack(plan.id(), ANNA))
        .isInstanceOf(NotPossible.class)
        .hasMessageContaining("undone already");
  }

  @Test
  void whatWaitsForAPersonWaitsNoMore() throws Exception {
    ControlLoop first = loop(approvals(ApprovalMode.AUTOMATIC));
    Plan plan = carriedOut(first);
    first.close();
    Approvals approvals = approvals(ApprovalMode.RECOMMEND);
    ControlLoop loop = loop(approvals);
    String proposed = proposed(approvals);

    approvals.putBack(plan.id(), ANNA);

    assertThat(approvals.status().pending()).isNull();
    assertThat(rig.journal.ofPlan(proposed))
        .extracting(JournalEntry::event)
        .contains(
            new ProposalEnded(proposed, "expired", Sentence.of("%s is put back first", plan.id())));
    rig.cycles(loop, 1);
    assertThat(rig.picture()).isEqualTo(before);
  }

  /** Any plan will do, so the one to undo the first. */
  private String proposed(Approvals approvals) throws Exception {
    Plan first = rig.latestPlan().orElseThrow().plan();
    var undo = rig.actuator(rig.journal).undo();
    Plan plan =
        undo.plans()
            .plan(undo.targets().find(first.id()), List.of(ReasonCode.PUT_BACK.says("a test")));
    approvals.to(rig.decisionOf(plan), Optional.empty());
    return Objects.requireNonNull(approvals.status().pending()).plan().id();
  }

  @Test
  void itIsRefusedWithTheReasonAndThenChangesNothing() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    Plan plan = carriedOut(loop);
    long entries = rig.journal.last(1).get(0).number();

    assertRefused(approvals, "plan-of-yesterday", "was not carried out");
    approvals.mode(ApprovalMode.OBSERVE, ANNA);
    assertRefused(approvals, plan.id(), "the mode is observe");
    approvals.mode(ApprovalMode.AUTOMATIC, ANNA);
    assertThat(rig.journal.last(1).get(0).number())
        .as("the two changes of mode")
        .isEqualTo(entries + 2);

    approvals.putBack(plan.id(), ANNA);
    assertRefused(approvals, plan.id(), plan.id() + " is being put back");
  }

  private static void assertRefused(Approvals approvals, String plan, String why) {
    boolean paused = approvals.status().paused() != null;
    assertThatThrownBy(() -> approvals.putBack(plan, ANNA))
        .isInstanceOf(NotPossible.class)
        .hasMessageContaining(why);
    assertThat(approvals.status().paused() != null).isEqualTo(paused);
  }

  @Test
  void whileAnotherPlanRunsItIsRefused() throws Exception {
    Approvals approvals = approvals(ApprovalMode.AUTOMATIC);
    ControlLoop loop = loop(approvals);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE && approvals.status().paused() == null) {
                assertRefused(approvals, "plan-of-yesterday", "is being carried out, not");
              }
            });

    carriedOut(loop);

    assertThat(rig.cluster.faults().count(Call.MOVE)).isPositive();
  }
}
