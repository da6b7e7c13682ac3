package io.proteus.lab.policies;

import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PresentValues;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.TrialSettings;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a policy comes to on a small cluster whose heaps are given.
 *
 * @param values that a trial can set, by parameter's name
 * @param leftOut what it sets besides
 */
public record PolicyValues(Map<String, String> values, Set<String> leftOut) {
  private static final String HEAP = "heap";

  public PolicyValues {
    values = Map.copyOf(values);
    leftOut = Set.copyOf(leftOut);
  }

  /**
   * Works a policy out.
   *
   * @param heap of each node; takes the place of what the policy says of it
   */
  public static PolicyValues of(
      Policy policy,
      ParameterCatalogue catalogue,
      BenchWorkload workload,
      ByteSize heap,
      int nodes,
      long dataBytes) {
    Map<String, Object> known = new HashMap<>(situation(workload, heap, nodes, dataBytes));
    known.putAll(PresentValues.byDefault(catalogue, known));
    known.put(HEAP, BigDecimal.valueOf(heap.bytes()));
    Map<String, String> formulas = new LinkedHashMap<>(policy.values());
    formulas.remove(HEAP);
    Policy without =
        new Policy(
            policy.name(),
            policy.file(),
            policy.title(),
            policy.source(),
            policy.enabled(),
            policy.workload(),
            policy.when(),
            policy.hold(),
            policy.condition(),
            formulas);
    Map<String, Parameter> parameters = catalogue.byName();
    Map<String, String> values = new TreeMap<>();
    Set<String> leftOut = new TreeSet<>();
    without
        .valuesFor(known, catalogue)
        .forEach(
            (name, value) -> {
              Parameter parameter = parameters.get(name);
              if (parameter != null && TrialSettings.isOnline(parameter)) {
                values.put(name, value);
              } else {
                leftOut.add(name);
              }
            });
    if (policy.values().containsKey(HEAP)) {
      leftOut.add(HEAP);
    }
    return new PolicyValues(values, leftOut);
  }

  /** Whether a policy is the one for this workload. */
  public static boolean applies(
      Policy policy, BenchWorkload workload, ByteSize heap, int nodes, long dataBytes) {
    return policy.applies(situation(workload, heap, nodes, dataBytes)).orElse(false);
  }

  private static Map<String, Object> situation(
      BenchWorkload workload, ByteSize heap, int nodes, long dataBytes) {
    Map<String, Object> situation = new HashMap<>(workload.situation());
    situation.put("memory", BigDecimal.valueOf(heap.bytes()));
    situation.put("dataSize", BigDecimal.valueOf(dataBytes));
    situation.put("nodes", BigDecimal.valueOf(nodes));
    situation.put("partitions", BigDecimal.valueOf(4L * nodes));
    return situation;
  }
}
