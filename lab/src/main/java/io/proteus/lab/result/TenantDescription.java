package io.proteus.lab.result;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.tenant.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as the report names it.
 *
 * @param mix its operations: {@code 50% read, 50% update}
 * @param partitionShares share of its requests by partition
 * @param capPerSecond most operations it sends in a second; null when it is not capped
 */
public record TenantDescription(
    String name,
    String mix,
    List<Double> partitionShares,
    int threads,
    @Nullable Double capPerSecond) {

  public TenantDescription {
    partitionShares = List.copyOf(partitionShares);
  }

  public static TenantDescription of(Tenant tenant) {
    return new TenantDescription(
        tenant.name(),
        tenant.mix().toString(),
        tenant.partitionShares(),
        tenant.threads(),
        tenant.cap().map(OperationsPerSecond::value).orElse(null));
  }

  /** Whether its throughput says nothing of the store, as long as the cap is reached. */
  public boolean isCapped() {
    return capPerSecond != null;
  }
}
