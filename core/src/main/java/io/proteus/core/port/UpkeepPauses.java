package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.Set;

/** The store rewrites files by itself, and can be had wait with it. */
public non-sealed interface UpkeepPauses extends Facet {
  /**
   * Switches the store's own compactions off or on, on some nodes; such as run there end
   * unfinished. A node that restarts has them on; one that is gone is left out.
   */
  void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException;

  /**
   * The nodes on which Proteus has switched compactions off and not on again. The store itself
   * keeps it, so that whoever leads next knows of it whatever journal it has.
   */
  Set<NodeId> compactionsSwitchedOff() throws PortException;
}
