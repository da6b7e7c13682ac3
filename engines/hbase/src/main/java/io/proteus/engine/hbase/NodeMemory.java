package io.proteus.engine.hbase;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.InvalidValue;
import io.proteus.engine.hbase.InfoServers.Answer;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import io.proteus.hbase.plugin.MemorySplitReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.jspecify.annotations.Nullable;

/**
 * Knows on which memory split each server runs: from the plugin's report where there is one, else
 * from what the server was started with.
 *
 * <p>The latter is read once per start of a server; one that does not answer is asked again after a
 * while only, so that looking at the topology stays light.
 */
final class NodeMemory {

  /**
   * What is known of one server.
   *
   * @param online whether it takes a split while it runs
   * @param shrinks whether it gives back what its memstores give up, too
   * @param pinned whether it was asked for the split through the plugin, or may have been
   */
  record Known(
      @Nullable MemorySplit split,
      boolean online,
      boolean shrinks,
      boolean pinned,
      @Nullable String gap) {
    static Known unknown(String why) {
      return new Known(null, false, false, true, why);
    }
  }

  private record Asked(Answer<NodeSettings> answer, long atNanos) {}

  private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);

  private final InfoServers infoServers;
  private final Map<ServerName, Asked> settings = new HashMap<>();

  NodeMemory(InfoServers infoServers) {
    this.infoServers = infoServers;
  }

  synchronized Map<NodeId, Known> of(
      Map<ServerName, ServerMetrics> live, Map<NodeId, MemorySplitReport> reports)
      throws InterruptedException {
    settings.keySet().retainAll(live.keySet());
    Map<NodeId, Known> known = new HashMap<>();
    Map<ServerName, Endpoint> toAsk = new LinkedHashMap<>();
    live.forEach(
        (server, metrics) -> {
          NodeId node = HBaseTranslation.node(server);
          Optional<Known> reported = reported(server, reports.get(node));
          if (reported.isPresent()) {
            known.put(node, reported.get());
          } else if (metrics.getInfoServerPort() > 0 && isDue(server)) {
            toAsk.put(server, new Endpoint(server.getHostname(), metrics.getInfoServerPort()));
          }
        });
    infoServers
        .read(toAsk, NodeSettings::read)
        .forEach((server, answer) -> settings.put(server, new Asked(answer, System.nanoTime())));
    live.keySet()
        .forEach(
            server ->
                known.computeIfAbsent(HBaseTranslation.node(server), node -> started(server)));
    return known;
  }

  /** A report counts for the very start of the server that wrote it. */
  private static Optional<Known> reported(ServerName server, @Nullable MemorySplitReport report) {
    if (report == null || !report.server().equals(server.getServerName())) {
      return Optional.empty();
    }
    boolean listens = report.state() != MemorySplitReport.State.SUSPENDED;
    boolean shrinks = listens && report.memstoreReleased().orElse(false);
    boolean pinned = report.state() != MemorySplitReport.State.UNPINNED;
    return report
        .inEffect()
        .map(split -> new Known(HBaseTranslation.split(split), listens, shrinks, pinned, null));
  }

  private boolean isDue(ServerName server) {
    Asked asked = settings.get(server);
    return asked == null
        || (asked.answer() instanceof Answer.Failed
            && System.nanoTime() - asked.atNanos() > ASK_AGAIN_AFTER.toNanos());
  }

  private Known started(ServerName server) {
    Asked asked = settings.get(server);
    if (asked == null) {
      return Known.unknown("its info server is off (hbase.regionserver.info.port is -1)");
    }
    return asked.answer().either(NodeMemory::inEffect, Known::unknown);
  }

  private static Known inEffect(NodeSettings settings) {
    try {
      return new Known(settings.inEffect(), false, false, false, null);
    } catch (InvalidValue e) {
      return Known.unknown(String.valueOf(e.getMessage()));
    }
  }
}
