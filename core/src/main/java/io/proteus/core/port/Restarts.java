package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;

/** Nodes can be restarted where they run (MET-11). */
public non-sealed interface Restarts extends Facet, CloudFacet {
  /**
   * Restarts a node with other settings; starts it when it is down.
   *
   * @param settings what it is started with besides, and without, in the store's own keys; they
   *     stay
   */
  void restart(NodeId node, SettingsChange settings) throws PortException;
}
