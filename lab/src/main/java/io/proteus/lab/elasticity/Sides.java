package io.proteus.lab.elasticity;

import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.Ratio;
import io.proteus.lab.result.Resize;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.WindowResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Puts together what clients and servers had for some seconds. */
final class Sides {
  private Sides() {}

  /** The windows that lie within a span. */
  static List<WindowResult> within(List<WindowResult> windows, Instant from, Instant until) {
    return windows.stream()
        .filter(window -> !window.start().isBefore(from))
        .filter(window -> !window.start().plus(window.length()).isAfter(until))
        .toList();
  }

  /** What clients had in the windows, and servers in an observation; null without windows. */
  static Resize.@Nullable Side of(List<WindowResult> windows, @Nullable Observation seen) {
    if (windows.isEmpty()) {
      return null;
    }
    double seconds = windows.stream().mapToDouble(w -> w.length().toNanos() / 1e9).sum();
    long completed =
        windows.stream()
            .flatMap(window -> window.tenants().stream())
            .mapToLong(TenantWindow::completed)
            .sum();
    Servers servers = seen == null ? Servers.UNKNOWN : Servers.of(seen);
    return new Resize.Side(
        completed / seconds,
        meanLatencyMillis(windows),
        worstP99Millis(windows),
        servers.requests(),
        servers.busiestOverMean(),
        servers.storedBytes(),
        servers.localShare(),
        servers.meanCpu(),
        servers.hottestCpu());
  }

  /** Over all operations; null when there were none. */
  static @Nullable Double meanLatencyMillis(List<WindowResult> windows) {
    double micros = 0;
    long count = 0;
    for (WindowResult window : windows) {
      for (TenantWindow tenant : window.tenants()) {
        if (tenant.latencyAll().isPresent()) {
          micros += tenant.latencyAll().get().meanMicros() * tenant.latencyAll().get().count();
          count += tenant.latencyAll().get().count();
        }
      }
    }
    return count == 0 ? null : Double.valueOf(micros / count / 1e3);
  }

  private static @Nullable Double worstP99Millis(List<WindowResult> windows) {
    OptionalDouble worst =
        windows.stream()
            .flatMap(window -> window.tenants().stream())
            .flatMap(tenant -> tenant.latencyAll().stream())
            .mapToDouble(latency -> latency.p99Micros() / 1e3)
            .max();
    return worst.isPresent() ? Double.valueOf(worst.getAsDouble()) : null;
  }

  /** CPU share in use, over the servers of which it is known. */
  static @Nullable Double meanCpu(Observation seen) {
    OptionalDouble mean = cpu(seen).stream().mapToDouble(Double::doubleValue).average();
    return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
  }

  private static List<Double> cpu(Observation seen) {
    List<Double> known = new ArrayList<>();
    for (NodeLoad load : seen.loads().values()) {
      Ratio cpu = load.host().cpu();
      if (cpu != null) {
        known.add(cpu.value());
      }
    }
    return known;
  }

  private record Servers(
      @Nullable Double requests,
      @Nullable Double busiestOverMean,
      @Nullable Long storedBytes,
      @Nullable Double localShare,
      @Nullable Double meanCpu,
      @Nullable Double hottestCpu) {
    static final Servers UNKNOWN = new Servers(null, null, null, null, null, null);

    static Servers of(Observation seen) {
      boolean rated = !seen.rates().isEmpty();
      double all = 0;
      double busiest = 0;
      for (var entry : seen.topology().partitionsByNode().entrySet()) {
        double ofNode = requestsOf(seen, entry.getValue());
        all += ofNode;
        busiest = Math.max(busiest, ofNode);
      }
      int nodes = seen.topology().nodes().size();
      List<Double> cpu = cpu(seen);
      return new Servers(
          rated ? Double.valueOf(all) : null,
          rated && all > 0 ? Double.valueOf(busiest * nodes / all) : null,
          seen.topology().partitions().stream().mapToLong(p -> p.size().bytes()).sum(),
          localShare(seen.topology().partitions()),
          Sides.meanCpu(seen),
          cpu.isEmpty() ? null : cpu.stream().max(Double::compare).orElseThrow());
    }

    private static double requestsOf(Observation seen, List<Partition> held) {
      double requests = 0;
      for (Partition partition : held) {
        RequestRates rates = seen.rates().get(partition.id());
        requests += rates == null ? 0 : rates.total();
      }
      return requests;
    }

    private static @Nullable Double localShare(List<Partition> partitions) {
      double stored = 0;
      double local = 0;
      for (Partition partition : partitions) {
        Ratio locality = partition.locality();
        if (locality != null) {
          stored += partition.size().bytes();
          local += partition.size().bytes() * locality.value();
        }
      }
      return stored > 0 ? Double.valueOf(local / stored) : null;
    }
  }
}
