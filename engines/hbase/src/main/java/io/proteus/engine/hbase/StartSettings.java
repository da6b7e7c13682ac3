package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.engine.hbase.InfoServers.Answer;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;

/**
 * The settings that servers were started with, for the keys that somebody wants to set by a
 * restart. They are read once for each start of a server. A server that does not answer is asked
 * again only after a while.
 */
final class StartSettings {
  private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);

  /** Where HBase keeps what nobody has set. */
  private static final String DEFAULTS = "hbase-default.xml";

  private record KeptAnswer(Answer<Map<String, ReportedValue>> answer, long atNanos) {
    boolean isOver() {
      return answer instanceof Answer.Failed
          && System.nanoTime() - atNanos > ASK_AGAIN_AFTER.toNanos();
    }
  }

  private final InfoServers infoServers;
  private final Set<String> keys;
  private final Map<ServerName, KeptAnswer> asked = new HashMap<>();

  /**
   * @param keys none where nobody wants to know
   */
  StartSettings(InfoServers infoServers, Set<String> keys) {
    this.infoServers = infoServers;
    this.keys = Set.copyOf(keys);
  }

  /** Of the servers that have told. */
  synchronized Map<NodeId, SortedMap<String, String>> of(Map<ServerName, ServerMetrics> live)
      throws InterruptedException {
    if (keys.isEmpty()) {
      return Map.of();
    }
    asked.keySet().retainAll(live.keySet());
    asked.values().removeIf(KeptAnswer::isOver);
    Map<ServerName, Endpoint> toAsk = new LinkedHashMap<>();
    live.forEach(
        (server, metrics) -> {
          if (!asked.containsKey(server) && metrics.getInfoServerPort() > 0) {
            toAsk.put(server, new Endpoint(server.getHostname(), metrics.getInfoServerPort()));
          }
        });
    infoServers
        .read(toAsk, ReportedSettings.reading(keys))
        .forEach((server, answer) -> asked.put(server, new KeptAnswer(answer, System.nanoTime())));
    Map<NodeId, SortedMap<String, String>> known = new HashMap<>();
    asked.forEach(
        (server, answer) -> {
          if (answer.answer() instanceof Answer.Read<Map<String, ReportedValue>> told) {
            known.put(HBaseTranslation.node(server), set(told.value()));
          }
        });
    return known;
  }

  static SortedMap<String, String> set(Map<String, ReportedValue> values) {
    SortedMap<String, String> set = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (!value.origin().equals(DEFAULTS)) {
            set.put(key, value.value());
          }
        });
    return set;
  }
}
