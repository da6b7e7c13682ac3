package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.proteus.core.port.PortException;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the API server. Every change carries the version that was read before, so that
 * nobody's change in between is lost.
 */
record StatefulSetApi(KubernetesCloudSettings settings, KubernetesClient client) {

  /** A question or an order, which the server may refuse. */
  @FunctionalInterface
  private interface Call<T> {
    T answer();
  }

  private <T> T asked(String what, Call<T> call) throws PortException {
    try {
      return call.answer();
    } catch (KubernetesClientException e) {
      throw new KubernetesErrors(settings).explained(what, e);
    }
  }

  /** Whether it was carried out; not so where what was seen has changed since. */
  private boolean done(String what, Runnable order) throws PortException {
    try {
      order.run();
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw new KubernetesErrors(settings).explained(what, e);
    }
  }

  StatefulSet statefulSet() throws PortException {
    StatefulSet found =
        asked(
            "get statefulsets",
            () ->
                client
                    .apps()
                    .statefulSets()
                    .inNamespace(settings.namespace())
                    .withName(settings.statefulSet())
                    .get());
    if (found == null) {
      throw new PortException(
          "cloud.statefulSet: want a StatefulSet of cloud.namespace %s, got %s, which is not there. Try 'kubectl get statefulsets -A'."
              .formatted(settings.namespace(), settings.statefulSet()));
    }
    return found;
  }

  /** The pods that the StatefulSet made; others may have the same labels. */
  List<Pod> pods(StatefulSet set) throws PortException {
    return asked(
            "list pods",
            () ->
                client
                    .pods()
                    .inNamespace(settings.namespace())
                    .withLabelSelector(set.getSpec().getSelector())
                    .list())
        .getItems()
        .stream()
        .filter(
            pod ->
                pod.getMetadata().getOwnerReferences().stream()
                    .anyMatch(owner -> set.getMetadata().getUid().equals(owner.getUid())))
        .toList();
  }

  /** How many pods there are to be. */
  WantedPods wanted(StatefulSet set) throws PortException {
    Optional<CustomResource> custom = settings.customResource();
    if (custom.isEmpty()) {
      // the API server's own default is 1
      return wanted(set.getMetadata(), Objects.requireNonNullElse(set.getSpec().getReplicas(), 1));
    }
    GenericKubernetesResource found = resource(custom.get());
    Object replicas = CustomResource.at(found.getAdditionalProperties(), custom.get().replicas());
    if (!(replicas instanceof Number number)) {
      throw new PortException(
          "cloud.replicasPath: want the number of pods at %s of %s, got %s."
              .formatted(
                  settings.replicasPath(),
                  custom.get(),
                  replicas == null ? "nothing" : "'" + replicas + "'"));
    }
    return wanted(found.getMetadata(), number.intValue());
  }

  private static WantedPods wanted(ObjectMeta metadata, int replicas) {
    return new WantedPods(
        replicas,
        Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()),
        metadata.getResourceVersion());
  }

  /**
   * What was seen as it is by now, where only settings of pods have been written beside it since.
   */
  WantedPods again(WantedPods seen) throws PortException {
    if (settings.settingsPath().isEmpty()) {
      return seen;
    }
    WantedPods now = wanted(statefulSet());
    return now.isAs(seen) ? now : seen;
  }

  private GenericKubernetesResource resource(CustomResource custom) throws PortException {
    GenericKubernetesResource found = asked("get " + custom.plural(), () -> at(custom).get());
    if (found == null) {
      throw new PortException(
          "cloud.resource: want a resource of cloud.namespace %s, got %s, which is not there."
              .formatted(settings.namespace(), custom));
    }
    return found;
  }

  private Resource<GenericKubernetesResource> at(CustomResource custom) {
    return client
        .genericKubernetesResources(custom.context())
        .inNamespace(settings.namespace())
        .withName(custom.name());
  }

  private boolean change(CustomResource custom, Map<String, Object> patch) throws PortException {
    return done(
        "patch " + custom.plural(),
        () -> at(custom).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch)));
  }

  /**
   * Sets replicas and annotations at once; one that is null is taken off.
   *
   * @return whether it was done; not so where somebody changed it since
   */
  boolean scale(WantedPods seen, int replicas, Map<String, @Nullable String> annotations)
      throws PortException {
    Map<String, Object> metadata = new HashMap<>();
    metadata.put("resourceVersion", seen.version());
    metadata.put("annotations", annotations);
    Optional<CustomResource> custom = settings.customResource();
    if (custom.isPresent()) {
      Map<String, Object> patch = CustomResource.with(custom.get().replicas(), replicas);
      patch.put("metadata", metadata);
      return change(custom.get(), patch);
    }
    String patch =
        Serialization.asJson(Map.of("metadata", metadata, "spec", Map.of("replicas", replicas)));
    return done(
        "patch statefulsets",
        () ->
            client
                .apps()
                .statefulSets()
                .inNamespace(settings.namespace())
                .withName(settings.statefulSet())
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch));
  }

  /**
   * What a pod finds its settings in.
   *
   * @param text null where there is none for it
   * @param version of the whole
   */
  record PodText(String pod, @Nullable String text, String version) {}

  PodText settingsOf(String pod) throws PortException {
    Optional<CustomResource> custom = settings.customResource();
    if (custom.isPresent() && custom.get().podSettings().isPresent()) {
      GenericKubernetesResource found = resource(custom.get());
      Object text =
          CustomResource.at(
              found.getAdditionalProperties(), podPath(custom.get().podSettings().get(), pod));
      return new PodText(
          pod,
          text == null ? null : String.valueOf(text),
          found.getMetadata().getResourceVersion());
    }
    ConfigMap map = configMap(settings.configMap().orElseThrow());
    return new PodText(
        pod,
        map.getData() == null ? null : map.getData().get(pod),
        map.getMetadata().getResourceVersion());
  }

  private static List<String> podPath(List<String> path, String pod) {
    return Stream.concat(path.stream(), Stream.of(pod)).toList();
  }

  /** Sets what a pod finds; whether that was done, as for the number of pods. */
  boolean set(PodText seen, String text) throws PortException {
    Optional<CustomResource> custom = settings.customResource();
    Map<String, Object> version = Map.of("resourceVersion", seen.version());
    if (custom.isPresent() && custom.get().podSettings().isPresent()) {
      Map<String, Object> patch =
          CustomResource.with(podPath(custom.get().podSettings().get(), seen.pod()), text);
      patch.put("metadata", version);
      return change(custom.get(), patch);
    }
    String patch =
        Serialization.asJson(Map.of("metadata", version, "data", Map.of(seen.pod(), text)));
    return done(
        "patch configmaps",
        () ->
            client
                .configMaps()
                .inNamespace(settings.namespace())
                .withName(settings.configMap().orElseThrow())
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch));
  }

  private ConfigMap configMap(String name) throws PortException {
    ConfigMap found =
        asked(
            "get configmaps",
            () -> client.configMaps().inNamespace(settings.namespace()).withName(name).get());
    if (found == null) {
      throw new PortException(
          "cloud.configMap: want a ConfigMap of cloud.namespace %s, got %s, which is not there. An empty one does: 'kubectl create configmap %s'."
              .formatted(settings.namespace(), name, name));
    }
    return found;
  }

  /**
   * Has this very pod evicted, which its disruption budgets may forbid.
   *
   * @return whether it was; not so where another has its name by now
   */
  boolean evict(Pod pod) throws PortException {
    var eviction =
        new EvictionBuilder()
            .withNewMetadata()
            .withName(pod.getMetadata().getName())
            .withNamespace(settings.namespace())
            .endMetadata()
            .withDeleteOptions(
                new DeleteOptionsBuilder()
                    .withNewPreconditions()
                    .withUid(pod.getMetadata().getUid())
                    .endPreconditions()
                    .build())
            .build();
    boolean[] evicted = new boolean[1];
    boolean same =
        done(
            "create pods/eviction",
            () ->
                evicted[0] =
                    client
                        .pods()
                        .inNamespace(settings.namespace())
                        .withName(pod.getMetadata().getName())
                        .evict(eviction));
    if (same && !evicted[0]) {
      throw new PortException(
          "%s is not restarted now: %s. It is asked again."
              .formatted(
                  pod.getMetadata().getName(),
                  exhausted(pod).orElse("a PodDisruptionBudget forbids it for the moment")));
    }
    return same;
  }

  /** What of a pod's disruption budgets has no room for one more that is away; empty if all do. */
  Optional<String> exhausted(Pod pod) throws PortException {
    return asked(
            "list poddisruptionbudgets",
            () ->
                client.policy().v1().podDisruptionBudget().inNamespace(settings.namespace()).list())
        .getItems()
        .stream()
        .filter(budget -> isOf(budget, pod))
        .filter(budget -> budget.getStatus() == null || allowed(budget) < 1)
        .findFirst()
        .map(
            budget ->
                "the PodDisruptionBudget %s allows no pod to go"
                    .formatted(budget.getMetadata().getName()));
  }

  private static int allowed(PodDisruptionBudget budget) {
    Integer allowed = budget.getStatus().getDisruptionsAllowed();
    return allowed == null ? 0 : allowed;
  }

  private static boolean isOf(PodDisruptionBudget budget, Pod pod) {
    LabelSelector selector = budget.getSpec().getSelector();
    return selector != null && Labels.match(selector, pod.getMetadata().getLabels());
  }
}
