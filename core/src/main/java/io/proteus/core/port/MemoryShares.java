package io.proteus.core.port;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import java.util.Map;

/** A node's memory is divided between reads and writes, and can be divided anew. */
public non-sealed interface MemoryShares extends Facet {
  /** Divides the memory of a running node anew, where the node takes it while it runs. */
  void setMemorySplit(NodeId node, MemorySplit split) throws PortException;

  /**
   * From its next start on, the node uses the split that it is started with, whatever was set while
   * it ran. Until then nothing changes.
   */
  void forgetMemorySplit(NodeId node) throws PortException;

  /** The settings by which a node that starts gets this split, in the store's own keys. */
  Map<String, String> settingsOf(MemorySplit split);
}
