package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.hbase.plugin.PrefetchZnodes;
import java.util.HashSet;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Asks the plugin in the RegionServers to read the regions that they open into their caches, by
 * ephemeral znodes: they are gone a session after Proteus died.
 */
final class PrefetchRequests {
  private final CuratorFramework zooKeeper;
  private final PrefetchZnodes znodes;
  private final Set<NodeId> asked = new HashSet<>();

  PrefetchRequests(CuratorFramework zooKeeper, String parent) {
    this.zooKeeper = zooKeeper;
    this.znodes = new PrefetchZnodes(parent);
  }

  /**
   * Asks these servers and no others. Without a plugin that knows these requests there is no parent
   * znode.
   */
  synchronized void ask(Set<NodeId> nodes) throws PortException {
    Set<NodeId> over = new HashSet<>(asked);
    over.removeAll(nodes);
    for (NodeId node : over) {
      withdraw(node);
    }
    for (NodeId node : nodes) {
      if (!asked.contains(node) || !stands(node)) {
        request(node);
      }
    }
  }

  /** Requests go with the session, which may have been lost and replaced since. */
  private boolean stands(NodeId node) throws PortException {
    String znode = znode(node);
    try {
      Stat stat = zooKeeper.checkExists().forPath(znode);
      return stat != null
          && stat.getEphemeralOwner()
              == zooKeeper.getZookeeperClient().getZooKeeper().getSessionId();
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("look for " + znode, e);
    }
  }

  private void request(NodeId node) throws PortException {
    String znode = znode(node);
    try {
      zooKeeper.delete().quietly().forPath(znode); // of one that has just died
      asked.add(node); // an answer that is lost may have been a yes
      zooKeeper.create().withMode(CreateMode.EPHEMERAL).forPath(znode);
    } catch (KeeperException.NoNodeException e) {
      return; // the plugin makes the parent
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("ask for " + znode, e);
    }
  }

  private void withdraw(NodeId node) throws PortException {
    String znode = znode(node);
    try {
      zooKeeper.delete().quietly().forPath(znode);
      asked.remove(node);
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("take back " + znode, e);
    }
  }

  private String znode(NodeId node) {
    return znodes.request(HBaseTranslation.host(node), HBaseTranslation.port(node));
  }

  private static PortException failure(String what, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new PortException("Cannot %s: %s".formatted(what, e), e);
  }
}
