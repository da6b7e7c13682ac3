package io.proteus.hbase.plugin;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZKListener;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this server's target at hand, its report up to date, and its opening of regions as asked
 * for, on a daemon thread of its own.
 *
 * <p>HBase's chores never wait for ZooKeeper because of it: they read the last known target. While
 * ZooKeeper is away that target stays; an expired session is replaced by a new one. The session is
 * not the server's own, so that its end never ends the server.
 */
final class ZooKeeperLink implements Runnable, Abortable {

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperLink.class);

  /** How often report and connection are checked; changed targets arrive by watch. */
  private static final long ROUND_MS = 1_000;

  /**
   * Even without a watch's word the target is read and the report's znode looked for this often.
   */
  private static final long RECHECK_MS = 60_000;

  /** A dead server's report lingers for one session: shorter than HBase's 90 s. */
  private static final int LONGEST_SESSION_MS = 30_000;

  private final Configuration configuration;
  private final ServerName server;
  private final Supplier<MemorySplitReport> reports;
  private final Prefetching prefetching;
  private final MemorySplitZnodes znodes;
  private final PrefetchZnodes prefetchZnodes;
  private final String targetZnode;
  private final String reportZnode;
  private final String prefetchZnode;

  private volatile ReceivedTarget received = ReceivedTarget.NONE;

  private final Object bell = new Object();
  private boolean rung;
  private boolean anythingChanged;
  private boolean sessionEnded;

  // the rest is the link thread's alone
  private @Nullable ZKWatcher watcher;
  private byte @Nullable [] published;
  private long recheckAtNanos;
  private boolean failing;
  private boolean stoodDown;

  /**
   * @param configuration the server's own
   * @param reports asked for the newest report once a round
   */
  ZooKeeperLink(
      Configuration configuration, ServerName server, Supplier<MemorySplitReport> reports) {
    this.configuration = ownSession(configuration);
    this.server = server;
    this.reports = reports;
    this.prefetching = new Prefetching(configuration);
    String parent =
        configuration.get(
            HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT);
    this.znodes = new MemorySplitZnodes(parent);
    this.prefetchZnodes = new PrefetchZnodes(parent);
    this.targetZnode = znodes.target(server.getHostname(), server.getPort());
    this.reportZnode = znodes.report(server.getHostname(), server.getPort());
    this.prefetchZnode = prefetchZnodes.request(server.getHostname(), server.getPort());
  }

  private static Configuration ownSession(Configuration servers) {
    Configuration own = new Configuration(servers);
    int session =
        servers.getInt(HConstants.ZK_SESSION_TIMEOUT, HConstants.DEFAULT_ZK_SESSION_TIMEOUT);
    own.setInt(HConstants.ZK_SESSION_TIMEOUT, Math.min(session, LONGEST_SESSION_MS));
    own.setInt("zookeeper.recovery.retry", 0); // the next round is the retry
    return own;
  }

  void start() {
    Thread thread = new Thread(this, "proteus-memory-split-" + server.getAddress());
    thread.setDaemon(true);
    thread.start();
  }

  /** The last target that was read; {@link ReceivedTarget#NONE} before the first. */
  ReceivedTarget received() {
    return received;
  }

  @Override
  public void run() {
    while (!stoodDown) {
      try {
        round();
        if (failing) {
          LOG.info("ZooKeeper answers again for {}", targetZnode);
          failing = false;
        }
        awaitBell();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      } catch (KeeperException | IOException | RuntimeException e) {
        tolerate(e);
      }
    }
    close();
    prefetching.ask(false);
  }

  private void tolerate(Exception failure) {
    prefetching.ask(false); // nobody knows whether it is still asked for
    if (!failing) {
      LOG.warn(
          "Cannot read {} or write {}; this server keeps the memory split it has and tries again"
              + " every {} ms",
          targetZnode,
          reportZnode,
          ROUND_MS,
          failure);
      failing = true;
    }
    if (failure instanceof KeeperException.SessionExpiredException) {
      close();
    }
    ring(true, false);
    try {
      TimeUnit.MILLISECONDS.sleep(ROUND_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stoodDown = true;
    }
  }

  /** One round of the thread's work. */
  void round() throws IOException, KeeperException, InterruptedException {
    boolean read;
    boolean reconnect;
    synchronized (bell) {
      read = anythingChanged;
      anythingChanged = false;
      reconnect = sessionEnded;
      sessionEnded = false;
    }
    if (reconnect) {
      close();
    }
    boolean recheck = System.nanoTime() - recheckAtNanos >= 0;
    ZKWatcher connected = watcher;
    if (connected == null) {
      connected = connect();
      recheck = true;
    }
    if (read || recheck) {
      received = readTarget(connected);
      prefetching.ask(ZKUtil.watchAndCheckExists(connected, prefetchZnode));
    }
    byte[] report = reports.get().toBytes();
    if (recheck || !Arrays.equals(report, published)) {
      publish(connected, report);
    }
    if (recheck) {
      recheckAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RECHECK_MS);
    }
  }

  /**
   * Opens a session and makes the znodes that last. The target's znode is made here, empty, and not
   * by whoever sets it: it is this way that it always gets HBase's access list. A session in which
   * they could not be made is given up, so that the next round makes them.
   */
  private ZKWatcher connect() throws IOException, KeeperException {
    ZKWatcher connected = new ZKWatcher(configuration, "proteus-memory-split", this);
    try {
      connected.registerListener(new Changes(connected));
      ZKUtil.createWithParents(connected, targetZnode);
      ZKUtil.createWithParents(connected, znodes.reports());
      ZKUtil.createWithParents(connected, prefetchZnodes.requests());
      watcher = connected;
    } finally {
      if (watcher == null) {
        connected.close();
      }
    }
    return connected;
  }

  private ReceivedTarget readTarget(ZKWatcher connected) throws KeeperException {
    if (!ZKUtil.watchAndCheckExists(connected, targetZnode)) {
      return ReceivedTarget.NONE;
    }
    Stat stat = new Stat();
    byte[] body = ZKUtil.getDataAndWatch(connected, targetZnode, stat);
    return ReceivedTarget.read(body, stat.getMzxid());
  }

  /** Writes plain text, without the prefix that HBase's own calls add, for people and zkCli. */
  private void publish(ZKWatcher connected, byte[] report)
      throws KeeperException, InterruptedException {
    ZooKeeper zooKeeper = connected.getRecoverableZooKeeper().getZooKeeper();
    Stat stat = zooKeeper.exists(reportZnode, false);
    if (stat != null && stat.getEphemeralOwner() != zooKeeper.getSessionId()) {
      if (isOfNewerStart(zooKeeper.getData(reportZnode, false, stat))) {
        LOG.info("A newer server has {}, the one of {} stands down", reportZnode, server);
        stoodDown = true;
        return;
      }
      zooKeeper.delete(reportZnode, stat.getVersion());
      stat = null;
    }
    if (stat == null) {
      zooKeeper.create(reportZnode, report, connected.createACL(reportZnode), CreateMode.EPHEMERAL);
    } else {
      zooKeeper.setData(reportZnode, report, stat.getVersion());
    }
    published = report;
  }

  private boolean isOfNewerStart(byte[] report) {
    try {
      return ServerName.valueOf(MemorySplitReport.parse(report).server()).getStartcode()
          > server.getStartcode();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Gives the session back. */
  void close() {
    ZKWatcher open = watcher;
    watcher = null;
    published = null;
    if (open != null) {
      open.close();
    }
  }

  private void awaitBell() throws InterruptedException {
    synchronized (bell) {
      if (!rung) {
        bell.wait(ROUND_MS);
      }
      rung = false;
    }
  }

  private void ring(boolean anythingChanges, boolean sessionEnds) {
    synchronized (bell) {
      rung = true;
      anythingChanged |= anythingChanges;
      sessionEnded |= sessionEnds;
      bell.notifyAll();
    }
  }

  /** Writes the report without waiting for the next round. */
  void reportChanged() {
    ring(false, false);
  }

  /** HBase's way to tell that the session has expired. */
  @Override
  public void abort(String why, @Nullable Throwable cause) {
    LOG.info("ZooKeeper session of the memory split ended, opening another: {}", why);
    ring(true, true);
  }

  @Override
  public boolean isAborted() {
    return false;
  }

  private final class Changes extends ZKListener {
    Changes(ZKWatcher watcher) {
      super(watcher);
    }

    @Override
    public void nodeCreated(String path) {
      note(path);
    }

    @Override
    public void nodeDataChanged(String path) {
      note(path);
    }

    @Override
    public void nodeDeleted(String path) {
      note(path);
    }

    private void note(String path) {
      if (path.equals(targetZnode) || path.equals(prefetchZnode)) {
        ring(true, false);
      }
    }
  }
}
