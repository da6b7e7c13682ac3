package io.proteus.lab.result;

import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.tenant.OperationType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one tenant got in a window.
 *
 * @param failed failed operations by type and cause; empty when none did
 * @param latency by type of operation, the types that were seen
 * @param latencyAll over all types; null when nothing was completed
 * @param latencyFromDue of a capped tenant, from when an operation was due by its cap
 */
public record TenantResult(
    String tenant,
    double operationsPerSecond,
    long completed,
    Map<String, Long> failed,
    Map<OperationType, LatencySummary> latency,
    @Nullable LatencySummary latencyAll,
    @Nullable LatencySummary latencyFromDue) {

  public TenantResult {
    failed = Collections.unmodifiableMap(new TreeMap<>(failed));
    var byType = new EnumMap<OperationType, LatencySummary>(OperationType.class);
    byType.putAll(latency);
    latency = Collections.unmodifiableMap(byType);
  }

  static TenantResult of(TenantWindow window) {
    return new TenantResult(
        window.tenant(),
        window.throughput().value(),
        window.completed(),
        window.failed(),
        window.latency(),
        window.latencyAll().orElse(null),
        window.latencyFromDue().orElse(null));
  }

  public long failures() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }
}
