package io.proteus.cloud.kubernetes;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PriceList;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The StatefulSet whose pods are the nodes. Credentials are not among it: they are those of the
 * kubeconfig, or of the pod's service account.
 *
 * @param context of the kubeconfig; empty: its current one, or the pod's service account
 * @param namespace in which the StatefulSet is
 * @param statefulSet whose pods are the nodes
 * @param configMap where a pod finds its settings, under its own name; empty: they are not set
 * @param resource from which an operator makes the StatefulSet; empty: none does
 * @param replicasPath where in it the number of pods is
 * @param settingsPath where in it a pod finds its settings, under its own name; empty: not there
 * @param node what the store calls the node of a pod
 * @param prices an hour, of any
 * @param lease in which the claim of the cluster is; empty: the store keeps it
 */
@Section("A StatefulSet of Kubernetes ([details](../clouds/kubernetes/README.md)).")
public record KubernetesCloudSettings(
    @Key(
            doc =
                "a context of the kubeconfig; without one, its current one, or the service account"
                    + " of the pod in which Proteus runs",
            example = "production")
        Optional<String> context,
    @Key(doc = "the namespace of the StatefulSet", usual = "default") String namespace,
    @Key(
            doc = "the StatefulSet whose pods are the nodes; Proteus may end its last pod",
            example = "orders")
        String statefulSet,
    @Key(
            doc =
                "the ConfigMap in which a pod finds its settings, under its own name, one key=value"
                    + " a line",
            example = "orders-settings")
        Optional<String> configMap,
    @Key(
            doc =
                "where an operator makes the StatefulSet from a resource of its own: that one, as"
                    + " GROUP/VERSION/PLURAL/NAME. It is scaled then, and not the StatefulSet",
            example = "example.org/v1/stores/orders")
        Optional<String> resource,
    @Key(doc = "where in cloud.resource the number of pods is", usual = "spec.replicas")
        String replicasPath,
    @Key(
            doc =
                "where in cloud.resource a pod finds its settings, under its own name, as in"
                    + " cloud.configMap, which is not asked then",
            example = "spec.podSettings")
        Optional<String> settingsPath,
    @Key(
            doc =
                "what the store calls the node of a pod, by its name {pod}, its {ip}, and the"
                    + " {service} and {namespace} of the StatefulSet",
            usual = "{pod}.{service}.{namespace}.svc.cluster.local:16020")
        String node,
    @Key(
            doc = "what a pod and its machine cost an hour, as any",
            usual = "{}",
            example = "{any: 0.12}")
        PriceList prices,
    @Key(
            doc =
                "the Lease in which the claim of the cluster is, so that of Proteus in several pods"
                    + " one acts; without it, where the store's engine keeps it",
            example = "orders-proteus")
        Optional<String> lease) {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern NAMESPACE = Pattern.compile(LABEL);
  private static final Pattern NAME = Pattern.compile(LABEL + "(\\." + LABEL + ")*");

  public KubernetesCloudSettings {
    context.ifPresent(name -> need(!name.isBlank(), "context: want the name of a context", name));
    name(NAMESPACE, "namespace: want the name of a namespace", namespace);
    name(NAME, "statefulSet: want the name of a StatefulSet", statefulSet);
    configMap.ifPresent(map -> name(NAME, "configMap: want the name of a ConfigMap", map));
    need(
        resource.isPresent() || settingsPath.isEmpty(),
        "settingsPath: want a path in cloud.resource, which is not set",
        settingsPath.orElse(""));
    resource.ifPresent(address -> Place.of(address, "replicasPath", replicasPath));
    settingsPath.ifPresent(path -> Place.of(resource.orElse(""), "settingsPath", path));
    need(
        node.contains("{pod}") || node.contains("{ip}"),
        "node: want a name with {pod} or {ip} in it",
        node);
    need(
        prices.perHour().keySet().stream().allMatch(PriceList.ANY::equals),
        "prices: want a price of any pod, such as {any: 0.12}",
        prices.perHour().toString());
    lease.ifPresent(claim -> name(NAME, "lease: want the name of a Lease", claim));
  }

  private static void name(Pattern form, String wanted, String got) {
    need(form.matcher(got).matches(), wanted, got.isEmpty() ? "nothing" : got);
  }

  private static void need(boolean holds, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("cloud.%s, got %s.".formatted(wanted, got));
    }
  }

  /** What says how many pods there are to be. */
  Place replicas() {
    return resource
        .map(address -> Place.of(address, "replicasPath", replicasPath))
        .orElseGet(() -> Place.ofReplicas(statefulSet));
  }

  /** Where pods find their settings, each under its own name; empty where they have none. */
  Optional<Place> podSettings() {
    return settingsPath
        .map(path -> Place.of(resource.orElseThrow(), "settingsPath", path))
        .or(() -> configMap.map(Place::ofData));
  }

  /** As messages and tags name it. */
  String cluster() {
    return namespace + "/" + statefulSet;
  }

  /** The node of a pod; by the pod's name where it has no address yet. */
  NodeId nodeOn(String pod, @Nullable String ip, String service) {
    if (node.contains("{ip}") && (ip == null || ip.isEmpty())) {
      return new NodeId(pod);
    }
    return new NodeId(
        node.replace("{pod}", pod)
            .replace("{ip}", ip == null ? "" : ip)
            .replace("{service}", service)
            .replace("{namespace}", namespace));
  }
}
