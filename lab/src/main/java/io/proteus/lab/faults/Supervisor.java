package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts some processes again a while after they have died, each once, as whatever runs a store's
 * processes does; on a thread of its own.
 */
final class Supervisor implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(6);

  private final FaultCluster cluster;
  private final Duration delay;
  private final Set<String> watched;
  private final Consumer<String> progress;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "supervisor");

  /**
   * @param daemons the master first, as the others need it
   * @param delay from being found dead to being started
   */
  Supervisor(
      FaultCluster cluster, List<String> daemons, Duration delay, Consumer<String> progress) {
    this.cluster = cluster;
    this.watched = new TreeSet<>(daemons); // "master" sorts before "rs1"
    this.delay = delay;
    this.progress = progress;
    thread.setDaemon(true);
    thread.start();
  }

  private void work() {
    try {
      while (!watched.isEmpty() && !ended.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
        startDead();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startDead() throws InterruptedException {
    try {
      List<String> dead = cluster.dead().stream().filter(watched::contains).toList();
      if (dead.isEmpty() || ended.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      for (String daemon : watched.stream().filter(cluster.dead()::contains).toList()) {
        cluster.start(daemon);
        watched.remove(daemon);
        progress.accept("  the supervisor has started %s again".formatted(daemon));
      }
    } catch (PortException e) {
      progress.accept("  the supervisor tries again: " + e.getMessage());
    }
  }

  /** Lets the start that is under way finish, and begins no other. */
  @Override
  public void close() throws InterruptedException {
    ended.countDown();
    thread.join(ENDS_WITHIN.toMillis());
  }
}
