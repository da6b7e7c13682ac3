package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Scales a StatefulSet as a resource says, whatever anybody else has scaled it to. */
final class Operator implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(100);

  private final KubernetesClient client;
  private final String namespace;
  private final String statefulSet;
  private final IntSupplier wanted;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  /**
   * @param wanted the number of pods that the resource says
   */
  Operator(KubernetesClient client, String namespace, String statefulSet, IntSupplier wanted) {
    this.client = client;
    this.namespace = namespace;
    this.statefulSet = statefulSet;
    this.wanted = wanted;
    thread.scheduleWithFixedDelay(this::look, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      var set = client.apps().statefulSets().inNamespace(namespace).withName(statefulSet);
      int pods = wanted.getAsInt();
      if (set.get().getSpec().getReplicas() != pods) {
        set.scale(pods);
      }
    } catch (KubernetesClientException changedMeanwhile) {
      // the next look sees what is there
    }
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
