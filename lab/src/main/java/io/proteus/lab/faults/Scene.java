package io.proteus.lab.faults;

import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What a fault finds: a cluster under load and a Proteus at work on it.
 *
 * @param random of this trial
 * @param number of this trial among those of its kind, from 0
 */
record Scene(
    FaultCluster cluster,
    ProteusProcess proteus,
    JournalWatch journal,
    SplittableRandom random,
    int number) {
  private static final Set<StepState> OVER = Set.of(StepState.DONE, StepState.FAILED);

  /** For a plan to begin, and for each of its moments. */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final Duration GLANCE = Duration.ofMillis(25);

  /** Asks the store itself whether it is at work on a step that was asked for. */
  @FunctionalInterface
  interface Underway<S extends Step> {
    boolean isSeen(S step, FaultCluster cluster) throws PortException, InterruptedException;
  }

  /** The plan that Proteus carries out; empty when it ended without one. */
  Optional<Plan> plan() throws PortException, InterruptedException {
    return orEnded("a plan in the journal", () -> journal.latest().map(PlanProgress::plan));
  }

  /** Waits until so many steps are over; false when Proteus ended before. */
  boolean over(Plan plan, int count) throws PortException, InterruptedException {
    return orEnded(
            "%d of %d steps over".formatted(count, plan.steps().size()),
            () -> journal.steps(plan, OVER).size() >= count ? Optional.of(count) : Optional.empty())
        .isPresent();
  }

  /**
   * A step of a kind, when it is asked for: one of them by chance, but of the first three quarters,
   * as the last may be done already when they are due; empty when none was.
   */
  <S extends Step> Optional<S> issued(Plan plan, Class<S> kind)
      throws PortException, InterruptedException {
    int count = (int) plan.steps().stream().filter(kind::isInstance).count();
    if (count == 0) {
      return Optional.empty();
    }
    int nth = random.nextInt(Math.max(1, count * 3 / 4));
    return orEnded(
        "%s number %d of %d issued".formatted(kind.getSimpleName(), nth + 1, count),
        () ->
            journal.steps(plan, Set.of(StepState.ISSUED)).stream()
                .map(plan.steps()::get)
                .filter(kind::isInstance)
                .map(kind::cast)
                .skip(nth)
                .findFirst());
  }

  /**
   * A step of a kind while the store is seen at work on it; some are let pass by chance, but no
   * more than half of them, and one that is over before it was seen is followed by the next. Empty
   * when Proteus ended before.
   */
  <S extends Step> Optional<S> underway(Plan plan, Class<S> kind, Underway<S> underway)
      throws PortException, InterruptedException {
    int count = (int) plan.steps().stream().filter(kind::isInstance).count();
    if (count == 0) {
      return Optional.empty();
    }
    int letPass = random.nextInt((count + 1) / 2);
    return orEnded(
        "one of %d %s at work, but for the first %d"
            .formatted(count, kind.getSimpleName(), letPass),
        () -> {
          List<Integer> over = journal.steps(plan, OVER);
          List<Integer> issued = journal.steps(plan, Set.of(StepState.ISSUED));
          for (S step : inFlight(plan, kind, issued, over, letPass)) {
            if (underway.isSeen(step, cluster)) {
              return Optional.of(step);
            }
          }
          return Optional.empty();
        });
  }

  /** Steps of a kind that were asked for and are not over, without the first of that kind. */
  static <S extends Step> List<S> inFlight(
      Plan plan, Class<S> kind, List<Integer> issued, List<Integer> over, int without) {
    return issued.stream()
        .filter(index -> kind.isInstance(plan.steps().get(index)))
        .skip(without)
        .filter(index -> !over.contains(index))
        .map(plan.steps()::get)
        .map(kind::cast)
        .toList();
  }

  private <T> Optional<T> orEnded(String what, Await.Look<T> look)
      throws PortException, InterruptedException {
    return Await.until(
        what,
        PATIENCE,
        GLANCE,
        () -> {
          boolean running = proteus.isRunning();
          Optional<T> found = look.look();
          return found.isPresent() || !running ? Optional.of(found) : Optional.empty();
        },
        () -> "out: %s, err: %s".formatted(tail(proteus.out()), tail(proteus.err())));
  }

  private static String tail(String text) {
    List<String> lines = text.lines().toList();
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  /** Lets a while pass, up to this long, by chance. */
  Duration pauseUpTo(Duration most) throws InterruptedException {
    Duration pause = Duration.ofMillis(random.nextLong(most.toMillis() + 1));
    TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    return pause;
  }

  /** A length between two, by chance. */
  Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }
}
