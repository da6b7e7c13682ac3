package io.proteus.controller.policy;

import io.proteus.controller.parameter.Finding;
import io.proteus.controller.parameter.Formula;
import io.proteus.controller.parameter.SettingsReview;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.Contradiction;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.units.ByteSize;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Works a policy out for nodes of usual sizes, and holds the catalogue's rules against it. */
final class PolicyTrial {
  private static final List<Long> MEMORY_GB = List.of(4L, 16L, 64L);
  private static final List<Double> SCANS = List.of(0.0, 1.0);
  private static final long DATA_BYTES = 100L << 30;
  private static final int NODES = 5;
  private static final NodeId NODE = new NodeId("trial");
  private static final TableId TABLE = new TableId("trial");

  private PolicyTrial() {}

  /** What is wrong, by the key of {@code set} that it is about. */
  static Map<String, String> of(Policy policy, ParameterCatalogue catalogue) {
    Map<String, String> problems = new LinkedHashMap<>();
    for (long gigabytes : MEMORY_GB) {
      for (double scans : SCANS) {
        Map<String, Object> situation =
            PolicyFile.situation(gigabytes << 30, DATA_BYTES, NODES, scans);
        String on = "on a node with " + ByteSize.ofBytes(gigabytes << 30);
        check(policy, catalogue, situation, on)
            .forEach((key, sentence) -> problems.putIfAbsent(key, sentence));
      }
    }
    return problems;
  }

  private static Map<String, String> check(
      Policy policy, ParameterCatalogue catalogue, Map<String, Object> situation, String on) {
    Map<String, String> problems = new LinkedHashMap<>();
    Map<String, String> values =
        policy.valuesFor(PresentValues.byDefault(catalogue, situation), catalogue);
    policy.values().keySet().stream()
        .filter(name -> !values.containsKey(name))
        .forEach(name -> problems.put(name, "has no value %s.".formatted(on)));
    for (Finding finding : findings(values, catalogue)) {
      if (finding.severity() == Contradiction.Severity.ERROR || finding.rule().equals("range")) {
        problems.put(about(finding, policy, catalogue), "%s: %s".formatted(on, finding.sentence()));
      }
    }
    return problems;
  }

  /** The first value of the policy's that takes part in a rule. */
  private static String about(Finding finding, Policy policy, ParameterCatalogue catalogue) {
    Map<String, Parameter> parameters = catalogue.byName();
    Set<String> concerned =
        catalogue.contradictions().stream()
            .filter(rule -> rule.name().equals(finding.rule()))
            .findFirst()
            .map(rule -> new Formula(rule.when()).variables())
            .orElse(Set.of());
    return policy.values().keySet().stream()
        .filter(
            name ->
                concerned.stream().anyMatch(name::equalsIgnoreCase)
                    || finding.sentence().startsWith(key(parameters.get(name))))
        .findFirst()
        .orElseGet(() -> policy.values().keySet().iterator().next());
  }

  private static String key(@Nullable Parameter parameter) {
    return parameter == null ? "?" : parameter.key();
  }

  private static List<Finding> findings(Map<String, String> values, ParameterCatalogue catalogue) {
    Map<String, ReportedValue> ofNode = new HashMap<>();
    Map<String, String> ofTable = new HashMap<>();
    Map<String, String> ofFamily = new HashMap<>();
    Map<String, Parameter> parameters = catalogue.byName();
    values.forEach(
        (name, value) -> {
          Parameter parameter = parameters.get(name);
          if (parameter == null) {
            return;
          }
          if (parameter.isSetFor(Scope.NODE) || parameter.isSetFor(Scope.CLUSTER)) {
            ofNode.put(parameter.key(), new ReportedValue(value, "the policy"));
          } else if (parameter.isSetFor(Scope.TABLE)) {
            ofTable.put(parameter.keyFor(Scope.TABLE), value);
          } else {
            ofFamily.put(parameter.keyFor(Scope.COLUMN_FAMILY), value);
          }
        });
    String newest = catalogue.versions().get(catalogue.versions().size() - 1);
    return new SettingsReview(
            catalogue,
            Map.of(
                NODE,
                new NodeReport(newest, Map.of("partitions", BigDecimal.valueOf(4)), ofNode, null)),
            Map.of(TABLE, new TableReport(ofTable, Map.of("f", ofFamily))))
        .findings();
  }
}
