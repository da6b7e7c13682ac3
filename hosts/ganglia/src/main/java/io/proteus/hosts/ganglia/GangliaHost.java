package io.proteus.hosts.ganglia;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.units.Ratio;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a host: only figures that are no older than they may be.
 *
 * @param cluster that it is in
 * @param address as the agent knows it; often the name again
 * @param metrics by Ganglia's names; percentages and KB
 */
record GangliaHost(String cluster, String name, String address, Map<String, Double> metrics) {
  private static final double PERCENT = 100;

  boolean isCalled(String wanted) {
    return name.equalsIgnoreCase(wanted) || address.equals(wanted);
  }

  /** CPU without waiting for the disk, waiting, and memory without what caches could give back. */
  HostLoad load() {
    Double idle = metrics.get("cpu_idle");
    Double waiting = metrics.get("cpu_wio");
    return new HostLoad(
        idle == null ? null : percent(PERCENT - idle - (waiting == null ? 0 : waiting)),
        waiting == null ? null : percent(waiting),
        memory());
  }

  private @Nullable Ratio memory() {
    Double total = metrics.get("mem_total");
    Double free = metrics.get("mem_free");
    Double cached = metrics.get("mem_cached");
    if (total == null || free == null || cached == null || total <= 0) {
      return null;
    }
    double buffers = metrics.getOrDefault("mem_buffers", 0.0);
    return share(1 - (free + cached + buffers) / total);
  }

  private static Ratio percent(double percent) {
    return share(percent / PERCENT);
  }

  private static Ratio share(double share) {
    return Ratio.of(Math.max(0, Math.min(1, share)));
  }
}
