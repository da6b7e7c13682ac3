package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The only worker of a cluster: takes the pods of a namespace that are on none, and runs a process
 * of this machine for each, with the settings that there are for the pod when it starts and the
 * volume of its claim. It says when the process is ready, starts it anew where it has ended by
 * itself, and ends pod and process when the pod is to go.
 */
final class Kubelet implements AutoCloseable {
  private static final String WORKER = "worker-1";
  private static final String READY = "Ready";

  /** How long a process may take to end, as pods of Kubernetes may. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final String namespace;
  private final UnaryOperator<String> configMap;
  private final Image image;
  private final Volumes volumes;
  private final Map<String, Running> running = new HashMap<>();
  private final Looks looks;

  /** What a pod finds its settings in, by its name. */
  private volatile UnaryOperator<String> source;

  private record Running(RunningPod pod, String address, Process process) {}

  /**
   * @param volumes folder of the volumes of its pods
   */
  Kubelet(KubernetesClient client, String namespace, String configMap, Path volumes, Image image) {
    this.client = client;
    this.volumes = new Volumes(client, namespace, volumes);
    this.image = image;
    this.namespace = namespace;
    this.configMap = pod -> inConfigMap(configMap, pod);
    this.source = this.configMap;
    this.looks = new Looks(this::look);
  }

  /** Has pods find their settings elsewhere. */
  void readFrom(UnaryOperator<String> elsewhere) {
    source = elsewhere;
  }

  void readFromConfigMap() {
    source = configMap;
  }

  private String inConfigMap(String name, String pod) {
    ConfigMap map = client.configMaps().inNamespace(namespace).withName(name).get();
    return map == null || map.getData() == null ? "" : map.getData().getOrDefault(pod, "");
  }

  /** The pods whose processes run. */
  synchronized List<RunningPod> running() {
    return running.values().stream().map(Running::pod).toList();
  }

  Volumes volumes() {
    return volumes;
  }

  private synchronized void look() {
    List<Pod> pods = client.pods().inNamespace(namespace).list().getItems();
    for (Running one : new ArrayList<>(running.values())) {
      if (pods.stream().noneMatch(pod -> uid(pod).equals(one.pod().uid()))) {
        end(one.pod().uid());
      }
    }
    pods.forEach(this::care);
    volumes.clean();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }

  private void care(Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      end(uid(pod));
      client.resource(pod).withGracePeriod(0).delete();
    } else if (pod.getSpec().getNodeName() == null) {
      bind(pod);
    } else if (WORKER.equals(pod.getSpec().getNodeName()) && volumes.areThereFor(pod)) {
      start(pod);
      tellWhetherItIsReady(pod);
    }
  }

  private void bind(Pod pod) {
    client
        .bindings()
        .inNamespace(namespace)
        .resource(
            new BindingBuilder()
                .withNewMetadata()
                .withName(pod.getMetadata().getName())
                .endMetadata()
                .withNewTarget()
                .withKind("Node")
                .withName(WORKER)
                .endTarget()
                .build())
        .create();
  }

  private void start(Pod pod) {
    Running before = running.get(uid(pod));
    if (before == null) {
      RunningPod made = made(pod);
      start(made, image.addressFor(made));
    } else if (!before.process().isAlive()) {
      start(before.pod(), before.address());
    }
  }

  private RunningPod made(Pod pod) {
    String name = pod.getMetadata().getName();
    try {
      return new RunningPod(name, uid(pod), SettingLines.read(source.apply(name)), volumes.of(pod));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void start(RunningPod pod, String address) {
    try {
      running.put(pod.uid(), new Running(pod, address, image.start(pod, address)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void tellWhetherItIsReady(Pod pod) {
    String address = running.get(uid(pod)).address();
    String ready = image.isReady(address) ? "True" : "False";
    if (pod.getStatus().getConditions().stream()
        .noneMatch(told -> told.getType().equals(READY) && told.getStatus().equals(ready))) {
      client
          .resource(
              new PodBuilder(pod)
                  .editOrNewStatus()
                  .withPhase("Running")
                  .withPodIP(address)
                  .removeMatchingFromConditions(told -> told.getType().equals(READY))
                  .addNewCondition()
                  .withType(READY)
                  .withStatus(ready)
                  .endCondition()
                  .endStatus()
                  .build())
          .patchStatus();
    }
  }

  private void end(String uid) {
    Running one = running.remove(uid);
    if (one != null) {
      one.process().destroy();
      try {
        if (!one.process().waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
          one.process().destroyForcibly();
        }
      } catch (InterruptedException e) {
        one.process().destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    try {
      looks.close();
    } finally {
      List.copyOf(running.keySet()).forEach(this::end);
    }
  }
}
