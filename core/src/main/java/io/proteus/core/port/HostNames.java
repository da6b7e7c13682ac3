package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.Map;

/**
 * What the hosts of nodes are called where their figures come from.
 *
 * @param byNode names that are not a part of the node's, by the node's name
 */
public record HostNames(Map<String, String> byNode) {
  public HostNames {
    byNode = Map.copyOf(byNode);
  }

  /** The name that was given for a node; else what stands before its port. */
  public String of(NodeId node) {
    String given = byNode.get(node.value());
    if (given != null) {
      return given;
    }
    int port = node.value().lastIndexOf(':');
    return port < 0 ? node.value() : node.value().substring(0, port);
  }
}
