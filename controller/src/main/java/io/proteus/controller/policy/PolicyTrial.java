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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Works a policy out for nodes of usual sizes, and holds the catalogue's rules against it. What
 * asks for something that has no default, and that a cluster has, is not worked out.
 */
final class PolicyTrial {
  private static final List<Long> MEMORY_GB = List.of(4L, 16L, 64L);
  private static final List<Double> SCANS = List.of(0.0, 1.0);

  /** Shares at which a policy is tried, since its values may depend on them. */
  private static final List<Double> READS = List.of(0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0);

  private static final List<Double> ONLY_WRITES_AND_ONLY_READS = List.of(0.0, 1.0);
  private static final double EVEN = 0.5;
  private static final long DATA_BYTES = 100L << 30;
  private static final int NODES = 5;

  /** Half of the memory, where the policy says nothing of it: it has no default of the store's. */
  private static final String HEAP = "heap";

  private static final NodeId NODE = new NodeId("trial");
  private static final TableId TABLE = new TableId("trial");

  private PolicyTrial() {}

  /** The errors, by the key of {@code set}. */
  static Map<String, String> of(Policy policy, ParameterCatalogue catalogue) {
    boolean byUse = asksForShares(policy, catalogue);
    Map<String, String> problems = new LinkedHashMap<>();
    for (long gigabytes : MEMORY_GB) {
      for (double scans : SCANS) {
        for (double reads : byUse ? reads(policy, gigabytes, scans) : List.of(EVEN)) {
          String on =
              "on a node with %s%s"
                  .formatted(
                      ByteSize.ofBytes(gigabytes << 30),
                      byUse ? " and %.0f %% reads".formatted(100 * reads) : "");
          check(policy, catalogue, present(catalogue, gigabytes, reads, scans), on)
              .forEach((key, sentence) -> problems.putIfAbsent(key, sentence));
        }
      }
    }
    return problems;
  }

  private static boolean asksForShares(Policy policy, ParameterCatalogue catalogue) {
    Map<String, Parameter> parameters = catalogue.byName();
    return policy.values().entrySet().stream()
        .filter(
            entry -> {
              Parameter parameter = parameters.get(entry.getKey());
              return parameter != null && parameter.unit().isNumber();
            })
        .map(entry -> new Formula(entry.getValue()).variables())
        .anyMatch(names -> names.contains("reads") || names.contains("writes"));
  }

  /** Shares of reads that are of its class; the ends where that is not among those tried. */
  private static List<Double> reads(Policy policy, long gigabytes, double scans) {
    List<Double> ofClass =
        READS.stream()
            .filter(
                reads ->
                    policy.when().holds(situation(gigabytes, reads, scans)).orElse(Boolean.FALSE))
            .toList();
    return ofClass.isEmpty() ? ONLY_WRITES_AND_ONLY_READS : ofClass;
  }

  private static Map<String, Object> situation(long gigabytes, double reads, double scans) {
    Map<String, Object> situation =
        new HashMap<>(PolicyFile.situation(gigabytes << 30, DATA_BYTES, NODES, scans));
    situation.put("reads", BigDecimal.valueOf(reads));
    situation.put("writes", BigDecimal.ONE.subtract(BigDecimal.valueOf(reads)));
    situation.put("emptyTable", false);
    situation.put("storeFiles", BigDecimal.valueOf(3));
    situation.put("compacting", BigDecimal.ZERO);
    situation.put("heapUsed", new BigDecimal("0.5"));
    situation.put(Policy.IN_FORCE, false);
    situation.put("expectedSize", situation.get("dataSize"));
    return situation;
  }

  private static Map<String, Object> present(
      ParameterCatalogue catalogue, long gigabytes, double reads, double scans) {
    Map<String, Object> present =
        new HashMap<>(PresentValues.byDefault(catalogue, situation(gigabytes, reads, scans)));
    present.putIfAbsent(HEAP, BigDecimal.valueOf((gigabytes << 30) / 2));
    return present;
  }

  private static Map<String, String> check(
      Policy policy, ParameterCatalogue catalogue, Map<String, Object> present, String on) {
    Map<String, String> values = policy.valuesFor(present, catalogue);
    Map<String, String> problems = withoutValue(policy, values, present.keySet(), on);
    for (Finding finding : findings(values, catalogue)) {
      if (finding.severity() == Contradiction.Severity.ERROR || finding.rule().equals("range")) {
        problems.put(about(finding, policy, catalogue), "%s: %s".formatted(on, finding.sentence()));
      }
    }
    return problems;
  }

  /**
   * The formulas without a value although all their names have one, as after a division by zero.
   */
  private static Map<String, String> withoutValue(
      Policy policy, Map<String, String> values, Set<String> present, String on) {
    Map<String, String> problems = new LinkedHashMap<>();
    Set<String> known = new HashSet<>(present);
    policy
        .values()
        .forEach(
            (name, given) -> {
              if (values.containsKey(name)) {
                known.add(name);
              } else if (new Formula(given).unknown(known).isEmpty()) {
                problems.put(name, "has no value %s.".formatted(on));
              }
            });
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
