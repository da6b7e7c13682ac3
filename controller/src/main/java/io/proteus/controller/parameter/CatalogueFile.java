package io.proteus.controller.parameter;

import io.proteus.controller.settings.Binder;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.Kinds;
import io.proteus.controller.settings.WrongItem;
import io.proteus.controller.settings.YamlNode;
import io.proteus.controller.settings.YamlText;
import io.proteus.core.parameter.Contradiction;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.parameter.Unit;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.setting.Key;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A catalogue as YAML ({@code docs/schema/parameter-catalogue.schema.json}). */
public final class CatalogueFile {
  public static final String SCHEMA = "proteus/parameter-catalogue/1";

  private CatalogueFile() {}

  /** A catalogue that comes with an engine. */
  public static ParameterCatalogue shipped(URL file) {
    String name = file.getPath().substring(file.getPath().lastIndexOf('/') + 1);
    try (InputStream text = file.openStream()) {
      return parse(name, new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    } catch (InvalidConfiguration e) {
      throw new IllegalStateException("a file of ours is wrong: " + e.getMessage(), e);
    }
  }

  /** The catalogue of an engine. */
  public static ParameterCatalogue of(SettingsGuide guide) {
    try {
      return parse("parameters", guide.catalogue());
    } catch (InvalidConfiguration e) {
      throw new IllegalStateException("a file of ours is wrong: " + e.getMessage(), e);
    }
  }

  /** What the other keys are read by. */
  record Head(
      @Key(doc = "the format", pattern = SCHEMA, wanted = SCHEMA) String schema,
      @Key(doc = "the store's name") String store,
      @Key(doc = "its versions") List<String> versions,
      @Key(doc = "what nodes measure, by name", usual = "{}") Map<String, Unit> measured) {}

  /** What can be set, and what contradicts itself. */
  record Body(
      @Key(doc = "what can be set") List<Parameter> parameters,
      @Key(doc = "values that do not go together", usual = "[]")
          List<Contradiction> contradictions) {}

  /**
   * @param source what errors call the file
   * @throws InvalidConfiguration naming file, line and key of all that is wrong
   */
  public static ParameterCatalogue parse(String source, String text) throws InvalidConfiguration {
    YamlNode.Mapping root = YamlText.parse(source, text);
    Set<String> names = new HashSet<>();
    entry(root, "measured").map(CatalogueFile::keys).ifPresent(names::addAll);
    items(root, "parameters")
        .flatMap(item -> entry(item, "name").stream())
        .filter(YamlNode.Scalar.class::isInstance)
        .forEach(name -> names.add(scalar(name)));
    List<String> versions =
        items(root, "versions")
            .filter(YamlNode.Scalar.class::isInstance)
            .map(CatalogueFile::scalar)
            .toList();
    Binder binder = Binder.of(source, root, kinds(versions, names), Path.of(""));
    Optional<Head> head = binder.bind("", Head.class);
    Optional<Body> body = binder.bind("", Body.class);
    Optional<ParameterCatalogue> catalogue =
        binder.built(
            () -> {
              Head of = Binder.present(head);
              Body has = Binder.present(body);
              return new ParameterCatalogue(
                  of.store(), of.versions(), of.measured(), has.parameters(), has.contradictions());
            });
    binder.refuseProblems();
    return Binder.present(catalogue);
  }

  private static Kinds kinds(List<String> versions, Set<String> names) {
    return Kinds.usual()
        .with(
            BigDecimal.class.getName(),
            Kind.text("number", "a number", Map.of("type", "number"), BigDecimal::new))
        .with(
            "java.util.Map<java.lang.String, %s>".formatted(Unit.class.getName()),
            pairs(
                "names with units",
                name -> name,
                word -> named(List.of(Unit.values()), Unit::word, word)))
        .with(
            "java.util.Map<%s, java.lang.String>".formatted(Scope.class.getName()),
            pairs(
                "names for table and column-family",
                word -> named(List.of(Scope.TABLE, Scope.COLUMN_FAMILY), Scope::word, word),
                name -> name))
        .with("formula", checked("a formula", text -> unknown(text, names)))
        .with("placeholders", checked("a sentence", text -> unknownPlaceholder(text, names)))
        .with(
            "default",
            new Kind<>(
                "default",
                "a value, or a value for each version",
                Map.of(),
                node -> defaults(node, versions)));
  }

  private static Optional<String> unknown(String formula, Set<String> names) {
    Set<String> unknown = new Formula(formula).unknown(names);
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of("there is no %s.".formatted(String.join(", ", unknown)));
  }

  private static Optional<String> unknownPlaceholder(String sentence, Set<String> names) {
    return Placeholders.of(sentence).stream()
        .filter(name -> !names.contains(name))
        .map("{%s}: there is no such parameter."::formatted)
        .findFirst();
  }

  /** A text that may be refused with a sentence of its own. */
  private static Kind<String> checked(String wanted, Function<String, Optional<String>> refusal) {
    return new Kind<>(
        "text",
        wanted,
        Map.of("type", "string"),
        node -> {
          String text = scalar(node);
          refusal
              .apply(text)
              .ifPresent(
                  sentence -> {
                    throw new WrongItem(node.line(), "", sentence);
                  });
          return text;
        });
  }

  private static <K, V> Kind<Map<K, V>> pairs(
      String wanted, Function<String, K> key, Function<String, V> value) {
    return new Kind<>(
        "section",
        "a section of " + wanted,
        Map.of("type", "object"),
        node -> {
          Map<K, V> pairs = new HashMap<>();
          section(node)
              .forEach(
                  entry -> pairs.put(key.apply(entry.key()), value.apply(scalar(entry.value()))));
          return pairs;
        });
  }

  private static <E> E named(List<E> all, Function<E, String> word, String text) {
    return all.stream()
        .filter(each -> word.apply(each).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(""));
  }

  private static Map<String, String> defaults(YamlNode node, List<String> versions) {
    Map<String, String> defaults = new HashMap<>();
    if (node instanceof YamlNode.Scalar scalar) {
      versions.forEach(version -> defaults.put(version, scalar.text().strip()));
      return defaults;
    }
    for (YamlNode.Entry entry : section(node)) {
      if (!versions.contains(entry.key())) {
        throw new WrongItem(
            entry.line(), "", "want versions of %s, got '%s'.".formatted(versions, entry.key()));
      }
      defaults.put(entry.key(), scalar(entry.value()));
    }
    return defaults;
  }

  private static String scalar(YamlNode node) {
    if (node instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
      return scalar.text().strip();
    }
    throw new IllegalArgumentException("");
  }

  private static List<YamlNode.Entry> section(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping.entries();
    }
    throw new IllegalArgumentException("");
  }

  // what formulas may name, before anything is bound

  private static List<String> keys(YamlNode node) {
    return node instanceof YamlNode.Mapping mapping
        ? mapping.entries().stream().map(YamlNode.Entry::key).toList()
        : List.of();
  }

  private static Stream<YamlNode> items(YamlNode root, String key) {
    return entry(root, key)
        .filter(YamlNode.Sequence.class::isInstance)
        .map(YamlNode.Sequence.class::cast)
        .stream()
        .flatMap(sequence -> sequence.items().stream());
  }

  private static Optional<YamlNode> entry(YamlNode node, String key) {
    return node instanceof YamlNode.Mapping mapping
        ? mapping.entries().stream()
            .filter(entry -> entry.key().equals(key))
            .map(YamlNode.Entry::value)
            .findFirst()
        : Optional.empty();
  }
}
