package io.proteus.hosts.prometheus;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.HostNames;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks the node_exporter of each host, all at once. They count seconds, so that the CPU is known
 * from the second reading on, over the time between two.
 */
final class NodeExporters implements HostMetrics {
  private static final int OK = 200;

  /** Over less time counters tell nothing. */
  private static final double SHORTEST_SECONDS = 0.5;

  private final NodeExporterSettings settings;
  private final HostNames names;
  private final Page page;
  private final Map<NodeId, Exposition> before = new HashMap<>();

  NodeExporters(NodeExporterSettings settings) {
    this.settings = settings;
    this.names = new HostNames(settings.names());
    this.page = Page.of(settings.timeout(), Optional.empty(), "hosts.node-exporter.names");
  }

  @Override
  public synchronized Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    long end = page.end();
    Map<NodeId, CompletableFuture<HttpResponse<String>>> asked = new LinkedHashMap<>();
    for (NodeId node : nodes) {
      asked.put(node, page.ask(address(node)));
    }
    Map<NodeId, HostLoad> loads = new HashMap<>();
    PortException failed = null;
    for (Map.Entry<NodeId, CompletableFuture<HttpResponse<String>>> one : asked.entrySet()) {
      NodeId node = one.getKey();
      try {
        HttpResponse<String> answer = page.await(address(node), one.getValue(), end);
        if (answer.statusCode() == OK) {
          loads.put(node, load(node, Exposition.of(answer.body())));
        }
      } catch (PortException e) {
        failed = e;
        before.remove(node);
      }
    }
    loads.values().removeIf(HostLoad.UNKNOWN::equals);
    if (loads.isEmpty() && failed != null) {
      throw failed;
    }
    return loads;
  }

  private URI address(NodeId node) throws PortException {
    String host = names.of(node);
    String authority = host.contains(":") ? host : host + ":" + settings.port();
    try {
      return URI.create("http://" + authority + "/metrics");
    } catch (IllegalArgumentException e) {
      throw new PortException(
          "hosts.node-exporter.names: want a host or host:port for %s, got %s."
              .formatted(node.value(), host),
          e);
    }
  }

  private HostLoad load(NodeId node, Exposition now) {
    Exposition then = before.get(node);
    double passed = then == null ? 0 : now.cpuSeconds() - then.cpuSeconds();
    if (then == null || passed < 0 || passed >= SHORTEST_SECONDS) {
      before.put(node, now);
    }
    if (then == null || passed < SHORTEST_SECONDS) {
      return new HostLoad(null, null, memory(now));
    }
    double idle = now.idleSeconds() - then.idleSeconds();
    double waiting = now.waitingSeconds() - then.waitingSeconds();
    return new HostLoad(
        share((passed - idle - waiting) / passed), share(waiting / passed), memory(now));
  }

  private static @Nullable Ratio memory(Exposition now) {
    Double available = now.available();
    Double total = now.total();
    return available == null || total == null || total <= 0 ? null : share(1 - available / total);
  }

  private static Ratio share(double share) {
    return Ratio.of(Math.max(0, Math.min(1, share)));
  }
}
