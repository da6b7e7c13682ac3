package io.proteus.engine.cassandra;

import io.proteus.core.cluster.RequestCounters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The partition keys that a node was asked for most while it sampled, as {@code nodetool
 * toppartitions} shows them.
 *
 * @param requests that the node served of all keyspaces from before the sample to after it
 * @param keys the most asked for of these keyspaces
 */
record KeySample(long requests, List<Key> keys) {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

  /** Keys that are counted at once; rarer ones take turns, which takes from their count. */
  private static final int CAPACITY = 256;

  /** Keys that are told of each table and kind. */
  private static final int MOST = 5;

  KeySample {
    keys = List.copyOf(keys);
  }

  /** What a key is asked for, by the names of Cassandra's samplers. */
  enum Kind {
    READS,
    WRITES
  }

  /**
   * One partition key.
   *
   * @param table as {@code keyspace.table}
   * @param requests for it, at least: what may have been those of others is taken off
   */
  record Key(String table, String key, Kind kind, long requests) {
    private String keyspace() {
      return table.substring(0, Math.max(0, table.indexOf('.')));
    }

    private static Key of(CompositeData told, Kind kind) {
      return new Key(
          String.valueOf(told.get("table")),
          String.valueOf(told.get("value")),
          kind,
          number(told, "count") - number(told, "error"));
    }

    private static long number(CompositeData told, String name) {
      return told.get(name) instanceof Number number ? number.longValue() : 0;
    }
  }

  /**
   * Has a node sample what it serves; takes as long as this.
   *
   * @throws JMException also while somebody else samples there
   */
  static KeySample take(MBeanServerConnection node, Set<String> keyspaces, Duration span)
      throws IOException, JMException {
    long before = served(node, keyspaces);
    Map<?, ?> sampled =
        (Map<?, ?>)
            node.invoke(
                new ObjectName(STORAGE),
                "samplePartitions",
                new Object[] {
                  null,
                  Math.toIntExact(span.toMillis()),
                  CAPACITY,
                  MOST,
                  List.of(Kind.READS.name(), Kind.WRITES.name())
                },
                new String[] {String.class.getName(), "int", "int", "int", List.class.getName()});
    long after = served(node, keyspaces);
    List<Key> keys = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (sampled.get(kind.name()) instanceof Collection<?> most) {
        most.forEach(told -> keys.add(Key.of((CompositeData) told, kind)));
      }
    }
    keys.removeIf(key -> !keyspaces.contains(key.keyspace()));
    return new KeySample(after - before, keys);
  }

  private static long served(MBeanServerConnection node, Set<String> keyspaces)
      throws IOException, JMException {
    return Figures.of(node, keyspaces).requests().values().stream()
        .mapToLong(RequestCounters::total)
        .sum();
  }
}
