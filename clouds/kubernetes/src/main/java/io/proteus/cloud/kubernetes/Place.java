package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.proteus.core.units.InvalidValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value in a resource of the API server, of whatever kind that is.
 *
 * @param key the setting below {@code cloud} that names the resource
 * @param cure what to try where the resource is not there
 * @param group empty: the core one
 * @param path names on the way to the value
 */
record Place(
    String key,
    String cure,
    String group,
    String version,
    String plural,
    String name,
    List<String> path) {
  private static final Pattern WORDS = Pattern.compile("([^/]+)/([^/]+)/([^/]+)/([^/]+)");
  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  static Place ofReplicas(String statefulSet) {
    return new Place(
        "statefulSet",
        "Try 'kubectl get statefulsets -A'.",
        "apps",
        "v1",
        "statefulsets",
        statefulSet,
        List.of("spec", "replicas"));
  }

  static Place ofData(String configMap) {
    return new Place(
        "configMap",
        "An empty one does: 'kubectl create configmap %s'.".formatted(configMap),
        "",
        "v1",
        "configmaps",
        configMap,
        List.of("data"));
  }

  /**
   * In the resource of an operator.
   *
   * @param address group/version/plural/name
   * @param pathKey the setting below {@code cloud} that the path is of
   * @throws InvalidValue naming the key
   */
  static Place of(String address, String pathKey, String path) {
    Matcher words = WORDS.matcher(address);
    if (!words.matches()) {
      throw new InvalidValue(
          "cloud.resource: want GROUP/VERSION/PLURAL/NAME, such as example.org/v1/stores/orders, got %s."
              .formatted(address));
    }
    if (!PATH.matcher(path).matches()) {
      throw new InvalidValue(
          "cloud.%s: want names with dots between them, such as spec.size, got '%s'."
              .formatted(pathKey, path));
    }
    return new Place(
        "resource",
        "Try 'kubectl get %s.%s -A'.".formatted(words.group(3), words.group(1)),
        words.group(1),
        words.group(2),
        words.group(3),
        words.group(4),
        List.of(path.split("\\.")));
  }

  /** What has this name at this place. */
  Place below(String one) {
    return new Place(
        key,
        cure,
        group,
        version,
        plural,
        name,
        Stream.concat(path.stream(), Stream.of(one)).toList());
  }

  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group.isEmpty() ? null : group)
        .withVersion(version)
        .withPlural(plural)
        .withNamespaced(true)
        .build();
  }

  /** What is at this place; null where nothing is. */
  @Nullable Object in(Map<String, Object> content) {
    Object found = content;
    for (String step : path) {
      found = found instanceof Map<?, ?> map ? map.get(step) : null;
    }
    return found;
  }

  /** A document with this value at this place and nothing else. */
  Map<String, Object> holding(Object value) {
    Object document = value;
    for (int step = path.size() - 1; step > 0; step--) {
      document = Map.of(path.get(step), document);
    }
    Map<String, Object> whole = new HashMap<>();
    whole.put(path.get(0), document);
    return whole;
  }

  @Override
  public String toString() {
    return "%s/%s".formatted(group.isEmpty() ? plural : plural + "." + group, name);
  }
}
