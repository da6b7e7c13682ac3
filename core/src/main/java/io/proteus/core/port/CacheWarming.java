package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.Set;

/** A node can read what it opens into its cache before clients ask for it. */
public non-sealed interface CacheWarming extends Facet {
  /**
   * Lets these nodes, and no others, read the partitions that they open into their caches at once.
   * This holds until the next call and ends when the store is closed here. A node that cannot do
   * it, or is gone, is left out.
   */
  void prefetch(Set<NodeId> nodes) throws PortException;
}
