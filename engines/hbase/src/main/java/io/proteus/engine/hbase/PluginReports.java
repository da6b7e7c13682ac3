package io.proteus.engine.hbase;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.hbase.plugin.MemorySplitReport;
import io.proteus.hbase.plugin.MemorySplitTarget;
import io.proteus.hbase.plugin.MemorySplitZnodes;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** Talks with the plugin in the RegionServers: reads its reports, sets its targets. */
final class PluginReports {

  private static final Duration READ_LIMIT = Duration.ofSeconds(10);

  /** How long a refusal is waited for: longer than two periods of a tuner set up as documented. */
  private static final Duration VERDICT_LIMIT = Duration.ofSeconds(3);

  private static final Duration VERDICT_POLL = Duration.ofMillis(100);

  private final CuratorFramework zooKeeper;
  private final MemorySplitZnodes znodes;

  PluginReports(CuratorFramework zooKeeper, String parent) {
    this.zooKeeper = zooKeeper;
    this.znodes = new MemorySplitZnodes(parent);
  }

  /** The reports of all servers on which the plugin runs; a crashed server's may still be there. */
  Map<NodeId, MemorySplitReport> all() throws PortException {
    try {
      Map<NodeId, CompletableFuture<byte[]>> asked = new HashMap<>();
      for (String child : children(znodes.reports())) {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        zooKeeper
            .getData()
            .inBackground(
                (client, event) ->
                    body.complete(event.getData() == null ? new byte[0] : event.getData()))
            .forPath(znodes.reports() + "/" + child);
        asked.put(new NodeId(child.replace(',', ':')), body);
      }
      Map<NodeId, MemorySplitReport> reports = new HashMap<>();
      long deadline = System.nanoTime() + READ_LIMIT.toNanos();
      for (Map.Entry<NodeId, CompletableFuture<byte[]>> answer : asked.entrySet()) {
        byte[] body = answer.getValue().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        parsed(body).ifPresent(report -> reports.put(answer.getKey(), report));
      }
      return reports;
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("read what the plugin reports below " + znodes.reports(), e);
    }
  }

  /** Empty for a report that went away while it was read, or that another version wrote. */
  private static Optional<MemorySplitReport> parsed(byte[] body) {
    try {
      return Optional.of(MemorySplitReport.parse(body));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private List<String> children(String path) throws Exception {
    try {
      return zooKeeper.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  /**
   * Sets a server's target, and waits a moment for what the server says to it.
   *
   * @throws PortException if the plugin is not there, or if the server refuses the split: with the
   *     server's own reason
   */
  void setTarget(NodeId node, MemorySplit split) throws PortException {
    String host = HBaseTranslation.host(node);
    int port = HBaseTranslation.port(node);
    try {
      if (zooKeeper.checkExists().forPath(znodes.report(host, port)) == null) {
        throw new PortException(
            "%s: the plugin is not loaded there (no %s). Install it as its README says, or change the split by a restart."
                .formatted(node, znodes.report(host, port)));
      }
      long revision =
          write(
              znodes.target(host, port), MemorySplitTarget.toBytes(HBaseTranslation.split(split)));
      refuseAsTheServerDoes(node, znodes.report(host, port), revision, split);
    } catch (Exception e) {
      throw failure("set %s on %s".formatted(split, node), e);
    }
  }

  /** Empties a server's target, if it has one: it keeps its split until it is started anew. */
  void removeTarget(NodeId node) throws PortException {
    String target = znodes.target(HBaseTranslation.host(node), HBaseTranslation.port(node));
    try {
      zooKeeper.setData().forPath(target, new byte[0]);
    } catch (KeeperException.NoNodeException e) {
      return; // there is no plugin
    } catch (Exception e) {
      throw failure("let %s go by what it is started with".formatted(node), e);
    }
  }

  /** Writes only what differs, so that asking twice is one change. */
  private long write(String target, byte[] body) throws Exception {
    Stat stat = new Stat();
    try {
      if (Arrays.equals(zooKeeper.getData().storingStatIn(stat).forPath(target), body)) {
        return stat.getMzxid();
      }
      return zooKeeper.setData().forPath(target, body).getMzxid();
    } catch (KeeperException.NoNodeException e) {
      zooKeeper.create().creatingParentsIfNeeded().forPath(target, body);
      return zooKeeper.checkExists().forPath(target).getMzxid();
    }
  }

  private void refuseAsTheServerDoes(
      NodeId node, String reportZnode, long revision, MemorySplit split) throws Exception {
    long deadline = System.nanoTime() + VERDICT_LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      Optional<MemorySplitReport> report = parsed(zooKeeper.getData().forPath(reportZnode));
      if (report.isPresent() && report.get().targetRevision().orElse(0L) == revision) {
        if (report.get().state() == MemorySplitReport.State.REFUSED) {
          throw new PortException(
              "%s refuses %s: %s."
                  .formatted(node, split, report.get().reason().orElse("no reason given")));
        }
        return;
      }
      TimeUnit.MILLISECONDS.sleep(VERDICT_POLL.toMillis());
    }
  }

  private static PortException failure(String what, Exception cause) {
    if (cause instanceof PortException known) {
      return known;
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (cause instanceof TimeoutException) {
      return new PortException(
          "Cannot %s: ZooKeeper did not answer within %d s."
              .formatted(what, READ_LIMIT.toSeconds()),
          cause);
    }
    if (cause instanceof KeeperException.NoAuthException) {
      return new PortException(
          "Cannot %s: ZooKeeper refuses. In a secure cluster Proteus has to run as HBase's user or one of hbase.superuser."
              .formatted(what),
          cause);
    }
    return new PortException("Cannot %s: %s".formatted(what, cause), cause);
  }
}
