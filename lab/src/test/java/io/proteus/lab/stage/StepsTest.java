package io.proteus.lab.stage;

import static io.proteus.controller.journal.StepState.BLOCKED;
import static io.proteus.controller.journal.StepState.DONE;
import static io.proteus.controller.journal.StepState.ISSUED;
import static io.proteus.controller.journal.StepState.REFUSED;
import static io.proteus.controller.journal.StepState.TIMED_OUT;
import static io.proteus.lab.stage.Resizes.add;
import static io.proteus.lab.stage.Resizes.compact;
import static io.proteus.lab.stage.Resizes.move;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.StepState;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.LeaveCluster;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.Step;
import io.proteus.lab.result.Resize;
import io.proteus.lab.stage.Steps.Reached;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepsTest {
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private final RemoveNode remove = new RemoveNode(Resizes.OLD);

  @Test
  void eachPartIsTimedFromItsFirstOrderToItsLastEnd() {
    Resize.Times times =
        new Steps(
                List.of(
                    at(1, "add", 0, add(4), ISSUED),
                    at(13, "add", 0, add(4), DONE),
                    at(14, "fill", 0, move("u1"), ISSUED),
                    at(15, "fill", 1, move("u2"), ISSUED),
                    at(16, "fill", 0, move("u1"), DONE),
                    at(20, "fill", 1, move("u2"), DONE),
                    at(20, "fill", 2, compact("u1"), ISSUED),
                    at(50, "fill", 2, compact("u1"), TIMED_OUT)))
            .times(Duration.ofSeconds(55));

    assertThat(times).isEqualTo(new Resize.Times(55, 12.0, null, 6.0, 30.0, null));
  }

  @Test
  void onlyWhatWasAskedForAndIsDoneIsWork() {
    Steps steps =
        new Steps(
            List.of(
                at(1, "p", 0, move("u1"), ISSUED),
                at(2, "p", 0, move("u1"), DONE),
                at(2, "p", 1, move("u2"), DONE),
                at(2, "p", 2, compact("u1"), ISSUED),
                at(9, "p", 2, compact("u1"), TIMED_OUT)));

    assertThat(steps.work()).isEqualTo(new Resize.Work(1, Resizes.SIZE.bytes(), 0, 0));
    assertThat(steps.resize()).isFalse();
  }

  @Test
  void aStepThatWasRefusedFirstCountsOnce() {
    Steps steps =
        new Steps(
            List.of(
                at(1, "p", 0, add(4), BLOCKED),
                at(2, "p", 0, add(4), ISSUED),
                at(3, "p", 0, add(4), REFUSED),
                at(4, "p", 0, add(4), ISSUED),
                at(9, "p", 0, add(4), DONE)));

    assertThat(steps.change()).isEqualTo(1);
    assertThat(steps.times(Duration.ofSeconds(9)).addingSeconds()).isEqualTo(7.0);
  }

  @Test
  void aServerThatIsStartedAndThenJoinsByAnOrderCountsOnce() {
    JoinCluster join = new JoinCluster(4);
    Steps steps =
        new Steps(
            List.of(
                at(1, "p", 0, add(4), ISSUED),
                at(2, "p", 0, add(4), DONE),
                at(2, "p", 1, join, ISSUED),
                at(4, "p", 1, join, DONE)));

    assertThat(steps.change()).isEqualTo(1);
    assertThat(steps.times(Duration.ofSeconds(9)).addingSeconds()).isEqualTo(3.0);
  }

  @Test
  void serversThatGoAreCountedOff() {
    Steps steps = new Steps(List.of(at(1, "p", 0, remove, ISSUED), at(4, "p", 0, remove, DONE)));

    assertThat(steps.resize()).isTrue();
    assertThat(steps.change()).isEqualTo(-1);
    assertThat(steps.times(Duration.ofSeconds(5)).removingSeconds()).isEqualTo(3.0);
  }

  @Test
  void whatAServerHandsOverAsItLeavesIsTheRebalanceOfRequests() {
    LeaveCluster leave = new LeaveCluster(Resizes.OLD, Resizes.SIZE);
    Steps steps =
        new Steps(
            List.of(
                at(1, "p", 0, leave, ISSUED),
                at(9, "p", 0, leave, DONE),
                at(9, "p", 1, remove, ISSUED),
                at(12, "p", 1, remove, DONE)));

    assertThat(steps.change()).isEqualTo(-1);
    assertThat(steps.times(Duration.ofSeconds(12)))
        .isEqualTo(new Resize.Times(12, null, null, 8.0, null, 3.0));
  }

  private static Reached at(int second, String plan, int index, Step step, StepState state) {
    return new Reached(START.plusSeconds(second), plan, index, step, state);
  }
}
