package io.proteus.controller.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The documents that are generated from declared settings: the reference, the template and the JSON
 * schema.
 */
public final class SettingsDocuments {
  private static final int WIDTH = 110;
  private static final int COMMENTS_AT = 32;

  private final SettingsTree root;

  public SettingsDocuments(List<DeclaredSection> sections, Kinds kinds) {
    root = SettingsTree.of(sections, kinds);
  }

  /** A row of a Markdown table for each key, below a heading for each section. */
  public String reference() {
    StringBuilder text = new StringBuilder();
    root.below()
        .forEach(
            (name, section) -> {
              text.append("\n## %s\n".formatted(name));
              if (!section.doc().isEmpty()) {
                text.append(section.doc()).append("\n");
              }
              section
                  .variants()
                  .forEach((type, own) -> text.append("\n- `%s`: %s".formatted(type, own.doc())));
              text.append(section.variants().isEmpty() ? "" : "\n");
              text.append(
                  "\n| key | default | written as | what it is |\n| --- | --- | --- | --- |\n");
              section.leaves().forEach(leaf -> text.append(row(leaf.key(), leaf)).append("\n"));
              section
                  .variants()
                  .forEach(
                      (type, own) ->
                          own.leaves()
                              .forEach(
                                  leaf ->
                                      text.append(row(leaf.key(), "`%s`: ".formatted(type), leaf))
                                          .append("\n")));
            });
    return text.toString();
  }

  private static String row(String shown, SettingsTree.Leaf leaf) {
    return row(shown, "", leaf);
  }

  private static String row(String shown, String ofType, SettingsTree.Leaf leaf) {
    String usual =
        leaf.required() ? "required" : leaf.usual().isEmpty() ? "" : "`" + leaf.usual() + "`";
    return "| `%s` | %s | %s | %s%s |"
        .formatted(
            shown, usual, leaf.kind().name(), ofType, leaf.about().doc().replace("|", "\\|"));
  }

  /** A table of the keys, one more for each section and list of settings below a heading. */
  public String tables() {
    StringBuilder text = new StringBuilder();
    table(root, text);
    return text.toString();
  }

  private static void table(SettingsTree tree, StringBuilder text) {
    text.append("\n| key | default | written as | what it is |\n| --- | --- | --- | --- |\n");
    tree.below().forEach((name, child) -> text.append(row(name, child)).append("\n"));
    tree.below()
        .forEach(
            (name, child) -> {
              SettingsTree.Listed listed = child.listed();
              if (listed == null && child.leaf() == null) {
                text.append("\n### `%s`\n".formatted(name));
                table(child, text);
              } else if (listed != null && listed.discriminator().isEmpty()) {
                text.append("\n### Each of `%s`\n".formatted(name));
                table(listed.kinds().values().iterator().next(), text);
              } else if (listed != null) {
                text.append("\n### Each of `%s`\n".formatted(name));
                variants(listed, text);
              }
            });
  }

  private static String row(String name, SettingsTree tree) {
    SettingsTree.Leaf leaf = tree.leaf();
    if (leaf != null) {
      return row(name, leaf);
    }
    SettingsTree.Listed listed = tree.listed();
    String usual = tree.required() ? "required" : listed != null || tree.optional() ? "none" : "";
    return "| `%s` | %s | %s | %s |"
        .formatted(
            name,
            usual,
            listed != null ? "list of settings" : "settings",
            listed != null ? listed.about().doc() : tree.doc());
  }

  private static void variants(SettingsTree.Listed listed, StringBuilder text) {
    text.append("\n| `%s` | keys | what it is |\n".formatted(listed.discriminator()))
        .append("| --- | --- | --- |\n");
    listed
        .kinds()
        .forEach(
            (word, tree) ->
                text.append("| `%s` | ".formatted(word))
                    .append(
                        tree.below().entrySet().stream()
                            .map(key -> key(key.getKey(), key.getValue()))
                            .collect(Collectors.joining(", ")))
                    .append(" | %s |\n".formatted(tree.doc())));
  }

  /** A key, with the keys below it where it is a list of settings. */
  private static String key(String name, SettingsTree tree) {
    SettingsTree.Listed listed = tree.listed();
    String below =
        listed == null
            ? ""
            : " with "
                + listed.kinds().values().stream()
                    .flatMap(kind -> kind.below().keySet().stream())
                    .map("`%s`"::formatted)
                    .collect(Collectors.joining(" and "));
    return "`%s`%s%s".formatted(name, tree.required() ? "" : " (or not)", below);
  }

  /**
   * A commented file with every setting at its default. Where a section's type is not chosen, the
   * keys of its other types are comments.
   *
   * @param chosen types of sections, by the section's key
   */
  public String template(Map<String, String> chosen) {
    StringBuilder text = new StringBuilder();
    root.below()
        .forEach(
            (name, section) -> {
              text.append("\n");
              write(name, section, "", text, chosen);
            });
    return text.toString();
  }

  /**
   * The keys that a file must have.
   *
   * @param chosen types of sections, by the section's key
   */
  public List<String> required(Map<String, String> chosen) {
    List<String> required = new ArrayList<>();
    root.below().values().forEach(section -> addRequired(section, chosen, required));
    return required;
  }

  private static void addRequired(
      SettingsTree section, Map<String, String> chosen, List<String> required) {
    SettingsTree.Leaf leaf = section.leaf();
    if (leaf != null && leaf.required()) {
      required.add(leaf.key());
    }
    if (!section.optional()) {
      section.below().values().forEach(child -> addRequired(child, chosen, required));
    }
    section
        .variants()
        .forEach(
            (type, own) -> {
              if (isChosen(section, type, own, chosen)) {
                addRequired(own, chosen, required);
              }
            });
  }

  private static boolean isChosen(
      SettingsTree section, String type, SettingsTree own, Map<String, String> chosen) {
    String asked = chosen.get(section.key());
    return asked == null ? own.usually() : asked.equals(type);
  }

  private static void write(
      String name,
      SettingsTree section,
      String indent,
      StringBuilder text,
      Map<String, String> chosen) {
    SettingsTree.Leaf leaf = section.leaf();
    if (leaf != null) {
      text.append(line(name, leaf, indent, false));
      return;
    }
    comment(section.doc(), indent, text);
    text.append(indent).append(name).append(":\n");
    String inner = section.optional() ? indent.replace("# ", "") + "# " : indent;
    if (section.optional()) {
      text.setLength(text.length() - indent.length() - name.length() - 2);
      text.append(indent).append("# ").append(name).append(":\n");
      section.below().forEach((below, child) -> write(below, child, inner + "  ", text, chosen));
      return;
    }
    section.below().forEach((below, child) -> write(below, child, indent + "  ", text, chosen));
    writeVariants(section, indent + "  ", text, chosen);
  }

  private static void writeVariants(
      SettingsTree section, String indent, StringBuilder text, Map<String, String> chosen) {
    section
        .variants()
        .forEach(
            (type, own) -> {
              if (isChosen(section, type, own, chosen)) {
                own.below().forEach((below, child) -> write(below, child, indent, text, chosen));
              } else if (!chosen.containsKey(section.key())) {
                own.leaves()
                    .forEach(
                        leaf ->
                            text.append(
                                line(
                                    leaf.key().substring(section.key().length() + 1),
                                    leaf,
                                    indent,
                                    true)));
              }
            });
  }

  private static String line(
      String name, SettingsTree.Leaf leaf, String indent, boolean ofAnotherType) {
    boolean isOff =
        ofAnotherType || leaf.usual().isEmpty() && !leaf.required() && !indent.contains("#");
    String value = leaf.usual().isEmpty() ? leaf.about().example() : leaf.usual();
    String start = indent + (isOff ? "# " : "") + name + ": " + value;
    String doc = leaf.about().doc().replace("`", "");
    StringBuilder text = new StringBuilder();
    int column = Math.max(COMMENTS_AT, start.length() + 1);
    if (column + 2 + doc.length() <= WIDTH) {
      return "%s%s# %s\n".formatted(start, " ".repeat(column - start.length()), doc);
    }
    comment(doc, indent, text);
    return text + start + "\n";
  }

  private static void comment(String doc, String indent, StringBuilder text) {
    if (doc.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder(indent + "#");
    for (String word : doc.replace("`", "").split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append("\n");
        line = new StringBuilder(indent + "#");
      }
      line.append(' ').append(word);
    }
    text.append(line).append("\n");
  }

  /** The JSON schema (2020-12) of the file. */
  public String schema(String id, String title) {
    Map<String, Object> schema = new TreeMap<>(schema(root));
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", id);
    schema.put("title", title);
    try {
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      return new ObjectMapper()
              .writer(
                  new DefaultPrettyPrinter()
                      .withObjectIndenter(lines)
                      .withArrayIndenter(new DefaultPrettyPrinter.FixedSpaceIndenter()))
              .writeValueAsString(sorted(schema))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a schema is maps, lists and texts", e);
    }
  }

  private static Map<String, Object> schemaOf(SettingsTree tree) {
    SettingsTree.Leaf leaf = tree.leaf();
    SettingsTree.Listed listed = tree.listed();
    return leaf != null ? schema(leaf) : listed != null ? schema(listed) : schema(tree);
  }

  private static Map<String, Object> schema(SettingsTree.Listed listed) {
    List<Object> kinds = new ArrayList<>();
    listed.kinds().forEach((word, tree) -> kinds.add(schema(listed.discriminator(), word, tree)));
    Map<String, Object> schema = new TreeMap<>();
    schema.put("type", listed.required() ? "array" : List.of("array", "null"));
    schema.put("items", kinds.size() == 1 ? kinds.get(0) : Map.of("oneOf", kinds));
    schema.put("description", listed.about().doc());
    if (listed.required()) {
      schema.put("minItems", 1);
    }
    return schema;
  }

  /** The schema of one variant, whose discriminator has its word. */
  private static Map<String, Object> schema(String discriminator, String word, SettingsTree tree) {
    Map<String, Object> schema = schema(tree);
    schema.put("type", "object");
    if (!discriminator.isEmpty()) {
      Map<String, Object> properties = new TreeMap<>();
      properties.put(discriminator, Map.of("const", word));
      tree.below().forEach((name, child) -> properties.put(name, schemaOf(child)));
      schema.put("properties", properties);
      List<String> required = new ArrayList<>(List.of(discriminator));
      tree.below()
          .forEach((name, child) -> required.addAll(child.required() ? List.of(name) : List.of()));
      schema.put("required", required);
    }
    return schema;
  }

  private static Map<String, Object> schema(SettingsTree section) {
    Map<String, Object> properties = new TreeMap<>();
    List<String> required = new ArrayList<>();
    section
        .below()
        .forEach(
            (name, child) -> {
              properties.put(name, schemaOf(child));
              if (child.required()) {
                required.add(name);
              }
            });
    boolean mayBeEmpty =
        required.isEmpty()
            && !section.key().isEmpty()
            && section.variants().values().stream()
                .noneMatch(own -> own.usually() && own.required());
    Map<String, Object> schema = new TreeMap<>();
    schema.put("type", mayBeEmpty ? List.of("object", "null") : "object");
    if (section.variants().isEmpty()) {
      schema.put("additionalProperties", false);
    } else {
      schema.put("unevaluatedProperties", false);
      schema.put(
          "allOf",
          section.variants().entrySet().stream()
              .map(variant -> ifOfType(variant.getKey(), variant.getValue()))
              .toList());
    }
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (!section.doc().isEmpty()) {
      schema.put("description", section.doc());
    }
    return schema;
  }

  /**
   * The keys that hold if the section names this type, or names none and this one is the default.
   */
  private static Map<String, Object> ifOfType(String type, SettingsTree own) {
    Map<String, Object> condition = new TreeMap<>();
    condition.put("properties", Map.of("type", Map.of("const", type)));
    if (!own.usually()) {
      condition.put("required", List.of("type"));
    }
    Map<String, Object> then = new TreeMap<>(schema(own));
    then.keySet().retainAll(List.of("properties", "required"));
    return Map.of("if", condition, "then", then);
  }

  private static Map<String, Object> schema(SettingsTree.Leaf leaf) {
    Map<String, Object> schema = new TreeMap<>(leaf.kind().schema());
    schema.put("description", leaf.about().doc());
    if (!leaf.usual().isEmpty()) {
      schema.put("default", leaf.usual());
    }
    return schema;
  }

  /** Sorted, so that the order is the same on every machine. */
  private static Object sorted(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> inOrder = new TreeMap<>();
      map.forEach((key, inner) -> inOrder.put(String.valueOf(key), sorted(inner)));
      return inOrder;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(SettingsDocuments::sorted).toList();
    }
    return value instanceof Object[] several ? Arrays.asList(several) : value;
  }
}
