package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.Set;

/** A node can read what it opens into its cache before clients ask for it. */
public non-sealed interface CacheWarming extends Facet {
  /**
   * Has these nodes, and no others, read what they open from now on into their caches at once,
   * until it is asked for others or none, and for no longer than the store is open here. A node
   * that cannot, or is gone, is left out.
   */
  void prefetch(Set<NodeId> nodes) throws PortException;
}
