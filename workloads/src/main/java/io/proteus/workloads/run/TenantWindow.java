package io.proteus.workloads.run;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.tenant.OperationType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The service of one tenant in a measured window.
 *
 * @param tenant its name
 * @param completed operations that the store has answered as asked
 * @param throughput completed operations over the length of the window
 * @param failed operations that failed, by type and cause: {@code UPDATE
 *     RetriesExhaustedException}; empty when none did
 * @param latency of completed operations, from when they were sent; the types that were seen
 * @param latencyAll the same over all types; empty when nothing was completed
 * @param latencyFromDue of a capped tenant, from when an operation was due by its cap. A closed
 *     loop sends nothing while it waits, so latency from sending leaves out what a slow store kept
 *     from being sent (coordinated omission); only where a rate is asked for can this be made good.
 */
public record TenantWindow(
    String tenant,
    long completed,
    OperationsPerSecond throughput,
    Map<String, Long> failed,
    Map<OperationType, LatencySummary> latency,
    Optional<LatencySummary> latencyAll,
    Optional<LatencySummary> latencyFromDue) {

  public TenantWindow {
    failed = Collections.unmodifiableMap(new TreeMap<>(failed));
    var byType = new EnumMap<OperationType, LatencySummary>(OperationType.class);
    byType.putAll(latency);
    latency = Collections.unmodifiableMap(byType);
  }

  public long failures() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }
}
