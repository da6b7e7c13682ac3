package io.proteus.simulator.scenario;

import io.proteus.controller.settings.Binder;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.Kinds;
import io.proteus.controller.settings.YamlNode;
import io.proteus.controller.settings.YamlText;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.Faults;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Scenarios as YAML ({@code docs/scenarios.md}). What a file leaves out is as in {@code
 * defaults.yaml}.
 */
public final class ScenarioFile {
  /** The scenarios that come with Proteus. */
  public static final List<String> SHIPPED =
      List.of(
          "met-16",
          "met-17",
          "met-18",
          "tir-8",
          "tir-prototype",
          "mdp-7",
          "steady",
          "daily",
          "flash-crowd",
          "hot-spot",
          "open-loop",
          "redis",
          "cassandra",
          "riak");

  private static final Pattern SPLIT = Pattern.compile("([^/]+)/([^/]+)");

  private ScenarioFile() {}

  /** A shipped scenario by its name, or else a file. */
  public static Scenario find(String nameOrFile, Path folder) {
    if (SHIPPED.contains(nameOrFile)) {
      return parse("scenario " + nameOrFile, resource(nameOrFile + ".yaml"));
    }
    Path file = folder.resolve(nameOrFile);
    if (Files.isDirectory(file)) {
      throw new InvalidValue("%s: want a file, got a folder.".formatted(nameOrFile));
    }
    if (!Files.isRegularFile(file)) {
      throw new InvalidValue(
          "%s: there is no such file, and no shipped scenario of that name. These are: %s."
              .formatted(nameOrFile, String.join(", ", SHIPPED)));
    }
    try {
      return parse(nameOrFile, Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new InvalidValue("%s: want a scenario as text in UTF-8.".formatted(nameOrFile));
    } catch (IOException e) {
      throw new InvalidValue("%s: cannot be read: %s".formatted(nameOrFile, e.getMessage()));
    }
  }

  /**
   * Reads a scenario. All mistakes are told at once, each with its line and place.
   *
   * @param what shown in errors
   */
  public static Scenario parse(String what, String text) {
    return parse(what, text, true);
  }

  /** The same of a text that no person wrote: errors leave its lines out. */
  public static Scenario parseUnseen(String what, String text) {
    return parse(what, text, false);
  }

  private static Scenario parse(String what, String text, boolean lines) {
    try {
      YamlNode.Mapping root = YamlText.parse(what, text);
      if (root.entries().isEmpty()) {
        throw new InvalidValue("%s: want settings of a scenario, got none.".formatted(what));
      }
      Binder binder = Binder.lenient(what, root, kinds(), Path.of(""), lines);
      Optional<Scenario> scenario = binder.bind("", Scenario.class);
      scenario.ifPresent(
          bound -> FaultNumbers.of(bound).mistakes(bound.faults()).forEach(binder::refuse));
      binder.refuseProblems();
      return Binder.present(scenario);
    } catch (InvalidConfiguration e) {
      throw new InvalidValue(String.valueOf(e.getMessage()));
    }
  }

  /** How values are written in it. */
  static Kinds kinds() {
    return Kinds.usual()
        .with(
            MemorySplit.class.getName(),
            Kind.text(
                "two shares",
                "the shares of read cache and write buffer such as '40% / 25%'",
                Map.of("type", "string", "pattern", "^[^/]+/[^/]+$"),
                ScenarioFile::split))
        .with("partitions", PartitionShares.KIND)
        .with(
            "settings of Proteus",
            new Kind<>(
                "settings of Proteus",
                "settings, as {key: value}",
                Map.of("type", List.of("object", "null")),
                ScenarioFile::sections))
        .withVariants(Fault.class, Faults.byName());
  }

  private static MemorySplit split(String text) {
    Matcher shares = SPLIT.matcher(text);
    if (!shares.matches()) {
      throw new IllegalArgumentException("");
    }
    return new MemorySplit(Ratio.parse(shares.group(1)), Ratio.parse(shares.group(2)));
  }

  /** By section; one without a value is as if it were not there. */
  private static Map<String, Object> sections(YamlNode node) {
    if (!(node instanceof YamlNode.Mapping given)) {
      throw new IllegalArgumentException("");
    }
    Map<String, Object> sections = new LinkedHashMap<>();
    for (YamlNode.Entry entry : given.entries()) {
      Object value = value(entry.value());
      if (value != null) {
        sections.put(entry.key(), value);
      }
    }
    return sections;
  }

  /** As it stands in the file; the configuration's own reader says what it is to be. */
  private static @Nullable Object value(YamlNode node) {
    if (node instanceof YamlNode.Mapping section) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      section.entries().forEach(entry -> values.put(entry.key(), value(entry.value())));
      return values;
    }
    if (node instanceof YamlNode.Sequence list) {
      return list.items().stream().map(ScenarioFile::value).toList();
    }
    return node instanceof YamlNode.Scalar scalar ? scalar.text() : null;
  }

  private static String resource(String name) {
    try (InputStream in = ScenarioFile.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the scenario is part of the program", e);
    }
  }
}
