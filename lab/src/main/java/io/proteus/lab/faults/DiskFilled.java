package io.proteus.lab.faults;

import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * No room left under the journal after one of a plan's steps. In half of the trials there is room
 * again some seconds later, in the others only when Proteus has ended.
 */
final class DiskFilled implements Fault {
  private static final Duration SOONEST = Duration.ofSeconds(3);
  private static final Duration LATEST = Duration.ofSeconds(15);

  private @Nullable SmallDisk disk;
  private @Nullable Path folder;

  @Override
  public void prepare(Path trial) throws PortException, IOException, InterruptedException {
    folder = trial;
    disk = SmallDisk.mount(trial.resolve(TrialFolder.JOURNAL));
  }

  @Override
  public Strike strike(Scene scene) throws PortException, IOException, InterruptedException {
    Optional<Plan> plan = scene.plan();
    SmallDisk small = disk;
    if (plan.isEmpty() || small == null) {
      return Strike.missed("there was no plan");
    }
    int steps = plan.get().steps().size();
    int boundary = ProteusKilled.AtBoundary.boundary(scene.number(), steps - 1);
    if (!scene.over(plan.get(), boundary)) {
      return Strike.missed("fewer than %d of %d steps were done", boundary, steps);
    }
    if (!scene.proteus().isRunning()) {
      return Strike.tooLate();
    }
    small.fill();
    if (scene.number() % 2 == 0) {
      return Strike.done("no room after step %d of %d, until Proteus ended", boundary, steps);
    }
    Duration length = scene.between(SOONEST, LATEST);
    Thread.sleep(length.toMillis());
    small.makeRoom();
    return Strike.done(
        "no room after step %d of %d, for %.1f s", boundary, steps, length.toMillis() / 1e3);
  }

  @Override
  public void mend() throws IOException {
    if (disk != null) {
      disk.makeRoom();
    }
  }

  @Override
  public void close() throws PortException, IOException, InterruptedException {
    if (disk != null && folder != null) {
      disk.close(folder.resolve("journal-kept"));
      disk = null;
    }
  }
}
