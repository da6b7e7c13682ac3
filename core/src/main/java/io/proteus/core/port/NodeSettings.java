package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;

/** Nodes take some of their settings, in the store's own keys, while they run. */
public non-sealed interface NodeSettings extends Facet {
  /**
   * Sets keys of a running node, and takes others off it. {@link
   * io.proteus.core.cluster.Node#effects} names the keys that it takes so. Whether the node has
   * them after a restart is the store's matter: the topology tells what it has then.
   */
  void set(NodeId node, SettingsChange change) throws PortException;
}
