package io.proteus.controller.settings;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A section of a file: its place, its content, and the values for missing keys.
 *
 * @param path its full key; empty for the whole file
 */
record Place(String path, int line, YamlNode.Mapping given, List<YamlNode> usual) {

  /**
   * The value of a full key in a file.
   *
   * @param line of the innermost part of the key that is there
   * @param whole whether all of the key is there
   */
  record Found(YamlNode node, int line, boolean whole) {}

  static Found find(YamlNode root, String at) {
    YamlNode node = root;
    int line = Problems.NOWHERE;
    for (String name : at.isEmpty() ? new String[0] : at.split("\\.")) {
      YamlNode.Entry entry = entry(node, name);
      if (entry == null) {
        return new Found(new YamlNode.Nothing(line), line, false);
      }
      node = entry.value();
      line = entry.line();
    }
    return new Found(node, line, true);
  }

  static YamlNode.@Nullable Entry entry(YamlNode node, String name) {
    return node instanceof YamlNode.Mapping mapping
        ? mapping.entries().stream()
            .filter(entry -> entry.key().equals(name))
            .findFirst()
            .orElse(null)
        : null;
  }

  String key(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  @Nullable YamlNode usual(String name) {
    for (YamlNode defaults : usual) {
      YamlNode.Entry entry = entry(defaults, name);
      if (entry != null) {
        return entry.value();
      }
    }
    return null;
  }

  List<YamlNode> usualBelow(String name, String own) {
    List<YamlNode> below = new ArrayList<>();
    YamlNode here = usual(name);
    if (here != null) {
      below.add(here);
    }
    if (!own.isEmpty()) {
      below.add(YamlText.value(own));
    }
    return below;
  }
}
