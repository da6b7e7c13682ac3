package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.engine.hbase.InfoServers.Answer;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;

/**
 * The servers on which an operator has switched compactions off ({@code compaction_switch}): such a
 * server accepts an order to compact and does nothing. HBase has no call that tells it, but a
 * server's running configuration does. What Proteus itself has switched off is left out, as it is
 * switched on again.
 */
final class CompactionSwitches {
  static final String KEY = "hbase.regionserver.compaction.enabled";

  /** A server's configuration is some 100 KB, so that it is not read at every look. */
  private static final Duration KEPT = Duration.ofSeconds(15);

  /** Says what Proteus has switched off. */
  interface Own {
    Set<NodeId> nodes() throws PortException;
  }

  private final InfoServers infoServers;
  private final Own own;
  private Map<NodeId, String> off = Map.of();
  private long readAt;
  private boolean read;

  CompactionSwitches(InfoServers infoServers, Own own) {
    this.infoServers = infoServers;
    this.own = own;
  }

  /** Those servers, and what is set on them. A server that does not answer counts as on. */
  synchronized Map<NodeId, String> off(Map<ServerName, ServerMetrics> live)
      throws PortException, InterruptedException {
    if (read && System.nanoTime() - readAt < KEPT.toNanos()) {
      return off;
    }
    Map<NodeId, Endpoint> toAsk = new LinkedHashMap<>();
    live.forEach(
        (server, metrics) -> {
          if (metrics.getInfoServerPort() > 0) {
            toAsk.put(
                HBaseTranslation.node(server),
                new Endpoint(server.getHostname(), metrics.getInfoServerPort()));
          }
        });
    // Proteus marks a server before it switches it off, and until it has switched it on
    Set<NodeId> ours = new HashSet<>(own.nodes());
    Map<NodeId, String> found = new HashMap<>();
    infoServers
        .read(toAsk, servlets -> isOff(servlets.get("/conf?format=json")))
        .forEach(
            (node, answer) -> {
              if (answer instanceof Answer.Read<Boolean> told && told.value()) {
                found.put(node, KEY + " is false");
              }
            });
    ours.addAll(own.nodes());
    found.keySet().removeAll(ours);
    off = Map.copyOf(found);
    readAt = System.nanoTime();
    read = true;
    return off;
  }

  static boolean isOff(byte[] conf) throws IOException {
    String[] key = {""};
    boolean[] off = {false};
    Json.read(
        conf,
        (field, value) -> {
          if (field.equals("key")) {
            key[0] = value.getText();
          } else if (field.equals("value") && key[0].equals(KEY)) {
            off[0] = value.getText().strip().equals("false");
          }
        });
    return off[0];
  }
}
