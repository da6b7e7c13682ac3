package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.Set;

/**
 * What of the store's own doings Proteus has switched off and not on again. It is kept in the
 * store, so that whoever leads next knows of it whatever journal it has.
 *
 * @param balancer whether its balancer is
 * @param compactions nodes on which its compactions are
 */
public record SwitchedOff(boolean balancer, Set<NodeId> compactions) {
  public SwitchedOff {
    compactions = Set.copyOf(compactions);
  }
}
