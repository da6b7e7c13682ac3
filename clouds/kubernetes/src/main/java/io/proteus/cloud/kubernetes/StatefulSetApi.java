package io.proteus.cloud.kubernetes;

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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    if (settings.resource().isEmpty()) {
      // the API server's own default is 1
      return wanted(set.getMetadata(), Objects.requireNonNullElse(set.getSpec().getReplicas(), 1));
    }
    Place place = settings.replicas();
    GenericKubernetesResource found = resource(place);
    Object replicas = place.in(found.getAdditionalProperties());
    if (!(replicas instanceof Number number)) {
      throw new PortException(
          "cloud.replicasPath: want the number of pods at %s of %s, got %s."
              .formatted(
                  settings.replicasPath(),
                  place,
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

  /**
   * Sets replicas and annotations at once; one that is null is taken off.
   *
   * @return whether it was done; not so where somebody changed it since
   */
  boolean scale(WantedPods seen, int replicas, Map<String, @Nullable String> annotations)
      throws PortException {
    return change(
        settings.replicas(),
        replicas,
        Map.of("resourceVersion", seen.version(), "annotations", annotations));
  }

  /**
   * What a pod finds its settings in.
   *
   * @param text null where there is none for it
   * @param version of the whole
   */
  record PodText(Place place, @Nullable String text, String version) {}

  /**
   * @param all where the settings of all pods are
   */
  PodText settingsOf(String pod, Place all) throws PortException {
    Place place = all.below(pod);
    GenericKubernetesResource found = resource(place);
    Object text = place.in(found.getAdditionalProperties());
    return new PodText(
        place, text == null ? null : text.toString(), found.getMetadata().getResourceVersion());
  }

  /** Sets what a pod finds; whether that was done, as for the number of pods. */
  boolean set(PodText seen, String text) throws PortException {
    return change(seen.place(), text, Map.of("resourceVersion", seen.version()));
  }

  private GenericKubernetesResource resource(Place place) throws PortException {
    GenericKubernetesResource found = asked("get " + place.plural(), () -> at(place).get());
    if (found == null) {
      throw new PortException(
          "cloud.%s: want one of cloud.namespace %s, got %s, which is not there. %s"
              .formatted(place.key(), settings.namespace(), place, place.cure()));
    }
    return found;
  }

  private Resource<GenericKubernetesResource> at(Place place) {
    return client
        .genericKubernetesResources(place.context())
        .inNamespace(settings.namespace())
        .withName(place.name());
  }

  private boolean change(Place place, Object value, Map<String, Object> metadata)
      throws PortException {
    Map<String, Object> patch = place.holding(value);
    patch.put("metadata", metadata);
    return done(
        "patch " + place.plural(),
        () -> at(place).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch)));
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
