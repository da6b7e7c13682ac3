package io.proteus.controller.settings;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of a file as sections and keys, from which documents are generated. */
final class SettingsTree {
  private final String key;
  private final Map<String, SettingsTree> below = new LinkedHashMap<>();
  private final Map<String, SettingsTree> variants = new LinkedHashMap<>();
  private String doc = "";
  private boolean usually;
  private boolean optional;
  private boolean mustBe;
  private @Nullable Leaf leaf;
  private @Nullable Listed listed;

  /**
   * A key.
   *
   * @param usual its default as it would stand in the file; empty: there is none
   */
  record Leaf(String key, String usual, boolean required, Kind<?> kind, Key about) {}

  /**
   * A list of settings.
   *
   * @param discriminator the key that tells the kind; empty: there is one kind only
   * @param kinds what is in the list, by the word for it
   */
  record Listed(Key about, String discriminator, Map<String, SettingsTree> kinds) {
    boolean required() {
      return about.usual().isEmpty();
    }
  }

  private SettingsTree(String key) {
    this.key = key;
  }

  static SettingsTree of(List<DeclaredSection> sections, Kinds kinds) {
    SettingsTree root = new SettingsTree("");
    for (DeclaredSection section : sections) {
      SettingsTree at = root;
      for (String name : section.at().isEmpty() ? new String[0] : section.at().split("\\.")) {
        at = at.child(name);
      }
      if (section.ofType().isEmpty()) {
        at.add(section.type(), kinds, List.of());
        at.optional = !section.usually();
      } else {
        SettingsTree own = new SettingsTree(at.key);
        own.usually = section.usually();
        own.add(section.type(), kinds, List.of());
        at.variants.put(section.ofType(), own);
      }
    }
    return root;
  }

  String key() {
    return key;
  }

  String doc() {
    return doc;
  }

  boolean optional() {
    return optional;
  }

  Map<String, SettingsTree> below() {
    return below;
  }

  /** Further keys of the section, by its type. */
  Map<String, SettingsTree> variants() {
    return variants;
  }

  /** Whether these keys count where the section names no type. */
  boolean usually() {
    return usually;
  }

  @Nullable Leaf leaf() {
    return leaf;
  }

  @Nullable Listed listed() {
    return listed;
  }

  /** Whether a file must have it. */
  boolean required() {
    if (listed != null) {
      return listed.required();
    }
    return leaf != null
        ? leaf.required()
        : mustBe
            || !optional
                && (below.values().stream().anyMatch(SettingsTree::required)
                    || variants.values().stream().anyMatch(it -> it.usually && it.required()));
  }

  /** All keys, those of a section together. */
  List<Leaf> leaves() {
    List<Leaf> all = new ArrayList<>();
    if (leaf != null) {
      all.add(leaf);
    }
    below.values().forEach(child -> all.addAll(child.leaves()));
    return all;
  }

  private SettingsTree child(String name) {
    return below.computeIfAbsent(name, n -> new SettingsTree(KnownKeys.key(key, n)));
  }

  private void add(Class<?> type, Kinds kinds, List<YamlNode> usual) {
    Section own = type.getAnnotation(Section.class);
    if (own != null && doc.isEmpty()) {
      doc = own.value();
    }
    for (Shape.Part part : kinds.shape(type).parts()) {
      if (part instanceof Shape.Value value) {
        child(value.name()).leaf = leaf(value, usual);
      } else if (part instanceof Shape.Below section) {
        SettingsTree child = child(section.name());
        child.doc = section.section().value();
        child.optional = section.optional();
        child.mustBe = section.section().required();
        child.add(section.type(), kinds, defaults(section, usual));
      } else if (part instanceof Shape.Beside beside) {
        add(beside.type(), kinds, usual);
      } else if (part instanceof Shape.Items items) {
        child(items.name()).listed = listed(items, kinds);
      }
    }
  }

  private static Listed listed(Shape.Items items, Kinds kinds) {
    String discriminator = Shape.variantsOf(items.type()).map(v -> v.value()).orElse("");
    Map<String, Class<?>> types =
        discriminator.isEmpty() ? Map.of("", items.type()) : kinds.variants(items.type());
    Map<String, SettingsTree> trees = new LinkedHashMap<>();
    types.forEach(
        (word, type) -> {
          SettingsTree tree = new SettingsTree("");
          tree.add(type, kinds, List.of());
          trees.put(word, tree);
        });
    return new Listed(items.key(), discriminator, trees);
  }

  private static List<YamlNode> defaults(Shape.Below section, List<YamlNode> usual) {
    List<YamlNode> defaults = new ArrayList<>();
    for (YamlNode outer : usual) {
      YamlNode.Entry entry = Place.entry(outer, section.name());
      if (entry != null) {
        defaults.add(entry.value());
      }
    }
    if (!section.section().usual().isEmpty()) {
      defaults.add(YamlText.value(section.section().usual()));
    }
    return defaults;
  }

  private Leaf leaf(Shape.Value value, List<YamlNode> usual) {
    String given =
        usual.stream()
            .map(defaults -> Place.entry(defaults, value.name()))
            .filter(Objects::nonNull)
            .map(YamlNode.Entry::value)
            .filter(YamlNode.Scalar.class::isInstance)
            .map(node -> ((YamlNode.Scalar) node).text())
            .findFirst()
            .orElse(value.key().usual());
    return new Leaf(
        KnownKeys.key(key, value.name()),
        given,
        given.isEmpty() && !value.optional(),
        value.wordedKind(),
        value.key());
  }
}
