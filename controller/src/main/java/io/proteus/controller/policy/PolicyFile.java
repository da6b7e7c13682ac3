package io.proteus.controller.policy;

import io.proteus.controller.parameter.Formula;
import io.proteus.controller.settings.Binder;
import io.proteus.controller.settings.DeclaredSection;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.Kinds;
import io.proteus.controller.settings.NearestWord;
import io.proteus.controller.settings.SettingsDocuments;
import io.proteus.controller.settings.WrongItem;
import io.proteus.controller.settings.YamlNode;
import io.proteus.controller.settings.YamlText;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A policy as YAML ({@code docs/schema/policy.schema.json}), checked against a catalogue. */
public final class PolicyFile {
  public static final String SCHEMA = "proteus/policy/1";

  private static final String NAMES =
      "over memory, dataSize, expectedSize (bytes), nodes, partitions, reads, writes (shares of the"
          + " requests), scans (share of the reads), heapUsed (share), storeFiles (of a partition),"
          + " compacting (share), emptyTable, inForce";

  private static final Kinds KINDS =
      Kinds.usual()
          .with(
              Formula.class.getName(),
              new Kind<>(
                  "formula",
                  "a formula",
                  Map.of("type", "string", "maxLength", 500, "$comment", NAMES),
                  PolicyFile::formula));

  /** The description of a policy. */
  record Head(
      @Key(doc = "the format", pattern = SCHEMA, wanted = SCHEMA) String schema,
      @Key(
              doc =
                  "small letters, digits and `-`; one of your own replaces a shipped one of the"
                      + " same name",
              pattern = "[a-z][a-z0-9-]*",
              wanted = "small letters, digits and '-'")
          String name,
      @Key(doc = "what it is, for people") String title,
      @Key(doc = "who says so, for people") String source,
      @Key(doc = "`false`: takes part only where `policies.enabled` names it", usual = "true")
          boolean enabled,
      @Section(value = "the workload that it is for", required = true) Workload workload,
      @Key(
              doc = "for how long the class must be seen before the policy counts",
              usual = "10m",
              zero = true)
          Duration hold,
      @Key(doc = "what else must hold, as `nodes >= 5 && dataSize > 100 * GB`")
          @Nullable Formula condition,
      @Key(
              doc =
                  "into how many partitions an empty table is split before its load, as `4 *"
                      + " nodes`, where `policies.keys` or `policies.keySamples` says how its keys"
                      + " look")
          @Nullable Formula presplit,
      @Key(
              doc =
                  "what else is recommended and only people can do, as sentences: how many clients"
                      + " and partitions",
              usual = "[]")
          List<String> advice) {}

  /** A class of workload. */
  record Workload(
      @Key(name = "class", doc = "the name of the class") String of,
      @Key(doc = "the boundaries of the class") Formula when) {}

  /** The settings of a policy. */
  record Values(
      @Key(
              doc =
                  "by parameter (`proteus parameters --json` names them) a formula, also over"
                      + " parameters; for switches and words the value itself. A later formula sees"
                      + " what the earlier ones gave")
          Map<String, String> set) {}

  private PolicyFile() {}

  /**
   * @param source what errors call the file
   * @throws InvalidConfiguration naming file, line and key of all that is wrong; also where what
   *     the policy sets contradicts itself on a node of a usual size
   */
  public static Policy parse(String source, String text, ParameterCatalogue catalogue)
      throws InvalidConfiguration {
    Binder binder = Binder.lenient(source, YamlText.parse(source, text), KINDS, Path.of(""), true);
    Optional<Head> head = binder.bind("", Head.class);
    Optional<Values> values = binder.bind("", Values.class);
    Set<String> situation = Policy.SITUATION.keySet();
    head.ifPresent(
        of -> {
          refuseUnknown(binder, "workload.when", of.workload().when(), situation);
          if (of.condition() != null) {
            refuseUnknown(binder, "condition", of.condition(), situation);
          }
          if (of.presplit() != null) {
            refuseUnknown(binder, "presplit", of.presplit(), situation);
          }
        });
    values.ifPresent(of -> refuseWrong(binder, of.set(), catalogue));
    binder.refuseProblems();
    Head said = Binder.present(head);
    Policy policy =
        new Policy(
            said.name(),
            source,
            said.title(),
            said.source(),
            said.enabled(),
            said.workload().of(),
            said.workload().when(),
            said.hold(),
            said.condition(),
            Binder.present(values).set(),
            said.advice(),
            said.presplit());
    PolicyTrial.of(policy, catalogue)
        .forEach((key, sentence) -> binder.refuse("set." + key, sentence));
    binder.refuseProblems();
    return policy;
  }

  private static Formula formula(String text) {
    try {
      return new Formula(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidValue("want a formula, got '%s': %s".formatted(text, e.getMessage()));
    }
  }

  private static Formula formula(YamlNode node) {
    if (!(node instanceof YamlNode.Scalar scalar)) {
      throw new IllegalArgumentException("");
    }
    try {
      return formula(scalar.text().strip());
    } catch (InvalidValue e) {
      throw new WrongItem(node.line(), "", String.valueOf(e.getMessage()));
    }
  }

  private static void refuseWrong(
      Binder binder, Map<String, String> values, ParameterCatalogue catalogue) {
    if (values.isEmpty()) {
      binder.refuse("set", "want a section with at least one parameter, got none.");
    }
    Map<String, Parameter> parameters = catalogue.byName();
    Set<String> names = Policy.names(catalogue);
    values.forEach(
        (name, given) -> {
          String key = "set." + name;
          Parameter parameter = parameters.get(name);
          if (parameter == null) {
            binder.refuse(
                key,
                "there is no such parameter%s. `proteus parameters --json` names them all."
                    .formatted(
                        NearestWord.to(name, parameters.keySet())
                            .map(near -> ", maybe '%s'".formatted(near))
                            .orElse("")));
          } else if (parameter.unit().isNumber()) {
            refuseUnreadable(binder, key, given, names);
          } else if (!parameter.unit().takes(given)) {
            binder.refuse(key, "want %s, got '%s'.".formatted(parameter.unit().word(), given));
          }
        });
  }

  private static void refuseUnreadable(Binder binder, String key, String given, Set<String> names) {
    try {
      refuseUnknown(binder, key, formula(given), names);
    } catch (InvalidValue e) {
      binder.refuse(key, String.valueOf(e.getMessage()));
    }
  }

  private static void refuseUnknown(Binder binder, String key, Formula formula, Set<String> names) {
    Collection<String> unknown = formula.unknown(names);
    if (!unknown.isEmpty()) {
      binder.refuse(
          key,
          "there is no %s%s."
              .formatted(
                  String.join(", ", unknown),
                  NearestWord.to(unknown.iterator().next(), names)
                      .map(near -> ", maybe '%s'".formatted(near))
                      .orElse("")));
    }
  }

  /** The documents that are generated from the keys of a policy. */
  private static SettingsDocuments documents() {
    return new SettingsDocuments(
        List.of(new DeclaredSection("", Head.class), new DeclaredSection("", Values.class)), KINDS);
  }

  /** The tables of {@code docs/policies.md}. */
  public static String tables() {
    return documents().tables();
  }

  /** {@code docs/schema/policy.schema.json}. */
  public static String schema() {
    return documents().schema("urn:proteus:policy:1", "What is set for which workload");
  }

  /** A situation as formulas take it: a node of so much memory, of so many, with so much data. */
  public static Map<String, Object> situation(
      long memoryBytes, long dataBytes, int nodes, double scans) {
    return Map.of(
        "memory", BigDecimal.valueOf(memoryBytes),
        "dataSize", BigDecimal.valueOf(dataBytes),
        "expectedSize", BigDecimal.valueOf(dataBytes),
        "nodes", BigDecimal.valueOf(nodes),
        "partitions", BigDecimal.valueOf(4L * nodes),
        "scans", BigDecimal.valueOf(scans));
  }
}
