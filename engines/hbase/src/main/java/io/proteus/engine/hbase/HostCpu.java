package io.proteus.engine.hbase;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.Ratio;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The CPU of the servers' hosts (MET-1) as their JVMs see it; in a container it is the container's.
 * It is for hosts that nothing else can be asked about. I/O wait and memory stay unknown: a JVM
 * does not tell the former, and counts the page cache into the latter.
 */
final class HostCpu {
  /**
   * Reads a single attribute. The share counts since the bean was last asked, and the bean has two
   * names for it ({@code CpuLoad} since JDK 14), so the second one read would cover microseconds
   * only.
   */
  private static final String BEAN = "/jmx?get=java.lang:type=OperatingSystem::" + HostCpu.SHARE;

  private static final String SHARE = "SystemCpuLoad";

  private final InfoServers infoServers;

  /**
   * A server in one of its lives.
   *
   * @param server {@code host,port,startcode}
   */
  record Host(String server, Endpoint endpoint) {}

  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  HostCpu(InfoServers infoServers) {
    this.infoServers = infoServers;
  }

  /** The loads since the last reading; a JVM's first answer means nothing, so it is left out. */
  Map<NodeId, HostLoad> read(Collection<NodeId> nodes, Map<NodeId, Host> hosts)
      throws InterruptedException {
    Map<NodeId, Endpoint> wanted = new LinkedHashMap<>();
    for (NodeId node : nodes) {
      Host host = hosts.get(node);
      if (host != null) {
        wanted.put(node, host.endpoint());
      }
    }
    Map<NodeId, HostLoad> loads = new HashMap<>();
    infoServers
        .read(wanted, servlets -> new Cpu(parse(servlets.get(BEAN))))
        .forEach(
            (node, answer) -> {
              Ratio cpu = answer.<@Nullable Ratio>either(Cpu::share, why -> null);
              Host host = hosts.get(node);
              if (cpu != null && host != null && !asked.add(host.server())) {
                loads.put(node, new HostLoad(cpu, null, null));
              }
            });
    return loads;
  }

  private record Cpu(@Nullable Ratio share) {}

  /** Null when the JVM does not know, which it says as a negative share or by leaving it out. */
  static @Nullable Ratio parse(byte[] body) throws IOException {
    double[] share = {-1};
    Json.read(
        body,
        (field, value) -> {
          if (field.equals(SHARE) && value.currentToken().isNumeric() && !value.isNaN()) {
            share[0] = value.getDoubleValue();
          }
        });
    return share[0] >= 0 && share[0] <= 1 ? Ratio.of(share[0]) : null;
  }
}
