package io.proteus.core.port;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import java.util.Collection;
import java.util.Map;

/**
 * How busy the nodes' hosts are since the last reading (MET-1). An unknown node is not in the
 * answer, and an unknown figure is null, which is not zero.
 */
public interface HostMetrics {
  /** No host is known. */
  HostMetrics NONE = nodes -> Map.of();

  Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException;
}
