package io.proteus.controller.policy;

import io.proteus.controller.parameter.Formula;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.controller.settings.YamlSection;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A policy as YAML ({@code docs/schema/policy.schema.json}), checked against a catalogue. */
public final class PolicyFile {
  public static final String SCHEMA = "proteus/policy/1";

  /** Long enough for a burst to be over, short enough for a load of an hour. */
  private static final Duration USUAL_HOLD = Duration.ofMinutes(10);

  private PolicyFile() {}

  /**
   * @param source what errors call the file
   * @throws InvalidConfiguration naming file, line and key of all that is wrong; also where what
   *     the policy sets contradicts itself on a node of a usual size
   */
  public static Policy parse(String source, String text, ParameterCatalogue catalogue)
      throws InvalidConfiguration {
    YamlSection file = YamlSection.parse(source, text);
    if (!file.text("schema").equals(SCHEMA)) {
      file.problem("schema", "want " + SCHEMA + ".");
    }
    String name = file.text("name");
    if (!name.matches("[a-z][a-z0-9-]*")) {
      file.problem("name", "want small letters, digits and '-', got '%s'.".formatted(name));
    }
    String title = file.text("title");
    String said = file.text("source");
    boolean enabled = file.isOn("enabled", true);
    Set<String> situation = Policy.SITUATION.keySet();
    String workload = "";
    Optional<Formula> when = Optional.empty();
    Optional<YamlSection> ofWorkload = file.section("workload");
    if (ofWorkload.isPresent()) {
      workload = ofWorkload.get().text("class");
      if (ofWorkload.get().text("when").isEmpty()) {
        file.requireNoProblems();
      }
      when = formula(ofWorkload.get(), "when", situation);
      ofWorkload.get().refuseOtherKeys();
    } else {
      file.problem("workload", "want a section with class and when, got none.");
    }
    Duration hold = file.duration("hold").orElse(USUAL_HOLD);
    Formula condition = formula(file, "condition", situation).orElse(null);
    Map<String, String> values = values(file, catalogue);
    file.refuseOtherKeys();
    file.requireNoProblems();
    Policy policy =
        new Policy(
            name,
            source,
            title,
            said,
            enabled,
            workload,
            when.orElseThrow(),
            hold,
            condition,
            values);
    YamlSection set = file.section("set").orElseThrow();
    PolicyTrial.of(policy, catalogue).forEach((key, sentence) -> set.problem(key, sentence));
    file.requireNoProblems();
    return policy;
  }

  private static Map<String, String> values(YamlSection file, ParameterCatalogue catalogue) {
    Map<String, String> values = new LinkedHashMap<>();
    Optional<YamlSection> set = file.section("set");
    if (set.isEmpty() || set.get().keys().isEmpty()) {
      file.problem("set", "want a section with at least one parameter, got none.");
      return values;
    }
    Map<String, Parameter> parameters = catalogue.byName();
    Set<String> names = Policy.names(catalogue);
    for (String key : set.get().keys()) {
      String given = set.get().text(key);
      Parameter parameter = parameters.get(key);
      if (parameter == null) {
        set.get()
            .problem(
                key,
                "there is no such parameter%s. `proteus parameters --json` names them all."
                    .formatted(
                        NearestWord.to(key, parameters.keySet())
                            .map(near -> ", maybe '%s'".formatted(near))
                            .orElse("")));
      } else if (parameter.unit().isNumber()) {
        formula(set.get(), key, names);
      } else if (!parameter.unit().takes(given)) {
        set.get().problem(key, "want %s, got '%s'.".formatted(parameter.unit().word(), given));
      }
      values.put(key, given);
    }
    return values;
  }

  private static Optional<Formula> formula(YamlSection in, String key, Set<String> names) {
    Optional<Formula> formula = in.read(key, "a formula", Formula::new);
    formula
        .map(f -> f.unknown(names))
        .filter(unknown -> !unknown.isEmpty())
        .ifPresent(
            unknown ->
                in.problem(
                    key,
                    "there is no %s%s."
                        .formatted(
                            String.join(", ", unknown),
                            NearestWord.to(unknown.iterator().next(), names)
                                .map(near -> ", maybe '%s'".formatted(near))
                                .orElse(""))));
    return formula;
  }

  /** A situation as formulas take it: a node of so much memory, of so many, with so much data. */
  public static Map<String, Object> situation(
      long memoryBytes, long dataBytes, int nodes, double scans) {
    return Map.of(
        "memory", BigDecimal.valueOf(memoryBytes),
        "dataSize", BigDecimal.valueOf(dataBytes),
        "nodes", BigDecimal.valueOf(nodes),
        "partitions", BigDecimal.valueOf(4L * nodes),
        "scans", BigDecimal.valueOf(scans));
  }
}
