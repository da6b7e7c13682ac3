package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks at a cluster again and again, as controllers do; what changes meanwhile is seen next. */
final class Looks implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  Looks(Runnable look) {
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
