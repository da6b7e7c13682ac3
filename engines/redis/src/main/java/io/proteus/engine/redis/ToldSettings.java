package io.proteus.engine.redis;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Settings as primaries tell them; a keyspace has none of its own. */
final class ToldSettings implements StoreSettings {
  private static final String VALKEY = "valkey_version";
  private static final String ORIGIN = "CONFIG GET";

  private final RedisStore store;

  ToldSettings(RedisStore store) {
    this.store = store;
  }

  @Override
  public Map<NodeId, NodeReport> ofNodes(Set<String> keys) throws PortException {
    Map<NodeId, NodeReport> reports = new HashMap<>();
    for (Member member : store.look().primaries()) {
      NodeReport report;
      try {
        report = report(member.address(), keys);
      } catch (PortException e) {
        report = new NodeReport("unknown", Map.of(), Map.of(), e.getMessage());
      }
      reports.put(new NodeId(member.address()), report);
    }
    return reports;
  }

  private NodeReport report(String address, Set<String> keys) throws PortException {
    Figures told = Figures.parse(store.connections().ask(address, node -> node.info("all")));
    Map<String, String> answer =
        store.connections().ask(address, node -> node.configGet(keys.toArray(new String[0])));
    Map<String, ReportedValue> values = new HashMap<>();
    answer.forEach(
        (key, value) -> {
          if (keys.contains(key)) {
            values.put(key, new ReportedValue(value, ORIGIN));
          }
        });
    Map<String, BigDecimal> measured = new HashMap<>();
    put(measured, "usedMemory", told.count("used_memory"));
    put(measured, "followers", told.count("connected_slaves"));
    return new NodeReport(version(told), measured, values, null);
  }

  private static void put(Map<String, BigDecimal> measured, String name, @Nullable Long figure) {
    if (figure != null) {
      measured.put(name, BigDecimal.valueOf(figure));
    }
  }

  /** A Valkey also tells with which Redis it goes, whose defaults are not all its own. */
  static String version(Figures told) {
    String valkey = told.told().get(VALKEY);
    return valkey == null
        ? told.told().getOrDefault("redis_version", "unknown")
        : "valkey-" + valkey;
  }

  @Override
  public Map<TableId, TableReport> ofTables() {
    return Map.of();
  }
}
