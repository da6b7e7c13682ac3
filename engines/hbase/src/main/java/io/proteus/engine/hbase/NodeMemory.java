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
import java.util.function.Supplier;
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
   * What is known about one server.
   *
   * @param online whether it takes a split while it runs
   * @param shrinks whether it gives back what its memstores give up, too
   * @param pinned whether it was asked for the split through the plugin, or may have been
   * @param gap why the split is not known; null when it is
   * @param suspended why the plugin, which is there, can set none at present; null when it can, or
   *     is not there
   */
  record Known(
      @Nullable MemorySplit split,
      boolean online,
      boolean shrinks,
      boolean pinned,
      @Nullable String gap,
      @Nullable String suspended) {
    static Known unknown(String why) {
      return new Known(null, false, false, true, why, null);
    }

    /** A split that nobody has changed since the start. */
    static Known started(ServerConfiguration settings) {
      return of(settings::inEffect, false, null);
    }

    /**
     * A split that HBase has not confirmed, because it did not ask its tuner, the plugin, since.
     */
    static Known suspended(ServerConfiguration settings, MemorySplitReport report) {
      return of(settings::started, isPinned(report), why(report));
    }

    private static Known of(Supplier<MemorySplit> split, boolean pinned, @Nullable String why) {
      try {
        return new Known(split.get(), false, false, pinned, null, why);
      } catch (InvalidValue e) {
        return unknown(String.valueOf(e.getMessage()));
      }
    }
  }

  private record KeptAnswer(Answer<ServerConfiguration> answer, long atNanos) {}

  private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);

  private final InfoServers infoServers;
  private final Map<ServerName, KeptAnswer> settings = new HashMap<>();

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
          Optional<Known> reported = reported(ofThisStart(server, reports));
          if (reported.isPresent()) {
            known.put(node, reported.get());
          } else if (metrics.getInfoServerPort() > 0 && isDue(server)) {
            toAsk.put(server, new Endpoint(server.getHostname(), metrics.getInfoServerPort()));
          }
        });
    infoServers
        .read(toAsk, ServerConfiguration::read)
        .forEach(
            (server, answer) -> settings.put(server, new KeptAnswer(answer, System.nanoTime())));
    live.keySet()
        .forEach(
            server ->
                known.computeIfAbsent(
                    HBaseTranslation.node(server),
                    node -> started(server, ofThisStart(server, reports))));
    return known;
  }

  /** A report counts for the very start of the server that wrote it. */
  private static @Nullable MemorySplitReport ofThisStart(
      ServerName server, Map<NodeId, MemorySplitReport> reports) {
    MemorySplitReport report = reports.get(HBaseTranslation.node(server));
    return report != null && report.server().equals(server.getServerName()) ? report : null;
  }

  /** Empty where only what the server was started with tells its split. */
  private static Optional<Known> reported(@Nullable MemorySplitReport report) {
    if (report == null) {
      return Optional.empty();
    }
    boolean listens = !isSuspended(report);
    if (report.inEffect().isEmpty()) {
      return listens ? Optional.of(Known.unknown(notAskedYet(report))) : Optional.empty();
    }
    return Optional.of(
        new Known(
            HBaseTranslation.split(report.inEffect().get()),
            listens,
            listens && report.memstoreReleased().orElse(false),
            isPinned(report),
            null,
            listens ? null : why(report)));
  }

  private static boolean isSuspended(MemorySplitReport report) {
    return report.state() == MemorySplitReport.State.SUSPENDED;
  }

  private static boolean isPinned(MemorySplitReport report) {
    return report.state() != MemorySplitReport.State.UNPINNED;
  }

  private static String notAskedYet(MemorySplitReport report) {
    return "as HBase has not asked Proteus' plugin yet, which it does every %d s"
        .formatted(Duration.ofMillis(report.tunerPeriodMs()).toSeconds());
  }

  private static String why(MemorySplitReport report) {
    return "Proteus' plugin can set nothing at present: "
        + report.reason().orElse("HBase does not ask it");
  }

  private boolean isDue(ServerName server) {
    KeptAnswer asked = settings.get(server);
    return asked == null
        || (asked.answer() instanceof Answer.Failed
            && System.nanoTime() - asked.atNanos() > ASK_AGAIN_AFTER.toNanos());
  }

  private Known started(ServerName server, @Nullable MemorySplitReport suspended) {
    KeptAnswer asked = settings.get(server);
    if (asked == null) {
      return Known.unknown(
          suspended == null
              ? "its info server is off (hbase.regionserver.info.port is -1)"
              : why(suspended));
    }
    return asked
        .answer()
        .either(
            read -> suspended == null ? Known.started(read) : Known.suspended(read, suspended),
            Known::unknown);
  }
}
