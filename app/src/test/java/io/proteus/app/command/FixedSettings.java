package io.proteus.app.command;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.port.StoreSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Settings that a test gives. */
public final class FixedSettings implements StoreSettings {
  private final Map<NodeId, NodeReport> nodes = new TreeMap<>();
  private final Map<TableId, TableReport> tables = new TreeMap<>();

  /** A server with a heap of so many MB; keys and values by turns. */
  FixedSettings server(String name, long heapMb, String... keysAndValues) {
    Map<String, ReportedValue> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new ReportedValue(keysAndValues[i + 1], "hbase-site.xml"));
    }
    values.put(
        "HBASE_HEAPSIZE", new ReportedValue(Long.toString(heapMb << 20), "the server's JVM"));
    nodes.put(new NodeId(name), new NodeReport("2.6.4-hadoop3", Map.of(), values, null));
    return this;
  }

  FixedSettings unreadable(String name, String why) {
    nodes.put(new NodeId(name), new NodeReport("2.6.4-hadoop3", Map.of(), Map.of(), why));
    return this;
  }

  FixedSettings table(String name, Map<String, String> values, Map<String, String> family) {
    tables.put(new TableId(name), new TableReport(values, Map.of("f", family)));
    return this;
  }

  @Override
  public Map<NodeId, NodeReport> ofNodes(Set<String> keys) {
    return nodes;
  }

  @Override
  public Map<TableId, TableReport> ofTables() {
    return tables;
  }
}
