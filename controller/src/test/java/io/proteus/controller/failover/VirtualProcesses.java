package io.proteus.controller.failover;

import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Several processes on one virtual clock. Exactly one runs at a time, until it sleeps; then the one
 * that is to wake first goes on. So everything that they do to each other can be repeated.
 */
final class VirtualProcesses {
  private final ManualClock clock;
  private final PriorityQueue<Sleeper> sleeping =
      new PriorityQueue<>(Comparator.comparing(Sleeper::at).thenComparing(Sleeper::number));
  private final List<Thread> threads = new ArrayList<>();
  private final Semaphore nobodyRuns = new Semaphore(0);
  private long number;
  private volatile boolean over;
  private volatile @Nullable Throwable failure;

  private record Sleeper(Instant at, long number, Semaphore turn) {}

  /** The trial is over: a process that would go on does not. */
  static final class Over extends Error {
    private static final long serialVersionUID = 1L;

    Over() {
      super("the trial is over", null, false, false);
    }
  }

  VirtualProcesses(ManualClock clock) {
    this.clock = clock;
  }

  /** A process that begins with the trial. */
  void add(String name, Runnable body) {
    Semaphore turn = sleeper(clock.instant());
    Thread thread =
        new Thread(
            () -> {
              turn.acquireUninterruptibly();
              try {
                if (!over) {
                  body.run();
                }
              } catch (Over e) {
                // as it was meant
              } catch (Throwable e) { // whatever it is, the test has to know
                failure = e;
              } finally {
                nobodyRuns.release();
              }
            },
            name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private Semaphore sleeper(Instant at) {
    Semaphore turn = new Semaphore(0);
    sleeping.add(new Sleeper(at, number++, turn));
    return turn;
  }

  /** Called by a process: lets the others go on meanwhile. */
  void sleep(Duration duration) {
    if (over) {
      throw new Over();
    }
    Semaphore turn = sleeper(clock.instant().plus(duration));
    nobodyRuns.release();
    turn.acquireUninterruptibly();
    if (over) {
      throw new Over();
    }
  }

  /** Runs them until all is done, or time is up; whether all is done. */
  boolean run(Duration atMost, BooleanSupplier done) throws InterruptedException {
    Instant end = clock.instant().plus(atMost);
    boolean finished = false;
    while (!finished && failure == null && !sleeping.isEmpty()) {
      Sleeper next = sleeping.remove();
      if (next.at().isAfter(end)) {
        sleeping.add(next);
        break;
      }
      if (next.at().isAfter(clock.instant())) {
        clock.advance(Duration.between(clock.instant(), next.at()));
      }
      next.turn().release();
      nobodyRuns.acquire();
      finished = done.getAsBoolean();
    }
    over = true;
    sleeping.forEach(sleeper -> sleeper.turn().release());
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure != null) {
      throw new AssertionError("a process failed", failure);
    }
    return finished;
  }
}
