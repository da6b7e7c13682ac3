package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;

/**
 * The RegionServers with living processes, from HBase's own ephemeral znodes. A master that has
 * just become active answers before it knows any, so asking it then would make all look gone.
 */
record RegisteredServers(CuratorFramework zooKeeper, String znode) {
  static RegisteredServers under(CuratorFramework zooKeeper, String parent) {
    return new RegisteredServers(zooKeeper, parent + "/rs");
  }

  /** The full names of those of these nodes that live. */
  List<String> namesOf(Set<NodeId> nodes) throws PortException {
    try {
      return among(zooKeeper.getChildren().forPath(znode), nodes);
    } catch (Exception e) { // Curator declares no narrower one
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new PortException(
          "Cannot read which RegionServers live at %s: %s".formatted(znode, e), e);
    }
  }

  static List<String> among(List<String> registered, Set<NodeId> nodes) {
    return registered.stream()
        .filter(name -> nodes.contains(HBaseTranslation.node(ServerName.valueOf(name))))
        .sorted()
        .toList();
  }
}
