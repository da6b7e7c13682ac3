package io.proteus.app.server;

import io.proteus.controller.execution.Braking;
import io.proteus.controller.journal.StepState;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import java.time.Duration;
import java.util.BitSet;
import java.util.Comparator;

/** How far the plan is that is being carried out. */
final class Run {
  private final Plan plan;
  private final boolean watched;
  private final BitSet over = new BitSet();
  private volatile Braking braking = Braking.NONE;

  Run(Plan plan) {
    this(plan, false);
  }

  private Run(Plan plan, boolean watched) {
    this.plan = plan;
    this.watched = watched;
  }

  /** All of which is done, and whose node is watched before the others follow. */
  static Run watched(Plan canary) {
    Run run = new Run(canary, true);
    run.over.set(0, canary.steps().size());
    return run;
  }

  /** Whether it is watched what it led to. */
  boolean isWatched() {
    return watched;
  }

  Plan plan() {
    return plan;
  }

  synchronized void reached(int step, StepState state) {
    switch (state) {
      case DONE, FAILED, ABANDONED -> over.set(step);
      case ISSUED, UNDERWAY, BLOCKED, REFUSED, TIMED_OUT -> {}
    }
  }

  /** It is held back so far from now on. */
  void braked(Braking now) {
    braking = now;
  }

  /** How far it is held back. */
  Braking braking() {
    return braking;
  }

  /** How long one of its steps may take, during which nothing is heard of it. */
  Duration longestStep(CostModel costs) {
    return plan.steps().stream()
        .map(step -> step.timeout(costs))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Steps of which nothing is left to do. */
  synchronized int over() {
    return over.cardinality();
  }
}
