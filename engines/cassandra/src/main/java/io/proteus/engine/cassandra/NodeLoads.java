package io.proteus.engine.cassandra;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import javax.management.ObjectName;

/** How much of its machine's CPU each node's process takes, as its JVM tells. */
final class NodeLoads implements HostMetrics {
  private final CassandraStore store;

  NodeLoads(CassandraStore store) {
    this.store = store;
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : nodes) {
      try {
        Object told =
            store
                .connections()
                .ask(
                    node.value(),
                    jmx ->
                        jmx.getAttribute(
                            new ObjectName("java.lang:type=OperatingSystem"), "ProcessCpuLoad"));
        // below 0 until the JVM has measured twice
        if (told instanceof Double share && share >= 0) {
          loads.put(node, new HostLoad(Ratio.of(Math.min(1, share)), null, null));
        }
      } catch (PortException e) {
        // the sample has it as a gap
      }
    }
    return loads;
  }
}
