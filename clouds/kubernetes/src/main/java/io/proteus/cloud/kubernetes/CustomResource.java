package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The resource from which an operator makes a StatefulSet, and what of it Proteus reads and sets.
 *
 * @param replicas names on the way to the number of pods
 * @param podSettings names on the way to what pods find their settings in; empty: not there
 */
record CustomResource(
    String group,
    String version,
    String plural,
    String name,
    List<String> replicas,
    Optional<List<String>> podSettings) {
  private static final Pattern WORDS = Pattern.compile("([^/]+)/([^/]+)/([^/]+)/([^/]+)");
  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  /**
   * @param address group/version/plural/name
   * @throws InvalidValue naming the key below {@code cloud}
   */
  static CustomResource of(String address, String replicasPath, Optional<String> settingsPath) {
    var words = WORDS.matcher(address);
    if (!words.matches()) {
      throw new InvalidValue(
          "cloud.resource: want GROUP/VERSION/PLURAL/NAME, such as example.org/v1/stores/orders, got %s."
              .formatted(address));
    }
    return new CustomResource(
        words.group(1),
        words.group(2),
        words.group(3),
        words.group(4),
        path("replicasPath", replicasPath),
        settingsPath.map(path -> path("settingsPath", path)));
  }

  private static List<String> path(String key, String text) {
    if (!PATH.matcher(text).matches()) {
      throw new InvalidValue(
          "cloud.%s: want names with dots between them, such as spec.size, got '%s'."
              .formatted(key, text));
    }
    return List.of(text.split("\\."));
  }

  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withPlural(plural)
        .withNamespaced(true)
        .build();
  }

  /** What is found on the way; null where it ends before. */
  static @Nullable Object at(Map<String, Object> content, List<String> path) {
    Object found = content;
    for (String name : path) {
      found = found instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return found;
  }

  /** A document with this value on the way and nothing else. */
  static Map<String, Object> with(List<String> path, Object value) {
    Object document = value;
    List<String> names = new ArrayList<>(path);
    for (int name = names.size() - 1; name > 0; name--) {
      document = Map.of(names.get(name), document);
    }
    Map<String, Object> whole = new HashMap<>();
    whole.put(names.get(0), document);
    return whole;
  }

  @Override
  public String toString() {
    return "%s.%s/%s".formatted(plural, group, name);
  }
}
