package io.proteus.engine.riak;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings as nodes tell them with {@code riak admin show}, one command for each key: a table with
 * several keys is cut. Keys of a backend that no node has are not asked for.
 */
final class ToldSettings implements StoreSettings {
  static final String BACKEND = "storage_backend";
  private static final String ORIGIN = "riak admin show";
  private static final Set<String> BACKENDS = Set.of("bitcask", "leveldb", "leveled");

  /** The version of riak_kv is not that of the release: 3.0.9 in Riak KV 3.2.3. */
  private static final String MODULE = "riak_kv-";

  private final RiakStore store;

  ToldSettings(RiakStore store) {
    this.store = store;
  }

  @Override
  public Map<NodeId, NodeReport> ofNodes(Set<String> keys) throws PortException {
    List<String> live = store.look().live();
    Map<String, String> backends = store.told(BACKEND);
    Map<String, Map<String, ReportedValue>> values = new HashMap<>();
    live.forEach(node -> values.put(node, new HashMap<>()));
    for (String key : new TreeSet<>(keys)) {
      if (backends.size() < live.size() || isOfBackend(key, backends.values())) {
        Map<String, String> told = key.equals(BACKEND) ? backends : store.told(key);
        values.forEach(
            (node, own) -> {
              String value = told.get(node);
              if (value != null) {
                own.put(key, new ReportedValue(value, ORIGIN));
              }
            });
      }
    }
    Map<NodeId, NodeReport> reports = new TreeMap<>();
    values.forEach((node, own) -> reports.put(new NodeId(node), report(node, own)));
    return reports;
  }

  /** Whether a key counts for nodes with these backends; all do for several backends in one. */
  private static boolean isOfBackend(String key, Collection<String> backends) {
    String first = key.split("\\.")[0];
    return !BACKENDS.contains(first) || backends.contains(first) || !BACKENDS.containsAll(backends);
  }

  private NodeReport report(String node, Map<String, ReportedValue> values) {
    Map<String, BigDecimal> measured = new HashMap<>();
    String version = "unknown";
    try {
      Stats stats = store.stats(node);
      String told = stats.told().getOrDefault("riak_kv_version", version);
      version = told.startsWith(MODULE) ? told : MODULE + told;
      put(measured, "machineMemory", stats.figure("mem_total"));
      put(measured, "vnodes", stats.figure("riak_kv_vnodes_running"));
    } catch (PortException e) {
      // what it is set to is told by others, too
    }
    return new NodeReport(
        version, measured, values, values.isEmpty() ? "it tells none of its settings" : null);
  }

  private static void put(Map<String, BigDecimal> measured, String name, @Nullable Double figure) {
    if (figure != null) {
      measured.put(name, BigDecimal.valueOf(Math.round(figure)));
    }
  }

  @Override
  public Map<TableId, TableReport> ofTables() {
    return Map.of();
  }
}
