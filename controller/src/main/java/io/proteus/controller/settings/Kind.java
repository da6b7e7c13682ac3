package io.proteus.controller.settings;

import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a value is written in a file.
 *
 * @param name what the reference calls it
 * @param wanted what an error says is wanted
 * @param schema the keywords of its JSON schema
 * @param reader throws IllegalArgumentException for what it does not take
 */
public record Kind<T>(String name, String wanted, Map<String, Object> schema, Reader<T> reader) {

  /** Reads a value of a file. */
  public interface Reader<T> {
    T read(YamlNode node);
  }

  /** Reads a value that is a text without spaces around it. */
  public interface TextReader<T> {
    T read(String text);
  }

  /** A value that is not a list or a section. */
  public static <T> Kind<T> text(
      String name, String wanted, Map<String, Object> schema, TextReader<T> reader) {
    return new Kind<>(
        name,
        wanted,
        schema,
        node -> {
          if (node instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
            return reader.read(scalar.text().strip());
          }
          throw new IllegalArgumentException("");
        });
  }

  /** One word of a list. */
  public static Kind<String> oneOf(List<String> words) {
    return text(
        String.join(" \\| ", words),
        words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words),
        Map.of("enum", words),
        text -> {
          if (!words.contains(text)) {
            throw new IllegalArgumentException(
                NearestWord.to(text, words).map("maybe '%s'"::formatted).orElse(""));
          }
          return text;
        });
  }

  /** The same, or a word that stands for no value. */
  Kind<Optional<T>> or(String word) {
    return new Kind<>(
        name + " or " + word,
        wanted + ", or " + word,
        Map.of("anyOf", List.of(Map.of("const", word), schema)),
        node ->
            node instanceof YamlNode.Scalar scalar && scalar.text().strip().equals(word)
                ? Optional.empty()
                : Optional.of(reader.read(node)));
  }

  /** The same kind with another phrase for errors. */
  Kind<T> wanting(String words) {
    return new Kind<>(name, words, schema, reader);
  }

  /** A kind whose values are converted. */
  public <U> Kind<U> map(java.util.function.Function<T, U> more) {
    return new Kind<>(name, wanted, schema, node -> more.apply(reader.read(node)));
  }

  /** A list of such values. */
  Kind<List<T>> listed(String listName, String listWanted) {
    return new Kind<>(
        listName,
        listWanted,
        Map.of("type", "array", "items", schema),
        node -> {
          if (!(node instanceof YamlNode.Sequence sequence)) {
            throw new IllegalArgumentException("");
          }
          return sequence.items().stream().map(this::item).toList();
        });
  }

  private T item(YamlNode node) {
    try {
      return reader.read(node);
    } catch (InvalidValue e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new WrongItem(
          node.line(),
          "",
          "want %s, got %s.%s"
              .formatted(wanted.replace("one of", "some of"), node.shown(), maybe(e)));
    }
  }

  /** The word that is proposed instead, where there is one. */
  static String maybe(IllegalArgumentException e) {
    String said = e.getMessage();
    return said == null || !said.startsWith("maybe") ? "" : " M%s.".formatted(said.substring(1));
  }
}
