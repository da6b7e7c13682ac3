package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which node owns which part of a ring of keys. A value: who comes or goes makes another one. */
interface RingLayout {
  /** In the order of the ring; their widths add up to 1. */
  List<RingRange> ranges();

  /** Nodes that own something, or are to. */
  Set<NodeId> members();

  /** The same once a node has joined and owns its fair share. */
  RingLayout with(NodeId node);

  /** The same once a node has left. */
  RingLayout without(NodeId node);

  /** The owners of the keys that end here. */
  List<NodeId> ownersAt(long end);

  /** The share of the keys of which each node is the first owner. */
  Map<NodeId, Double> shares();
}
