package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/**
 * What Proteus has switched off in HBase, as lasting znodes, because HBase does not tell who
 * switched its balancer off. A mark is made before the switch and removed after it is on again.
 */
record SwitchedOffMarks(CuratorFramework zooKeeper, String balancer, String compactions) {
  static SwitchedOffMarks under(CuratorFramework zooKeeper, String parent) {
    return new SwitchedOffMarks(
        zooKeeper, parent + "/proteus/balancer-off", parent + "/proteus/compactions-off");
  }

  boolean balancerIsOff() throws PortException {
    try {
      return zooKeeper.checkExists().forPath(balancer) != null;
    } catch (Exception e) { // Curator declares no narrower one
      throw failure(balancer, e);
    }
  }

  void balancer(boolean off) throws PortException {
    if (off) {
      write(balancer, "");
    } else {
      remove(balancer);
    }
  }

  void compactions(Set<NodeId> changed, boolean off) throws PortException {
    Set<NodeId> nodes = new TreeSet<>(nodes());
    if (off ? nodes.addAll(changed) : nodes.removeAll(changed)) {
      if (nodes.isEmpty()) {
        remove(compactions);
      } else {
        write(compactions, nodes.stream().map(NodeId::value).collect(Collectors.joining("\n")));
      }
    }
  }

  /** The nodes whose compactions are off. */
  Set<NodeId> nodes() throws PortException {
    try {
      String text = new String(zooKeeper.getData().forPath(compactions), StandardCharsets.UTF_8);
      return Stream.of(text.split("\n", -1))
          .filter(line -> !line.isEmpty())
          .map(NodeId::new)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (KeeperException.NoNodeException e) {
      return Set.of();
    } catch (Exception e) { // Curator declares no narrower one
      throw failure(compactions, e);
    }
  }

  private void write(String znode, String text) throws PortException {
    try {
      zooKeeper
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(znode, text.getBytes(StandardCharsets.UTF_8));
    } catch (Exception e) { // Curator declares no narrower one
      throw failure(znode, e);
    }
  }

  private void remove(String znode) throws PortException {
    try {
      zooKeeper.delete().quietly().forPath(znode);
    } catch (Exception e) { // Curator declares no narrower one
      throw failure(znode, e);
    }
  }

  private static PortException failure(String znode, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new PortException(
        "What is switched off cannot be noted at %s: %s".formatted(znode, e), e);
  }
}
