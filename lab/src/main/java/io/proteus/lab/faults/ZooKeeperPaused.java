package io.proteus.lab.faults;

import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ZooKeeper stopped in mid-plan (SIGSTOP), and let go on. HBase's sessions last 20 s here and that
 * of Proteus 8 s: after a longer pause servers and master end themselves, and are started again.
 *
 * @param least how long it is stopped
 * @param most how long at most
 */
record ZooKeeperPaused(Duration least, Duration most) implements Fault {
  private static final Duration SESSION = Duration.ofSeconds(20);
  private static final Duration RESTARTED_AFTER = Duration.ofSeconds(8);

  @Override
  public Strike strike(Scene scene) throws PortException, InterruptedException {
    Optional<Plan> plan = scene.plan();
    Optional<Step> step = plan.isEmpty() ? Optional.empty() : scene.issued(plan.get(), Step.class);
    if (step.isEmpty()) {
      return Strike.missed("no step was asked for");
    }
    if (!scene.proteus().isRunning()) {
      return Strike.tooLate();
    }
    Duration length = scene.between(least, most);
    if (length.compareTo(SESSION) > 0) {
      List<String> all = new ArrayList<>(List.of(FaultCluster.MASTER));
      all.addAll(scene.cluster().servers());
      scene.cluster().supervise(all, RESTARTED_AFTER);
    }
    scene.cluster().freeze(FaultCluster.ZOOKEEPER, length);
    return Strike.done(
        "ZooKeeper stopped for %.1f s when this was asked for: %s",
        length.toMillis() / 1e3, step.get());
  }

  @Override
  public boolean sparesTheStore() {
    return most.compareTo(SESSION) <= 0;
  }
}
