package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Tables that single nodes compact otherwise than the schema says. A node tells that of each table
 * alone, and to ask every node for every table takes too long: which ones Proteus has had tried is
 * noted in a file, before a node is told.
 */
final class LocalCompactions {
  static final String COMPACTION = "compaction";
  private static final String LOCAL = "local.";
  private static final String PARAMETERS = "CompactionParameters";

  private final Connections connections;
  private final Notes notes;

  LocalCompactions(Connections connections, Notes notes) {
    this.connections = connections;
    this.notes = notes;
  }

  /** A table on one node. */
  private record Place(String node, String keyspace, String table) {
    /** A node is an address, and names of keyspaces and tables have no dots. */
    static Place of(String key) {
      int slash = key.lastIndexOf('/');
      int dot = key.lastIndexOf('.');
      return new Place(
          key.substring(LOCAL.length(), slash),
          key.substring(slash + 1, dot),
          key.substring(dot + 1));
    }

    String key() {
      return "%s%s/%s.%s".formatted(LOCAL, node, keyspace, table);
    }
  }

  void note(String node, String keyspace, Map<String, String> compactions) throws PortException {
    notes.change(
        all -> {
          compactions.forEach(
              (table, value) -> all.put(new Place(node, keyspace, table).key(), value));
          return all;
        });
  }

  void forget(String node, String keyspace, Collection<String> tables) throws PortException {
    notes.change(
        all -> {
          tables.forEach(table -> all.remove(new Place(node, keyspace, table).key()));
          return all;
        });
  }

  /** The table has been given another compaction, which counts on every node. */
  void forget(String keyspace, String table) throws PortException {
    notes.change(
        all -> {
          all.keySet().removeIf(key -> isLocal(key) && isOf(Place.of(key), keyspace, table));
          return all;
        });
  }

  private static boolean isLocal(String key) {
    return key.startsWith(LOCAL);
  }

  private static boolean isOf(Place place, String keyspace, String table) {
    return place.keyspace().equals(keyspace) && place.table().equals(table);
  }

  /**
   * What nodes that are up have otherwise than the schema, by keyspace. Where a node or the schema
   * does not tell, it is what was tried.
   *
   * @param schema by keyspace; empty where it could not be read
   */
  Map<String, SortedMap<NodeId, TableSettings>> told(Ring ring, Map<String, TableSettings> schema)
      throws PortException {
    Map<String, SortedMap<NodeId, SortedMap<String, SortedMap<String, String>>>> own =
        new HashMap<>();
    for (Map.Entry<String, String> noted : notes.read().entrySet()) {
      if (isLocal(noted.getKey())) {
        Place place = Place.of(noted.getKey());
        String value =
            ring.up().contains(place.node()) ? own(place, noted.getValue(), schema) : null;
        if (value != null) {
          own.computeIfAbsent(place.keyspace(), name -> new TreeMap<>())
              .computeIfAbsent(new NodeId(place.node()), node -> new TreeMap<>())
              .put(place.table(), new TreeMap<>(Map.of(COMPACTION, value)));
        }
      }
    }
    Map<String, SortedMap<NodeId, TableSettings>> told = new HashMap<>();
    own.forEach(
        (keyspace, nodes) -> {
          SortedMap<NodeId, TableSettings> ofNodes = new TreeMap<>();
          nodes.forEach(
              (node, tables) -> ofNodes.put(node, new TableSettings(new TreeMap<>(), tables)));
          told.put(keyspace, ofNodes);
        });
    return told;
  }

  /** Null where the node goes by the schema, or the table is gone. */
  private @Nullable String own(Place place, String tried, Map<String, TableSettings> schema) {
    TableSettings tables = schema.get(place.keyspace());
    if (tables == null) {
      return tried;
    }
    Map<String, String> all = tables.families().get(place.table());
    if (all == null) {
      return null;
    }
    try {
      String now = compaction(place.node(), place.keyspace(), place.table());
      return now.equals(all.get(COMPACTION)) ? null : now;
    } catch (PortException e) {
      return tried;
    }
  }

  /** The compaction of a table that is in effect on a node, as one value. */
  String compaction(String node, String keyspace, String table) throws PortException {
    return connections.ask(node, open -> compaction(open, keyspace, table));
  }

  private static String compaction(MBeanServerConnection node, String keyspace, String table)
      throws IOException, JMException {
    Map<String, String> options = new HashMap<>();
    ((Map<?, ?>) node.getAttribute(name(keyspace, table), PARAMETERS))
        .forEach((key, value) -> options.put(String.valueOf(key), String.valueOf(value)));
    return TableOptions.text(options);
  }

  /** Has a node compact a table so, and reads back that it does. */
  void tell(String node, String keyspace, String table, String compaction) throws PortException {
    HashMap<String, String> options = new HashMap<>(TableOptions.entries(COMPACTION, compaction));
    connections.ask(
        node,
        open -> {
          open.setAttribute(name(keyspace, table), new Attribute(PARAMETERS, options));
          return true;
        });
    String has = compaction(node, keyspace, table);
    if (!has.equals(compaction)) {
      throw new PortException(
          "%s: was told %s.%s %s=%s and has %s."
              .formatted(node, keyspace, table, COMPACTION, compaction, has));
    }
  }

  private static ObjectName name(String keyspace, String table)
      throws MalformedObjectNameException {
    return new ObjectName(
        "org.apache.cassandra.db:type=Tables,keyspace=%s,table=%s".formatted(keyspace, table));
  }
}
