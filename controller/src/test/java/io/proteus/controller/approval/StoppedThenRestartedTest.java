package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Recovery;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator stopped stays stopped, however the Proteus ended that was told to. */
class StoppedThenRestartedTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "the shop is slow");

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.7));
  private final StopSignal planStop = rig.stop.narrower();
  private final Rig.Picture before = rig.picture();

  /** How a Proteus ends that was just told to stop what it does. */
  private enum End {
    ASKED_TO,
    KILLED
  }

  private Approvals approvals() throws JournalException {
    return Approvals.begin(
        rig.log,
        rig.time,
        new ApprovalSettings(ApprovalMode.AUTOMATIC, Duration.ofHours(1), Duration.ofMinutes(30)),
        planStop);
  }

  private ControlLoop loop(Approvals approvals) {
    return rig.loop(rig.options(approvals, planStop), approvals);
  }

  private int moves() {
    return rig.cluster.faults().count(Call.MOVE);
  }

  private void stopAtTheNextMove(Approvals approvals, End end) {
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call != Call.MOVE || rig.stop.isRequested()) {
                return;
              }
              try {
                approvals.stop(Objects.requireNonNull(approvals.status().running()), ANNA);
              } catch (NotPossible | JournalException e) {
                throw new AssertionError(e);
              }
              if (end == End.KILLED) {
                rig.cluster.faults().beforeEach(StoppedThenRestartedTest::die);
                die(call);
              }
              rig.stop.request();
            });
  }

  private static void die(Call call) {
    throw new Mortality.Killed();
  }

  /** One cycle, the last of this Proteus. */
  private void lastCycle(ControlLoop loop, End end) {
    if (end == End.KILLED) {
      assertThatThrownBy(() -> rig.cycles(loop, 1)).isInstanceOf(Mortality.Killed.class);
      rig.cluster.expireClaim();
    } else {
      rig.cycles(loop, 1);
      loop.close();
    }
    rig.cluster.faults().beforeEach(call -> {});
    rig.stop.clear();
    planStop.clear();
  }

  private <E> List<E> events(String kind, Class<E> type) throws JournalException {
    return rig.journal.before(Long.MAX_VALUE, 100, List.of(kind)).stream()
        .map(JournalEntry::event)
        .map(type::cast)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(End.class)
  void aPlanGoesNoFurtherThanTheStepsInFlight(End end) throws Exception {
    Approvals first = approvals();
    ControlLoop ending = loop(first);
    rig.cycles(ending, 2);
    stopAtTheNextMove(first, end);
    lastCycle(ending, end);
    Plan plan = rig.latestPlan().orElseThrow().plan();
    int issued = rig.latestPlan().orElseThrow().issued().size();

    Approvals second = approvals();
    ControlLoop next = loop(second);
    List<Cycle> cycles = rig.cycles(next, 3);

    PlanProgress left = rig.latestPlan().orElseThrow();
    assertThat(left.plan()).isEqualTo(plan);
    assertThat(left.outcome()).isEqualTo("stopped");
    assertThat(left.issued()).hasSize(issued).hasSizeLessThan(plan.steps().size());
    assertThat(second.status().paused()).isEqualTo(ANNA);
    assertThat(cycles.get(1).recovered()).isEmpty();
    rig.assertUnharmed();

    second.resume(ANNA);
    assertThat(rig.cycles(next, 1).get(0).recovered()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(End.class)
  void anUndoPutsNothingMoreBack(End end) throws Exception {
    Approvals first = approvals();
    ControlLoop ending = loop(first);
    Plan plan = rig.cycles(ending, 3).get(2).decision().plan().orElseThrow();
    Rig.Picture done = rig.picture();
    first.putBack(plan.id(), ANNA);
    stopAtTheNextMove(first, end);
    lastCycle(ending, end);
    int asked = rig.latestPlan().orElseThrow().issued().size();
    assertThat(events("undo-ended", UndoEnded.class))
        .as("ended by whoever was told, where it lived to")
        .hasSize(end == End.ASKED_TO ? 1 : 0);

    Approvals second = approvals();
    ControlLoop next = loop(second);
    rig.cycles(next, 3);

    assertThat(events("undo-ended", UndoEnded.class))
        .singleElement()
        .satisfies(
            ended -> {
              assertThat(ended.plan()).isEqualTo(plan.id());
              assertThat(ended.outcome()).isEqualTo("stopped");
              assertThat(ended.changes()).isEqualTo(asked);
            });
    assertThat(rig.latestPlan().orElseThrow().issued()).hasSize(asked);
    assertThat(rig.picture()).isNotEqualTo(before).isNotEqualTo(done);
    rig.assertUnharmed();

    second.resume(ANNA);
    int moves = moves();
    assertThat(rig.cycles(next, 1).get(0).recovered()).isEmpty();
    assertThat(moves()).isEqualTo(moves);
  }

  @Test
  void whatWasStoppedCanBePutBackWithoutBeingResumed() throws Exception {
    Approvals first = approvals();
    ControlLoop ending = loop(first);
    rig.cycles(ending, 2);
    stopAtTheNextMove(first, End.KILLED);
    lastCycle(ending, End.KILLED);
    Plan plan = rig.latestPlan().orElseThrow().plan();
    Approvals second = approvals();
    ControlLoop next = loop(second);
    rig.cycles(next, 1);

    second.putBack(plan.id(), ANNA);
    rig.cycles(next, 1);

    assertThat(events("undo-ended", UndoEnded.class))
        .extracting(UndoEnded::outcome)
        .containsExactly(UndoEnded.COMPLETED);
    assertThat(rig.picture()).isEqualTo(before);
    assertThat(second.status().paused()).isEqualTo(ANNA);
  }

  /**
   * Its Proteus died after it had written down the second plan of two, which it was not to begin.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWouldHaveFollowedIsStoppedWithIt(boolean follows) throws Exception {
    Plan plan = rig.plan().orElseThrow();
    Plan first =
        new Plan(
            "first",
            plan.basedOn(),
            plan.target(),
            plan.steps(),
            plan.price(),
            plan.reasons(),
            null);
    write(
        new Planned(first, null),
        new OperatorAsked("anna", OperatorAsked.STOP, "a release"),
        new PlanEnded("first", "replan", Sentence.verbatim("new nodes"), 1),
        new Planned(plan, null, rig.cluster.peek(), follows ? "first" : null));

    Recovery recovery = rig.recovery(rig.journal);
    boolean stopped = recovery.wasStopped();
    Outcome outcome;
    try (Claim claim = rig.claim()) {
      outcome = recovery.recover(claim).outcome().orElseThrow();
    }

    assertThat(stopped).isEqualTo(follows);
    if (follows) {
      assertThat(outcome).isEqualTo(new Outcome.Stopped(0));
      assertThat(rig.picture()).isEqualTo(before);
    } else {
      assertThat(outcome).isInstanceOf(Outcome.Completed.class);
      rig.assertReached(plan);
    }
  }

  private void write(JournalEvent... events) throws JournalException {
    for (JournalEvent event : events) {
      rig.journal.append(rig.clock.instant(), event);
    }
  }
}
