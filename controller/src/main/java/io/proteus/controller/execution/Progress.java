package io.proteus.controller.execution;

import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is told what happens while it happens, for a live view. Called by the thread that acts. */
public interface Progress {
  Progress UNSEEN = new Progress() {};

  default void begins(Plan plan) {}

  /**
   * A step came further.
   *
   * @param step its place in the plan, counted from 0
   * @param why where that is not plain from the state
   */
  default void reached(Plan plan, int step, StepState state, @Nullable String why) {}

  default void ended(Plan plan, Outcome outcome) {}

  /** Tells several, in this order. */
  static Progress all(Progress... told) {
    List<Progress> each = List.of(told);
    return new Progress() {
      @Override
      public void begins(Plan plan) {
        each.forEach(one -> one.begins(plan));
      }

      @Override
      public void reached(Plan plan, int step, StepState state, @Nullable String why) {
        each.forEach(one -> one.reached(plan, step, state, why));
      }

      @Override
      public void ended(Plan plan, Outcome outcome) {
        each.forEach(one -> one.ended(plan, outcome));
      }
    };
  }
}
