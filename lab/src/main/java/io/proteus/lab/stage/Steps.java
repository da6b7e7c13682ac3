package io.proteus.lab.stage;

import io.proteus.controller.journal.StepState;
import io.proteus.core.step.CanaryRole;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.LeaveCluster;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.Step;
import io.proteus.lab.result.Resize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happened to the steps of one action, all of its plans together.
 *
 * @param reached the earliest first
 */
public record Steps(List<Reached> reached) {
  public Steps {
    reached = List.copyOf(reached);
  }

  /**
   * A step came further.
   *
   * @param plan that it is of
   * @param index its place in it
   */
  public record Reached(Instant at, String plan, int index, Step step, StepState state) {
    boolean isSameStepAs(Reached other) {
      return plan.equals(other.plan) && index == other.index;
    }
  }

  /** Whether a server was started or stopped. */
  public boolean resize() {
    return !issued(step -> step.nodeChange() != 0).isEmpty();
  }

  /** Servers that came, less those that went; one that joins by an order came when it started. */
  public int change() {
    return done(step -> step.startsMachine() || step.nodeChange() < 0).stream()
        .mapToInt(Step::nodeChange)
        .sum();
  }

  public Resize.Times times(Duration total) {
    return new Resize.Times(
        total.toMillis() / 1e3,
        span(step -> step.nodeChange() > 0),
        span(Steps::gives),
        span(Steps::places),
        span(step -> step.type().equals(CompactPartition.TYPE)),
        span(step -> step.nodeChange() < 0));
  }

  /** Whether a server or a table gets the settings of a profile. */
  private static boolean gives(Step step) {
    return step.canaryRole() != CanaryRole.NONE || step.type().equals(SetBlockSize.TYPE);
  }

  /** Whether what a server serves comes to another one, by Proteus or by the store. */
  private static boolean places(Step step) {
    return step.type().equals(MovePartition.TYPE) || step.type().equals(LeaveCluster.TYPE);
  }

  public Resize.Work work() {
    List<Step> moves = done(step -> step.type().equals(MovePartition.TYPE));
    List<Step> compactions = done(step -> step.type().equals(CompactPartition.TYPE));
    return new Resize.Work(
        moves.size(),
        Price.of(moves).bytesMoved().bytes(),
        compactions.size(),
        Price.of(compactions).bytesCompacted().bytes());
  }

  private List<Reached> issued(Predicate<Step> kind) {
    return reached.stream()
        .filter(event -> event.state() == StepState.ISSUED && kind.test(event.step()))
        .toList();
  }

  /** Steps of a kind that were asked for and are done; one that had nothing to do is none. */
  private List<Step> done(Predicate<Step> kind) {
    List<Step> done = new ArrayList<>();
    List<Reached> issued = issued(kind);
    for (Reached event : reached) {
      if (event.state() == StepState.DONE
          && kind.test(event.step())
          && issued.stream().anyMatch(event::isSameStepAs)) {
        done.add(event.step());
      }
    }
    return done;
  }

  /** From the first step of a kind that was asked for until the last of them was over. */
  private @Nullable Double span(Predicate<Step> kind) {
    List<Reached> issued = issued(kind);
    if (issued.isEmpty()) {
      return null;
    }
    Instant first = issued.get(0).at();
    Instant last = first;
    for (Reached event : reached) {
      boolean over =
          event.state() == StepState.DONE
              || event.state() == StepState.TIMED_OUT
              || event.state() == StepState.FAILED
              || event.state() == StepState.ABANDONED;
      if (over && issued.stream().anyMatch(event::isSameStepAs) && event.at().isAfter(last)) {
        last = event.at();
      }
    }
    return Duration.between(first, last).toMillis() / 1e3;
  }
}
