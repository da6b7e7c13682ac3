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
 * The CPU of the servers' hosts (MET-1) as their JVMs see it, in a container that is the
 * container's. For clusters on whose hosts nothing else can be asked: I/O wait and memory stay
 * unknown, as a JVM does not tell the one and counts the page cache into the other.
 */
final class HostCpu {
  /**
   * One attribute alone: the share is that since the bean was last asked for it by anybody, and it
   * has two names for it ({@code CpuLoad} since JDK 14), so that the second to be read would tell
   * of the microseconds since the first.
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
