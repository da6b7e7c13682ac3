package io.proteus.controller.settings;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads YAML into nodes that know their lines; Jackson's own tree forgets them. */
public final class YamlText {
  private static final YAMLFactory YAML =
      YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private YamlText() {}

  /** An empty text is an empty section. */
  public static YamlNode.Mapping parse(String source, String text) throws InvalidConfiguration {
    try (JsonParser parser = YAML.createParser(text)) {
      if (parser.nextToken() == null) {
        return new YamlNode.Mapping(List.of(), 1);
      }
      YamlNode root = node(parser);
      if (root instanceof YamlNode.Nothing) {
        return new YamlNode.Mapping(List.of(), 1);
      }
      if (parser.nextToken() != null) {
        throw problem(source, line(parser), "want one document, got a second one after '---'.");
      }
      if (root instanceof YamlNode.Mapping mapping) {
        return mapping;
      }
      throw problem(source, 1, "want settings such as 'cluster:', got %s.".formatted(root.shown()));
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String said = e.getOriginalMessage().lines().findFirst().orElse("");
      throw problem(source, at == null ? 1 : at.getLineNr(), "not YAML: " + said);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /**
   * The values of a text by their keys, such as {@code guards.cooldown}.
   *
   * @throws InvalidConfiguration where it is not YAML
   */
  public static Map<String, String> flat(String source, String text) throws InvalidConfiguration {
    Map<String, String> values = new TreeMap<>();
    flatten("", parse(source, text), values);
    return Map.copyOf(values);
  }

  private static void flatten(String key, YamlNode node, Map<String, String> into) {
    if (node instanceof YamlNode.Mapping mapping) {
      String prefix = key.isEmpty() ? "" : key + ".";
      mapping.entries().forEach(entry -> flatten(prefix + entry.key(), entry.value(), into));
    } else if (node instanceof YamlNode.Sequence sequence) {
      int index = 0;
      for (YamlNode item : sequence.items()) {
        flatten("%s[%d]".formatted(key, index++), item, into);
      }
    } else if (node instanceof YamlNode.Scalar scalar) {
      into.put(key, scalar.text());
    }
  }

  /** A value that a program states, such as {@code 30s}, {@code []} or {@code {read: 0.6}}. */
  static YamlNode value(String text) {
    try {
      return parse("a default", "value: " + text).entries().get(0).value();
    } catch (InvalidConfiguration e) {
      throw new IllegalStateException(text, e);
    }
  }

  private static InvalidConfiguration problem(String source, int line, String sentence) {
    return new InvalidConfiguration(List.of("%s:%d: %s".formatted(source, line, sentence)));
  }

  private static YamlNode node(JsonParser parser) throws IOException {
    int line = line(parser);
    return switch (parser.currentToken()) {
      case START_OBJECT -> mapping(parser, line);
      case START_ARRAY -> sequence(parser, line);
      case VALUE_NULL -> new YamlNode.Nothing(line);
      default ->
          parser.getText().isBlank()
              ? new YamlNode.Nothing(line)
              : new YamlNode.Scalar(parser.getText(), line);
    };
  }

  private static YamlNode mapping(JsonParser parser, int line) throws IOException {
    List<YamlNode.Entry> entries = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      int keyLine = line(parser);
      parser.nextToken();
      entries.add(new YamlNode.Entry(key, keyLine, node(parser)));
    }
    return new YamlNode.Mapping(List.copyOf(entries), line);
  }

  private static YamlNode sequence(JsonParser parser, int line) throws IOException {
    List<YamlNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(parser));
    }
    return new YamlNode.Sequence(List.copyOf(items), line);
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}
