package io.proteus.controller.execution;

import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
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
}
