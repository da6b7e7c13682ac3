package io.proteus.core.port;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import java.util.Collection;
import java.util.Map;

/**
 * How busy the nodes' hosts are since the last reading (MET-1). A node of which nothing is known is
 * not in the answer, and a figure that is not known is null: what is missing is never zero.
 */
public interface HostMetrics {
  /** Of hosts of which nobody tells anything. */
  HostMetrics NONE = nodes -> Map.of();

  Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException;
}
