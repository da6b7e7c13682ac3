package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import io.proteus.workloads.run.WindowResult;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One measured window of an arrangement.
 *
 * @param repeat its number, from 1; the same number of two arrangements was measured close together
 * @param clientCores mean number of cores that the clients' process used
 * @param servers what is known of each server over the window
 * @param reconfiguration how the cluster got there, when something was reconfigured under load
 */
public record RepeatResult(
    int repeat,
    Instant startedAt,
    double windowSeconds,
    double clientCores,
    List<TenantResult> tenants,
    List<ServerResult> servers,
    @Nullable Reconfiguration reconfiguration) {

  public RepeatResult {
    tenants = List.copyOf(tenants);
    servers = List.copyOf(servers);
  }

  public static RepeatResult of(
      int repeat,
      WindowResult window,
      List<ServerResult> servers,
      @Nullable Reconfiguration reconfiguration) {
    return new RepeatResult(
        repeat,
        window.start(),
        window.length().toNanos() / 1e9,
        window.clientCores(),
        window.tenants().stream().map(TenantResult::of).toList(),
        servers,
        reconfiguration);
  }

  public TenantResult tenant(String name) {
    return tenants.stream()
        .filter(tenant -> tenant.tenant().equals(name))
        .findFirst()
        .orElseThrow(() -> new InvalidValue("repeat %d: no tenant %s.".formatted(repeat, name)));
  }

  public double totalPerSecond() {
    return tenants.stream().mapToDouble(TenantResult::operationsPerSecond).sum();
  }
}
