package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks at a cluster again and again, as controllers do; what changes meanwhile is seen next. What
 * else goes wrong ends it, and is thrown when it is closed.
 */
final class Looks implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> looking;

  Looks(Runnable look) {
    looking =
        thread.scheduleWithFixedDelay(
            () -> {
              try {
                look.run();
              } catch (KubernetesClientException changedMeanwhile) {
                // the next look sees what is there
              }
            },
            0,
            PERIOD.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
      if (!looking.isCancelled()) {
        looking.get(0, TimeUnit.SECONDS);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a look failed, and none came after it", e.getCause());
    } catch (TimeoutException stillLooking) {
      // it never ended by itself
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
