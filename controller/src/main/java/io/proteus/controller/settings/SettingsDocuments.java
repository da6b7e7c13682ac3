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

/** What is generated from declared settings: the reference, the template and the JSON schema. */
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
              text.append(
                  "\n| key | default | written as | what it is |\n| --- | --- | --- | --- |\n");
              section.leaves().forEach(leaf -> text.append(row(leaf)).append("\n"));
            });
    return text.toString();
  }

  private static String row(SettingsTree.Leaf leaf) {
    String usual =
        leaf.required() ? "required" : leaf.usual().isEmpty() ? "" : "`" + leaf.usual() + "`";
    return "| `%s` | %s | %s | %s |"
        .formatted(leaf.key(), usual, leaf.kind().name(), leaf.about().doc().replace("|", "\\|"));
  }

  /** A commented file with every setting at its default. */
  public String template() {
    StringBuilder text = new StringBuilder();
    root.below()
        .forEach(
            (name, section) -> {
              text.append("\n");
              write(name, section, "", text);
            });
    return text.toString();
  }

  private static void write(String name, SettingsTree section, String indent, StringBuilder text) {
    SettingsTree.Leaf leaf = section.leaf();
    if (leaf != null) {
      text.append(line(name, leaf, indent));
      return;
    }
    comment(section.doc(), indent, text);
    text.append(indent).append(name).append(":\n");
    String inner = section.optional() ? indent.replace("# ", "") + "# " : indent;
    if (section.optional()) {
      text.setLength(text.length() - indent.length() - name.length() - 2);
      text.append(indent).append("# ").append(name).append(":\n");
      section.below().forEach((below, child) -> write(below, child, inner + "  ", text));
      return;
    }
    section.below().forEach((below, child) -> write(below, child, indent + "  ", text));
  }

  private static String line(String name, SettingsTree.Leaf leaf, String indent) {
    boolean isOff = leaf.usual().isEmpty() && !leaf.required() && !indent.contains("#");
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

  private static Map<String, Object> schema(SettingsTree section) {
    Map<String, Object> properties = new TreeMap<>();
    List<String> required = new ArrayList<>();
    section
        .below()
        .forEach(
            (name, child) -> {
              properties.put(name, child.leaf() == null ? schema(child) : schema(child.leaf()));
              if (child.required()) {
                required.add(name);
              }
            });
    Map<String, Object> schema = new TreeMap<>();
    schema.put(
        "type",
        required.isEmpty() && !section.key().isEmpty() ? List.of("object", "null") : "object");
    schema.put("additionalProperties", false);
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (!section.doc().isEmpty()) {
      schema.put("description", section.doc());
    }
    return schema;
  }

  private static Map<String, Object> schema(SettingsTree.Leaf leaf) {
    Map<String, Object> schema = new TreeMap<>(leaf.kind().schema());
    schema.put("description", leaf.about().doc());
    if (!leaf.usual().isEmpty()) {
      schema.put("default", leaf.usual());
    }
    return schema;
  }

  /** In one order on every machine. */
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
