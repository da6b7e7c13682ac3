package io.proteus.controller.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys that a file may have, and what somebody meant who mistyped one. */
final class KnownKeys {
  private final Kinds kinds;
  private final Map<String, Found> values = new LinkedHashMap<>();
  private final Set<String> sections = new LinkedHashSet<>();
  private final Set<String> left = new LinkedHashSet<>();

  /**
   * A value.
   *
   * @param section the full key of the section that it is in
   * @param value null where it is a list of sections, which are looked at where they are read
   */
  record Found(String section, Shape.@Nullable Value value) {}

  KnownKeys(Kinds kinds) {
    this.kinds = kinds;
  }

  void add(String at, Class<?> type) {
    if (!at.isEmpty()) {
      String section = "";
      for (String name : at.split("\\.")) {
        section = key(section, name);
        sections.add(section);
      }
    }
    for (Shape.Part part : kinds.shape(type).parts()) {
      if (part instanceof Shape.Value value) {
        values.put(key(at, value.name()), new Found(at, value));
      } else if (part instanceof Shape.Items items) {
        values.put(key(at, items.name()), new Found(at, null));
      } else if (part instanceof Shape.Below below) {
        add(key(at, below.name()), below.type());
      } else if (part instanceof Shape.Beside beside) {
        add(at, beside.type());
      }
    }
  }

  /** Notes keys that other kinds of a thing have, and the chosen one has not. */
  void refuseOf(
      YamlNode root, String at, Map<String, Class<?>> kinds, String chosen, Problems problems) {
    Map<String, List<String>> kindsWith = new TreeMap<>();
    kinds.forEach(
        (kind, type) ->
            names(type)
                .forEach(
                    name -> kindsWith.computeIfAbsent(name, key -> new ArrayList<>()).add(kind)));
    YamlNode.Entry section = Place.entry(root, at);
    kindsWith.forEach(
        (name, with) -> {
          YamlNode.Entry given = section == null ? null : Place.entry(section.value(), name);
          if (given != null && !with.contains(chosen)) {
            problems.add(
                given.line(),
                "%s.%s: is for %s.type %s, and it is %s."
                    .formatted(at, name, at, String.join(" or ", with), chosen));
            leave(at + "." + name);
          }
        });
  }

  private Set<String> names(Class<?> type) {
    Set<String> names = new LinkedHashSet<>();
    for (Shape.Part part : kinds.shape(type).parts()) {
      if (part instanceof Shape.Value value) {
        names.add(value.name());
      }
    }
    return names;
  }

  void leave(String section) {
    left.add(section);
  }

  static String key(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  @Nullable Found value(String key) {
    return values.get(key);
  }

  /** Notes every key of a file that is not known. */
  void refuseOthers(YamlNode.Mapping root, Problems problems) {
    refuse("", "", root, "", problems);
  }

  /**
   * The same of a section in a list.
   *
   * @param path where it is
   * @param besides a key that it may have too
   */
  void refuseOthers(String path, YamlNode.Mapping section, String besides, Problems problems) {
    refuse("", path, section, besides, problems);
  }

  private void refuse(
      String at, String path, YamlNode.Mapping section, String besides, Problems problems) {
    for (YamlNode.Entry entry : section.entries()) {
      String key = key(at, entry.key());
      String shown = key(path, entry.key());
      if (values.containsKey(key) || entry.key().equals(besides)) {
        continue;
      }
      if (!sections.contains(key) && (left.contains(at) || left.contains(key))) {
        continue;
      }
      if (!sections.contains(key)) {
        problems.add(
            entry.line(), "%s: there is no such setting.%s".formatted(shown, nearest(at, key)));
      } else if (entry.value() instanceof YamlNode.Mapping inner) {
        refuse(key, shown, inner, "", problems);
      } else if (!(entry.value() instanceof YamlNode.Nothing)) {
        problems.add(
            entry.line(),
            "%s: want a section of settings, got %s.".formatted(shown, entry.value().shown()));
      }
    }
  }

  private String nearest(String at, String key) {
    String last = key.substring(key.lastIndexOf('.') + 1);
    Set<String> all = new TreeSet<>(values.keySet());
    all.addAll(sections);
    Optional<String> elsewhere = all.stream().filter(k -> k.endsWith("." + last)).findFirst();
    return NearestWord.to(key, all)
        .or(() -> elsewhere)
        .map(" Maybe %s."::formatted)
        .orElseGet(() -> " Here are: %s.".formatted(String.join(", ", names(at))));
  }

  private List<String> names(String at) {
    Set<String> all = new TreeSet<>(values.keySet());
    all.addAll(sections);
    List<String> here = new ArrayList<>();
    for (String key : all) {
      int dot = key.lastIndexOf('.');
      if ((dot < 0 ? "" : key.substring(0, dot)).equals(at)) {
        here.add(key.substring(dot + 1));
      }
    }
    return here;
  }
}
