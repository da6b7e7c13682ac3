package io.proteus.workloads.run;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The service of all tenants in a measured window.
 *
 * @param start when it began
 * @param length how long it really was
 * @param tenants one entry a tenant, in the order of the run
 * @param clientCores mean number of cores that this process used: the clients share the machine
 *     with the servers, so what they take is part of the result
 */
public record WindowResult(
    Instant start, Duration length, List<TenantWindow> tenants, double clientCores) {

  public WindowResult {
    tenants = List.copyOf(tenants);
  }

  public TenantWindow tenant(String name) {
    return tenants.stream()
        .filter(tenant -> tenant.tenant().equals(name))
        .findFirst()
        .orElseThrow(() -> new InvalidValue("window: want one of its tenants, got " + name + "."));
  }

  /** The sum over all tenants; those that are answered from a cache dominate it. */
  public OperationsPerSecond total() {
    return new OperationsPerSecond(
        tenants.stream().mapToDouble(tenant -> tenant.throughput().value()).sum());
  }

  public long failures() {
    return tenants.stream().mapToLong(TenantWindow::failures).sum();
  }
}
