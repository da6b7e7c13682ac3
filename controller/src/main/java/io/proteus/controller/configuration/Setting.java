package io.proteus.controller.configuration;

import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.YamlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration file.
 *
 * @param key its full name, as errors and reasons give it
 * @param usual its default as it would stand in the file; null when there is none
 * @param required whether the file must have it
 * @param about what it is, in the documentation's words
 */
record Setting<T>(
    String key, Kind<T> kind, @Nullable String usual, boolean required, String about) {

  static <T> Setting<T> required(String key, Kind<T> kind, String about) {
    return new Setting<>(key, kind, null, true, about);
  }

  static <T> Setting<T> optional(String key, Kind<T> kind, String about) {
    return new Setting<>(key, kind, null, false, about);
  }

  static <T> Setting<T> usually(String key, Kind<T> kind, String usual, String about) {
    return new Setting<>(key, kind, usual, false, about);
  }

  /** The default as a value; only for settings that have one. */
  T usualValue() {
    if (usual == null) {
      throw new IllegalStateException(key + " has no default");
    }
    return kind.reader().read(asNode(usual));
  }

  private static YamlNode asNode(String text) {
    return switch (text) {
      case "[]" -> new YamlNode.Sequence(List.of(), 0);
      case "{}" -> new YamlNode.Mapping(new ArrayList<>(), 0);
      default -> new YamlNode.Scalar(text, 0);
    };
  }
}
