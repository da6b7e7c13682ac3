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
   * The nodes on which Proteus has switched compactions off and not on again. The store keeps this,
   * so the next leader knows it whatever its journal says.
   */
  Set<NodeId> compactionsSwitchedOff() throws PortException;
}
