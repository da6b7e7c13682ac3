package io.proteus.engine.hbase;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryOneTime;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * The two ways into a cluster, HBase's client and its ZooKeeper, each with bounds: HBase's own
 * defaults would keep a user who mistyped an address waiting for many minutes.
 */
final class ClusterConnection implements AutoCloseable {

  /**
   * How long ZooKeeper waits for a sign of life before a claim ends. It looks for ended sessions
   * once a tick (2 or 3 s), so the claim of a dead Proteus ends within 11 s.
   */
  static final Duration SESSION = Duration.ofSeconds(8);

  /** A server that wants Kerberos says nothing to who comes without, and closes. */
  private static final String CLOSED =
      ". If the cluster wants Kerberos: engine.properties has to have"
          + " hbase.security.authentication";

  private final HBaseAddress address;
  private final CuratorFramework zooKeeper;
  private final AsyncConnection hbase;
  private final InfoServers.Scheme pages;

  private ClusterConnection(
      HBaseAddress address,
      CuratorFramework zooKeeper,
      AsyncConnection hbase,
      InfoServers.Scheme pages) {
    this.address = address;
    this.zooKeeper = zooKeeper;
    this.hbase = hbase;
    this.pages = pages;
  }

  /**
   * @throws PortException within 20 s if there is no ZooKeeper, no HBase in it, or no master alive;
   *     the message says which
   */
  static ClusterConnection open(HBaseAddress address, Limits limits) throws PortException {
    Configuration configuration = ClientConfiguration.of(address);
    ClientConfiguration.prepareLogin(configuration);
    CuratorFramework zooKeeper = zooKeeper(address, configuration);
    zooKeeper.start();
    try {
      requireCluster(address, zooKeeper, limits.zooKeeper());
      AsyncConnection hbase =
          await(
              "connect to HBase at " + address,
              ConnectionFactory.createAsyncConnection(configuration),
              limits.hbase());
      return new ClusterConnection(
          address, zooKeeper, hbase, ClientConfiguration.pages(configuration));
    } catch (PortException | RuntimeException e) {
      closeInBackground(zooKeeper);
      throw e;
    }
  }

  /** ZooKeeper's client ends a connection only once that is made, or its own time is over. */
  private static void closeInBackground(CuratorFramework zooKeeper) {
    Thread closing = new Thread(zooKeeper::close, "closes ZooKeeper");
    closing.setDaemon(true);
    closing.start();
  }

  private static CuratorFramework zooKeeper(HBaseAddress address, Configuration configuration) {
    return CuratorFrameworkFactory.builder()
        .connectString(address.zooKeeper())
        .sessionTimeoutMs((int) SESSION.toMillis())
        .connectionTimeoutMs(5_000)
        .retryPolicy(new RetryOneTime(500))
        .aclProvider(new HBasesOwn(ClientConfiguration.isKerberos(configuration)))
        .build();
  }

  private static void requireCluster(
      HBaseAddress address, CuratorFramework zooKeeper, Duration limit) throws PortException {
    try {
      if (!zooKeeper.blockUntilConnected((int) limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new PortException(
            "No ZooKeeper answers at %s within %d s. Is engine.zookeeper (or --zookeeper) right, and is it up?"
                .formatted(address.zooKeeper(), limit.toSeconds()));
      }
      if (zooKeeper.checkExists().forPath(address.parent()) == null) {
        throw new PortException(
            "ZooKeeper at %s knows no HBase: it has no %s, only %s. Is engine.znodeParent right (with --zookeeper: what follows the port)?"
                .formatted(
                    address.zooKeeper(), address.parent(), zooKeeper.getChildren().forPath("/")));
      }
      if (zooKeeper.checkExists().forPath(address.parent() + "/master") == null) {
        throw new PortException(
            "HBase at %s has no active master: the cluster is down or still starting. Start it, or"
                    .formatted(address)
                + " look at the HMaster's log.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while connecting to " + address, e);
    } catch (PortException e) {
      throw e;
    } catch (Exception e) { // Curator declares no narrower one
      throw new PortException(
          "ZooKeeper at %s answers with an error: %s".formatted(address.zooKeeper(), e), e);
    }
  }

  HBaseAddress address() {
    return address;
  }

  CuratorFramework zooKeeper() {
    return zooKeeper;
  }

  /** How the servers' pages are asked for. */
  InfoServers.Scheme pages() {
    return pages;
  }

  AsyncConnection hbase() {
    return hbase;
  }

  AsyncAdmin admin() {
    return hbase.getAdmin();
  }

  /**
   * For orders: without retries, because the next look at the cluster tells whether to repeat one.
   */
  AsyncAdmin adminWithoutRetries() {
    return hbase.getAdminBuilder().setMaxAttempts(1).build();
  }

  /** Waits for an answer of HBase's, within the bounds of its client and a little. */
  <T> T ask(String what, CompletableFuture<T> answer) throws PortException {
    return ask(what, answer, Duration.ofSeconds(20));
  }

  /** The same for what takes HBase longer. */
  <T> T ask(String what, CompletableFuture<T> answer, Duration limit) throws PortException {
    return await(what + " (HBase at " + address + ")", answer, limit);
  }

  private static <T> T await(String what, CompletableFuture<T> answer, Duration limit)
      throws PortException {
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new PortException(
          "%s: no answer within %d s. Is the master up, and are its host and port reachable from here?"
              .formatted(what, limit.toSeconds()),
          e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new PortException(what + ": interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = rootOf(e);
      throw new PortException("%s: %s".formatted(what, sentence(cause)), cause);
    }
  }

  /** The exception that HBase's client wrapped, without its layers of retries. */
  static Throwable rootOf(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /**
   * The first line of a message: HBase's carry the remote stack trace. Of what was tried in vain
   * several times it is the last attempt's.
   */
  static String sentence(Throwable failure) {
    Throwable told = failure;
    if (failure instanceof RetriesExhaustedException) {
      while (told.getCause() != null) {
        told = told.getCause();
      }
    }
    String message = told.getMessage();
    String first = message == null ? "" : message.split("\\R", 2)[0];
    String hint = told instanceof ConnectionClosedException ? CLOSED : "";
    return told.getClass().getSimpleName() + (first.isEmpty() ? "" : ": " + first) + hint;
  }

  @Override
  public void close() {
    zooKeeper.close();
    try {
      hbase.close();
    } catch (IOException e) {
      throw new IllegalStateException("Closing the connection to " + address, e);
    }
  }

  /**
   * Open where HBase's own znodes are open; otherwise for the identities that HBase's znodes allow.
   */
  private record HBasesOwn(boolean secure) implements ACLProvider {
    @Override
    public List<ACL> getDefaultAcl() {
      return secure ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return getDefaultAcl();
    }
  }
}
