package io.proteus.controller.parameter;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.YamlSection;
import io.proteus.core.parameter.Contradiction;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Range;
import io.proteus.core.parameter.Recommendation;
import io.proteus.core.parameter.Relation;
import io.proteus.core.parameter.Scope;
import io.proteus.core.parameter.TakesEffect;
import io.proteus.core.parameter.Unit;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /**
   * @param source what errors call the file
   * @throws InvalidConfiguration naming file, line and key of all that is wrong
   */
  public static ParameterCatalogue parse(String source, String text) throws InvalidConfiguration {
    YamlSection file = YamlSection.parse(source, text);
    if (!file.text("schema").equals(SCHEMA)) {
      file.problem("schema", "want " + SCHEMA + ".");
    }
    String store = file.text("store");
    List<String> versions = file.texts("versions");
    Map<String, Unit> measured = new HashMap<>();
    file.section("measured")
        .ifPresent(
            below ->
                below
                    .keys()
                    .forEach(
                        name ->
                            measured.put(
                                name, below.oneOf(name, List.of(Unit.values()), Unit::word))));
    List<Parameter> parameters = new ArrayList<>();
    List<YamlSection> given = file.sections("parameters");
    Set<String> names = new HashSet<>(measured.keySet());
    given.forEach(section -> names.add(section.text("name")));
    file.requireNoProblems();
    for (YamlSection section : given) {
      parameter(section, versions, names).ifPresent(parameters::add);
    }
    List<Contradiction> contradictions =
        file.sections("contradictions").stream().map(s -> contradiction(s, names)).toList();
    file.refuseOtherKeys();
    file.requireNoProblems();
    try {
      return new ParameterCatalogue(store, versions, measured, parameters, contradictions);
    } catch (InvalidValue e) {
      file.problem("parameters", String.valueOf(e.getMessage()));
      file.requireNoProblems();
      throw e;
    }
  }

  private static Optional<Parameter> parameter(
      YamlSection in, List<String> versions, Set<String> names) {
    Unit unit = in.oneOf("unit", List.of(Unit.values()), Unit::word);
    Range range = in.section("range").map(CatalogueFile::range).orElse(Range.ANY);
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    scopes.addAll(in.someOf("scope", List.of(Scope.values()), Scope::word));
    Map<Scope, String> attributes = new HashMap<>();
    in.section("attributes")
        .ifPresent(
            below -> {
              for (Scope scope : List.of(Scope.TABLE, Scope.COLUMN_FAMILY)) {
                below.optional(scope.word()).ifPresent(word -> attributes.put(scope, word));
              }
              below.refuseOtherKeys();
            });
    List<Relation> relations =
        in.sections("related").stream().map(CatalogueFile::relation).toList();
    Recommendation recommended =
        in.section("recommended").map(below -> recommendation(below, names)).orElse(null);
    Map<String, String> defaults = defaults(in, versions);
    try {
      Parameter parameter =
          new Parameter(
              in.text("name"),
              in.text("key"),
              in.texts("older"),
              in.texts("replaced"),
              in.text("group"),
              in.text("meaning"),
              unit,
              range,
              defaults,
              in.text("defaultFrom"),
              scopes,
              attributes,
              in.oneOf("effect", List.of(TakesEffect.values()), TakesEffect::word),
              in.text("how"),
              relations,
              recommended);
      in.refuseOtherKeys();
      return Optional.of(parameter);
    } catch (InvalidValue e) {
      in.problem("name", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** The default for all versions, or one for each. */
  private static Map<String, String> defaults(YamlSection in, List<String> versions) {
    Map<String, String> defaults = new HashMap<>();
    if (in.isScalar("default")) {
      String same = in.text("default");
      versions.forEach(version -> defaults.put(version, same));
      return defaults;
    }
    in.pairs("default")
        .forEach(
            (version, value) -> {
              if (versions.contains(version)) {
                defaults.put(version, value);
              } else {
                in.problem(
                    "default", "want versions of %s, got '%s'.".formatted(versions, version));
              }
            });
    return defaults;
  }

  private static Range range(YamlSection in) {
    BigDecimal min = in.read("min", "a number", BigDecimal::new).orElse(null);
    BigDecimal max = in.read("max", "a number", BigDecimal::new).orElse(null);
    in.refuseOtherKeys();
    if (min != null && max != null && min.compareTo(max) > 0) {
      in.problem(
          "min", "want min <= max, got %s and %s. Maybe they are swapped.".formatted(min, max));
    }
    return new Range(min, max);
  }

  private static Relation relation(YamlSection in) {
    Relation relation =
        new Relation(
            in.oneOf("kind", List.of(Relation.Kind.values()), Relation.Kind::word),
            in.text("parameter"),
            in.text("why"));
    in.refuseOtherKeys();
    return relation;
  }

  private static Recommendation recommendation(YamlSection in, Set<String> names) {
    requireFormula(in, "formula", names);
    Recommendation recommendation = new Recommendation(in.text("formula"), in.text("source"));
    in.refuseOtherKeys();
    return recommendation;
  }

  private static Contradiction contradiction(YamlSection in, Set<String> names) {
    requireFormula(in, "when", names);
    Contradiction contradiction =
        new Contradiction(
            in.text("name"),
            in.oneOf(
                "severity", List.of(Contradiction.Severity.values()), Contradiction.Severity::word),
            in.text("when"),
            in.text("says"),
            in.text("source"));
    Placeholders.of(contradiction.says()).stream()
        .filter(name -> !names.contains(name))
        .forEach(name -> in.problem("says", "{%s}: there is no such parameter.".formatted(name)));
    in.refuseOtherKeys();
    return contradiction;
  }

  /** Notes the errors of a formula and of the names in it. */
  static void requireFormula(YamlSection in, String key, Set<String> names) {
    in.read(key, "a formula", Formula::new)
        .map(formula -> formula.unknown(names))
        .filter(unknown -> !unknown.isEmpty())
        .ifPresent(
            unknown -> in.problem(key, "there is no %s.".formatted(String.join(", ", unknown))));
  }
}
