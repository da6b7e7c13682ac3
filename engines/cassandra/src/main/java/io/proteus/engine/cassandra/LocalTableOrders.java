package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.LocalTableChanges;
import io.proteus.core.port.PortException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Has one node compact the tables of a keyspace otherwise than the schema says, over JMX. It does
 * so until it ends, or until the compaction of the table is altered.
 */
final class LocalTableOrders implements LocalTableChanges {
  private final CassandraStore store;
  private final ToldSettings told;

  LocalTableOrders(CassandraStore store, ToldSettings told) {
    this.store = store;
    this.told = told;
  }

  @Override
  public Set<String> localKeys() {
    return Set.of(LocalCompactions.COMPACTION);
  }

  @Override
  public void alterOn(NodeId node, TableId keyspace, TableChange change) throws PortException {
    Set<String> up = store.look().up();
    if (!up.contains(node.value())) {
      throw new PortException(
          "%s: not a live node, want one of %s.".formatted(node, String.join(", ", up)));
    }
    requireCompactionOnly(node, change);
    LocalCompactions localCompactions = store.localCompactions();
    SortedMap<String, String> before = new TreeMap<>();
    SortedMap<String, String> wanted = wanted(keyspace, change);
    for (String table : wanted.keySet()) {
      before.put(table, localCompactions.compaction(node.value(), keyspace.value(), table));
    }
    SortedMap<String, String> tried = new TreeMap<>(wanted);
    tried.keySet().retainAll(tables(change, true));
    localCompactions.note(node.value(), keyspace.value(), tried);
    try {
      tell(node, keyspace, wanted);
    } catch (PortException refused) {
      throw withdrawn(node, keyspace, before, refused);
    }
    localCompactions.forget(node.value(), keyspace.value(), tables(change, false));
  }

  private static void requireCompactionOnly(NodeId node, TableChange change) throws PortException {
    TableChange others = change.only(key -> !key.equals(LocalCompactions.COMPACTION));
    if (!others.changesNothing() || !change.table().changesNothing()) {
      throw new PortException(
          "%s: a node can have a compaction of a table for itself, and nothing else; got %s. Alter the table."
              .formatted(node, change));
    }
  }

  /** The compaction of each table; where it is taken off, the schema's. */
  private SortedMap<String, String> wanted(TableId keyspace, TableChange change)
      throws PortException {
    Map<String, SortedMap<String, String>> schema =
        told.tables(Set.of(keyspace.value()))
            .getOrDefault(keyspace.value(), TableSettings.NONE)
            .families();
    SortedMap<String, String> wanted = new TreeMap<>();
    for (Map.Entry<String, SettingsChange> table : change.families().entrySet()) {
      String ofAll =
          schema.getOrDefault(table.getKey(), new TreeMap<>()).get(LocalCompactions.COMPACTION);
      if (ofAll == null) {
        throw new PortException(
            "table %s.%s: there is none, or it does not tell its compaction."
                .formatted(keyspace, table.getKey()));
      }
      wanted.put(
          table.getKey(), table.getValue().set().getOrDefault(LocalCompactions.COMPACTION, ofAll));
    }
    return wanted;
  }

  /** The tables that get a compaction of their own on the node, or those that go by the schema. */
  private static Set<String> tables(TableChange change, boolean own) {
    Set<String> tables = new TreeSet<>();
    change
        .families()
        .forEach(
            (table, of) -> {
              if (of.set().isEmpty() != own) {
                tables.add(table);
              }
            });
    return tables;
  }

  private void tell(NodeId node, TableId keyspace, Map<String, String> compactions)
      throws PortException {
    for (Map.Entry<String, String> table : compactions.entrySet()) {
      store
          .localCompactions()
          .tell(node.value(), keyspace.value(), table.getKey(), table.getValue());
    }
  }

  private PortException withdrawn(
      NodeId node, TableId keyspace, Map<String, String> before, PortException refused) {
    try {
      tell(node, keyspace, before);
      return new PortException(
          "%s All of it was put back.".formatted(refused.getMessage()), refused);
    } catch (PortException e) {
      refused.addSuppressed(e);
      return new PortException(
          "%s It may have some of it: %s".formatted(refused.getMessage(), e.getMessage()), refused);
    }
  }
}
