package io.proteus.lab.faults;

import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.RestartNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * SIGKILL of a RegionServer while Proteus restarts one that it has drained: of that one, which
 * nobody but Proteus starts again, or in half of the trials of another one.
 */
final class RestartHit implements Fault {
  private static final Duration LATER = Duration.ofSeconds(6);
  private static final Duration SOONEST = Duration.ofSeconds(2);
  private static final Duration LATEST = Duration.ofSeconds(10);
  private static final Duration RUNS_WITHIN = Duration.ofSeconds(30);
  private static final Duration GLANCE = Duration.ofMillis(50);

  private boolean itself;

  @Override
  public Strike strike(Scene scene) throws PortException, InterruptedException {
    Optional<Plan> plan = scene.plan();
    Optional<RestartNode> restart =
        plan.isEmpty() ? Optional.empty() : scene.issued(plan.get(), RestartNode.class);
    if (restart.isEmpty()) {
      return Strike.missed("no server was restarted");
    }
    String restarted = scene.cluster().serverOf(restart.get().node());
    itself = scene.number() % 2 == 0;
    Duration pause = scene.pauseUpTo(LATER);
    if (!scene.proteus().isRunning()) {
      return Strike.tooLate();
    }
    return itself ? killRestarted(scene, restarted, pause) : killAnother(scene, restarted, pause);
  }

  private static Strike killRestarted(Scene scene, String restarted, Duration pause)
      throws PortException, InterruptedException {
    Await.until(
        restarted + " running, so that it can be killed",
        RUNS_WITHIN,
        GLANCE,
        () -> scene.cluster().kill(restarted) ? Optional.of(true) : Optional.empty(),
        () -> "it does not run");
    return Strike.done(
        "%s killed %.1f s after its restart was asked for", restarted, pause.toMillis() / 1e3);
  }

  private static Strike killAnother(Scene scene, String restarted, Duration pause)
      throws PortException {
    List<String> others =
        scene.cluster().servers().stream().filter(name -> !name.equals(restarted)).toList();
    String other = others.get(scene.random().nextInt(others.size()));
    if (!scene.cluster().kill(other)) {
      return Strike.missed("%s did not run", other);
    }
    Duration delay = scene.between(SOONEST, LATEST);
    scene.cluster().supervise(List.of(other), delay);
    return Strike.done(
        "%s killed %.1f s after the restart of %s was asked for; started again after %.1f s",
        other, pause.toMillis() / 1e3, restarted, delay.toMillis() / 1e3);
  }

  @Override
  public boolean sparesTheStore() {
    return false;
  }

  /** The one that Proteus took out it has to bring back. */
  @Override
  public boolean mayLeaveDead() {
    return !itself;
  }
}
