package io.proteus.controller.execution;

import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Is told of events while they happen, for a live view. The acting thread calls it; the thread that
 * looks at the cluster meanwhile tells what it saw, and the one of a request what was asked for.
 */
public interface Progress {
  Progress UNSEEN = new Progress() {};

  default void begins(Plan plan) {}

  /**
   * A step came further. Its stages on the way ({@link StepState#UNDERWAY}) are told by the thread
   * of the cloud, while the acting thread waits.
   *
   * @param step its place in the plan, counted from 0
   * @param why where that is not plain from the state
   */
  default void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {}

  default void ended(Plan plan, Outcome outcome) {}

  /** The cluster was observed while a plan runs or its canary is watched. */
  default void observed(Plan running, Observation seen) {}

  /** A running plan is held back, or no longer. */
  default void braked(Plan running, Braking now) {}

  /**
   * An operator asked for something, which the journal has.
   *
   * @param what approve, stop ..., with the plan's name
   */
  default void asked(String who, String what, String why) {}

  /** The first part of a plan is watched before the rest begins; told again and again. */
  default void watches(Plan canary) {}

  /** The canary is no longer watched: the rest begins or never will. */
  default void watched(Plan canary) {}

  /** Tells several, in this order; one that fails hinders neither the plan nor the others. */
  static Progress all(Progress... told) {
    List<Progress> each = List.of(told);
    return new Progress() {
      private void tell(Consumer<Progress> event) {
        for (Progress one : each) {
          try {
            event.accept(one);
          } catch (RuntimeException e) {
            LoggerFactory.getLogger(Progress.class)
                .error("{} could not be told", one.getClass(), e);
          }
        }
      }

      @Override
      public void begins(Plan plan) {
        tell(one -> one.begins(plan));
      }

      @Override
      public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
        tell(one -> one.reached(plan, step, state, why));
      }

      @Override
      public void ended(Plan plan, Outcome outcome) {
        tell(one -> one.ended(plan, outcome));
      }

      @Override
      public void observed(Plan running, Observation seen) {
        tell(one -> one.observed(running, seen));
      }

      @Override
      public void braked(Plan running, Braking now) {
        tell(one -> one.braked(running, now));
      }

      @Override
      public void asked(String who, String what, String why) {
        tell(one -> one.asked(who, what, why));
      }

      @Override
      public void watches(Plan canary) {
        tell(one -> one.watches(canary));
      }

      @Override
      public void watched(Plan canary) {
        tell(one -> one.watched(canary));
      }
    };
  }
}
