package io.proteus.engine.hbase;

import io.proteus.core.port.Claim;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.LeasedClaim;
import io.proteus.core.port.PortException;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster's ZooKeeper as the authority of a claim ({@link ClaimZnodes}). The claim is held
 * again when the same session comes back, and lost for good with the session.
 */
final class ClusterClaim implements LeasedClaim.Authority {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClaim.class);

  private static final Clocks OF_THIS_MACHINE =
      new Clocks(System::nanoTime, System::currentTimeMillis);

  private final ClaimZnodes znodes;
  private final long epoch;
  private final long session;
  private final LeasedClaim claim;
  private final ConnectionStateListener listener = this::hear;

  private ClusterClaim(ClaimZnodes znodes, Clocks clocks, Clocks.Moment asked, long epoch)
      throws PortException {
    this.znodes = znodes;
    this.epoch = epoch;
    this.session = session();
    this.claim = new LeasedClaim(this, clocks, asked, epoch, granted());
  }

  /** Claims the cluster under a znode. */
  static Claim take(CuratorFramework zooKeeper, String parent, Claimant claimant)
      throws PortException {
    ClaimZnodes znodes = ClaimZnodes.under(zooKeeper, parent);
    Clocks.Moment asked = OF_THIS_MACHINE.now();
    ClusterClaim taken = new ClusterClaim(znodes, OF_THIS_MACHINE, asked, znodes.take(claimant));
    zooKeeper.getConnectionStateListenable().addListener(taken.listener);
    return taken.claim;
  }

  /** How long this ZooKeeper waits for a session: it may grant more or less than is asked for. */
  private Duration granted() {
    int granted = znodes.zooKeeper().getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
    return granted > 0 ? Duration.ofMillis(granted) : ClusterConnection.SESSION;
  }

  private long session() throws PortException {
    try {
      return znodes.zooKeeper().getZookeeperClient().getZooKeeper().getSessionId();
    } catch (Exception e) { // Curator declares no narrower one
      throw new PortException("ZooKeeper gives no session: " + e, e);
    }
  }

  @Override
  public boolean holds(Duration limit) throws PortException {
    boolean holds = session() == session && znodes.has(epoch, limit);
    if (!holds) {
      listenNoMore();
    }
    return holds;
  }

  private void listenNoMore() {
    znodes.zooKeeper().getConnectionStateListenable().removeListener(listener);
  }

  private void hear(CuratorFramework client, ConnectionState state) {
    switch (state) {
      case SUSPENDED -> claim.heard(false);
      case LOST -> {
        claim.lost();
        listenNoMore();
        LOG.warn(
            "The claim {} is lost with its ZooKeeper session; no further action", znodes.claim());
      }
      case CONNECTED, RECONNECTED, READ_ONLY -> claim.heard(true);
    }
  }

  @Override
  public void letGo() {
    listenNoMore();
    try {
      znodes.remove(session);
    } catch (PortException e) {
      LOG.warn("{}; it ends by itself with its session", e.getMessage());
    }
  }
}
