package io.proteus.app.server;

import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Step;
import java.time.Duration;
import java.util.BitSet;
import java.util.Comparator;

/** How far the plan is that is being carried out. */
final class Run {
  private final Plan plan;
  private final BitSet over = new BitSet();

  Run(Plan plan) {
    this.plan = plan;
  }

  Plan plan() {
    return plan;
  }

  synchronized void reached(int step, StepState state) {
    switch (state) {
      case DONE, FAILED, ABANDONED -> over.set(step);
      case ISSUED, BLOCKED, REFUSED, TIMED_OUT -> {}
    }
  }

  /** How long one of its steps may take, during which nothing is heard of it. */
  Duration longestStep() {
    return plan.steps().stream()
        .map(Step::timeout)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Steps of which nothing is left to do. */
  synchronized int over() {
    return over.cardinality();
  }
}
