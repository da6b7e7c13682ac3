package io.proteus.workloads.run;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The service of the tenants in about the last second.
 *
 * @param at end of that second
 * @param operationsPerSecond completed operations by tenant, over the second's true length
 * @param failed operations that failed in it, by tenant
 */
public record ThroughputSample(
    Instant at, Map<String, Double> operationsPerSecond, Map<String, Long> failed) {

  public ThroughputSample {
    operationsPerSecond = Collections.unmodifiableMap(new LinkedHashMap<>(operationsPerSecond));
    failed = Collections.unmodifiableMap(new LinkedHashMap<>(failed));
  }

  public double totalPerSecond() {
    return operationsPerSecond.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
