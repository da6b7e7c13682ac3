package io.proteus.engine.hbase;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An ephemeral znode: there is one, and it is gone a session after its holder died.
 *
 * <p>While ZooKeeper does not answer nobody can tell who holds it, so it counts as not held; it is
 * held again when the same session comes back, and lost for good with the session.
 */
final class ClusterClaim implements Claim, ConnectionStateListener {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterClaim.class);

  private final CuratorFramework zooKeeper;
  private final String znode;
  private final long session;
  private volatile boolean connected = true;
  private volatile boolean ended;

  private ClusterClaim(CuratorFramework zooKeeper, String znode, long session) {
    this.zooKeeper = zooKeeper;
    this.znode = znode;
    this.session = session;
  }

  static ClusterClaim take(CuratorFramework zooKeeper, String parent, String who)
      throws PortException {
    String znode = parent + "/proteus/claim";
    byte[] body = (who + ", since " + Instant.now()).getBytes(StandardCharsets.UTF_8);
    try {
      create(zooKeeper, znode, body);
      Stat stat = zooKeeper.checkExists().forPath(znode);
      ClusterClaim claim =
          new ClusterClaim(zooKeeper, znode, stat == null ? 0 : stat.getEphemeralOwner());
      zooKeeper.getConnectionStateListenable().addListener(claim);
      return claim;
    } catch (KeeperException.NodeExistsException e) {
      throw new AlreadyClaimed(
          "Another Proteus acts on this cluster: %s. Stop it first; if it has died, its claim ends by itself within %d s."
              .formatted(holder(zooKeeper, znode), ClusterConnection.SESSION.toSeconds()));
    } catch (Exception e) { // Curator declares no narrower one
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new PortException("Cannot claim the cluster at %s: %s".formatted(znode, e), e);
    }
  }

  /** A create that was answered by a lost connection may have been done: then it is ours. */
  private static void create(CuratorFramework zooKeeper, String znode, byte[] body)
      throws Exception {
    try {
      zooKeeper
          .create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath(znode, body);
    } catch (KeeperException.NodeExistsException e) {
      if (!Arrays.equals(zooKeeper.getData().forPath(znode), body)) {
        throw e;
      }
    }
  }

  private static String holder(CuratorFramework zooKeeper, String znode) throws PortException {
    try {
      return new String(zooKeeper.getData().forPath(znode), StandardCharsets.UTF_8);
    } catch (KeeperException.NoNodeException e) {
      return "one that has just let go";
    } catch (Exception e) { // Curator declares no narrower one
      throw new PortException("Cannot read who claims the cluster at " + znode + ": " + e, e);
    }
  }

  @Override
  public boolean isHeld() {
    return connected && !ended;
  }

  @Override
  public void stateChanged(CuratorFramework client, ConnectionState state) {
    switch (state) {
      case SUSPENDED -> connected = false;
      case LOST -> {
        connected = false;
        ended = true;
        LOG.warn("The claim {} is lost with its ZooKeeper session; no further action", znode);
      }
      case CONNECTED, RECONNECTED, READ_ONLY -> connected = true;
    }
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    zooKeeper.getConnectionStateListenable().removeListener(this);
    try {
      Stat stat = zooKeeper.checkExists().forPath(znode);
      if (stat != null && stat.getEphemeralOwner() == session) {
        zooKeeper.delete().withVersion(stat.getVersion()).forPath(znode);
      }
    } catch (KeeperException.NoNodeException e) {
      // it has gone by itself
    } catch (Exception e) { // Curator declares no narrower one
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      LOG.warn(
          "The claim {} could not be let go; it ends by itself within {} s",
          znode,
          ClusterConnection.SESSION.toSeconds(),
          e);
    }
  }
}
