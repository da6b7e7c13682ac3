package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import java.util.Map;

/**
 * What nodes can do, relative to the usual one: 0.5 for a node that serves half as much with the
 * same share of its CPU.
 *
 * @param byNode of the nodes that are known to be unlike the usual one
 */
public record NodeSpeeds(Map<NodeId, Double> byNode) {
  /** All nodes are alike, as far as is known. */
  public static final NodeSpeeds ALIKE = new NodeSpeeds(Map.of());

  public NodeSpeeds {
    byNode = Map.copyOf(byNode);
  }

  /** What has been learned of the nodes that there are. */
  public static NodeSpeeds of(Situation now) {
    return ALIKE;
  }

  /** The speed of a node; 1 for one that nothing is known of. */
  public double of(NodeId node) {
    return byNode.getOrDefault(node, 1.0);
  }
}
