package io.proteus.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Settings as nodes and the schema tell them in CQL. */
final class ToldSettings implements StoreSettings {
  private static final String ORIGIN = "system_views.settings";
  private static final String NOT_SET = "null";
  private static final Pattern MEASURE = Pattern.compile("(\\d+)([A-Za-z]+)(/s)?");

  /** Bytes in sizes, and milliseconds in times. */
  private static final Map<String, Long> UNITS =
      Map.of(
          "B", 1L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30,
          "ms", 1L,
          "s", 1_000L,
          "m", 60_000L,
          "h", 3_600_000L,
          "d", 86_400_000L);

  private final CassandraStore store;
  private final Cql cql;

  ToldSettings(CassandraStore store, Cql cql) {
    this.store = store;
    this.cql = cql;
  }

  @Override
  public Map<NodeId, NodeReport> ofNodes(Set<String> keys) throws PortException {
    Ring ring = store.look();
    Map<NodeId, NodeReport> reports = new HashMap<>();
    for (String member : ring.up()) {
      NodeReport report;
      try {
        report = report(member, keys);
      } catch (PortException e) {
        report = new NodeReport("unknown", Map.of(), Map.of(), e.getMessage());
      }
      reports.put(new NodeId(member), report);
    }
    return reports;
  }

  /** What a node was started with, of these keys; it counts with defaults that depend on it. */
  Map<String, String> started(String member, Set<String> keys) throws PortException {
    Map<String, String> values = new TreeMap<>();
    for (Row row :
        cql.ask(
            member,
            "SELECT name, value FROM %s WHERE name IN (%s)"
                .formatted(
                    ORIGIN,
                    keys.stream().map(key -> "'" + key + "'").collect(Collectors.joining(", "))))) {
      String value = row.getString("value");
      if (value != null && !value.equals(NOT_SET)) {
        values.put(String.valueOf(row.getString("name")), plain(value));
      }
    }
    return values;
  }

  private NodeReport report(String member, Set<String> keys) throws PortException {
    Map<String, ReportedValue> values = new HashMap<>();
    for (Row row : cql.ask(member, "SELECT name, value FROM " + ORIGIN)) {
      String name = String.valueOf(row.getString("name"));
      String value = row.getString("value");
      if (keys.contains(name) && value != null && !value.equals(NOT_SET)) {
        values.put(name, new ReportedValue(plain(value), ORIGIN));
      }
    }
    Map<String, BigDecimal> measured = new HashMap<>();
    measured.put("heap", BigDecimal.valueOf(store.connections().ask(member, ToldSettings::heap)));
    String version =
        String.valueOf(
            cql.ask(member, "SELECT release_version FROM system.local")
                .get(0)
                .getString("release_version"));
    return new NodeReport(version, measured, values, null);
  }

  /** A size in bytes and a time in milliseconds, as the catalogue has them; the rest as it is. */
  static String plain(String value) {
    Matcher measure = MEASURE.matcher(value);
    Long unit = measure.matches() ? UNITS.get(measure.group(2)) : null;
    return unit == null
        ? value
        : Long.toString(Math.multiplyExact(Long.parseLong(measure.group(1)), unit));
  }

  private static long heap(MBeanServerConnection jmx) throws IOException, JMException {
    CompositeData use =
        (CompositeData)
            jmx.getAttribute(
                new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME), "HeapMemoryUsage");
    return (Long) use.get("max");
  }

  @Override
  public Map<TableId, TableReport> ofTables() throws PortException {
    Map<TableId, TableReport> reports = new HashMap<>();
    tables(store.look().ranges().keySet())
        .forEach(
            (keyspace, settings) ->
                reports.put(
                    new TableId(keyspace),
                    new TableReport(settings.values(), Map.copyOf(settings.families()))));
    return reports;
  }

  /** What each keyspace of these sets on its tables, by name; one without tables sets nothing. */
  Map<String, TableSettings> tables(Set<String> keyspaces) throws PortException {
    Map<String, SortedMap<String, SortedMap<String, String>>> tables = new TreeMap<>();
    keyspaces.forEach(keyspace -> tables.put(keyspace, new TreeMap<>()));
    for (Row row : cql.ask("SELECT * FROM system_schema.tables")) {
      SortedMap<String, SortedMap<String, String>> own = tables.get(row.getString("keyspace_name"));
      if (own != null) {
        own.put(String.valueOf(row.getString("table_name")), TableOptions.of(row));
      }
    }
    Map<String, TableSettings> settings = new HashMap<>();
    tables.forEach(
        (keyspace, own) -> settings.put(keyspace, new TableSettings(new TreeMap<>(), own)));
    return settings;
  }
}
