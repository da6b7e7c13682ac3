package io.proteus.lab.faults;

import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.Optional;

/** SIGKILL of Proteus. */
final class ProteusKilled {
  private ProteusKilled() {}

  /** As soon as so many steps are over; trial by trial another number, until all had their turn. */
  record AtBoundary() implements Fault {
    @Override
    public Strike strike(Scene scene) throws PortException, InterruptedException {
      Optional<Plan> plan = scene.plan();
      if (plan.isEmpty()) {
        return Strike.missed("there was no plan");
      }
      int steps = plan.get().steps().size();
      int boundary = boundary(scene.number(), steps);
      if (!scene.over(plan.get(), boundary)) {
        return Strike.missed("fewer than %d of %d steps were done", boundary, steps);
      }
      boolean ran = scene.proteus().isRunning();
      scene.proteus().kill();
      return ran
          ? Strike.done("Proteus killed after step %d of %d", boundary, steps)
          : Strike.tooLate();
    }

    /**
     * Far from each other in turn, and each of them once in as many trials as there are: a stride
     * near the golden section that shares no divisor with their number.
     */
    static int boundary(int trial, int steps) {
      int boundaries = steps + 1;
      int stride = Math.max(1, (int) Math.round(boundaries * 0.618));
      while (divisor(stride, boundaries) > 1) {
        stride++;
      }
      return (int) ((long) trial * stride % boundaries);
    }

    private static int divisor(int one, int other) {
      return other == 0 ? one : divisor(other, one % other);
    }
  }

  /** At any moment of a plan, or in a quarter of the trials of the time from its start on. */
  record AtAnyMoment() implements Fault {
    private static final Duration OF_A_PLAN = Duration.ofSeconds(15);
    private static final Duration OF_ALL = Duration.ofSeconds(30);

    @Override
    public Strike strike(Scene scene) throws PortException, InterruptedException {
      boolean fromTheStart = scene.random().nextInt(4) == 0;
      if (!fromTheStart && scene.plan().isEmpty()) {
        return Strike.missed("there was no plan");
      }
      Duration pause = scene.pauseUpTo(fromTheStart ? OF_ALL : OF_A_PLAN);
      if (!scene.proteus().isRunning()) {
        return Strike.tooLate();
      }
      scene.proteus().kill();
      return Strike.done(
          "Proteus killed %.1f s after %s",
          pause.toMillis() / 1e3, fromTheStart ? "its start" : "its plan was begun");
    }
  }
}
