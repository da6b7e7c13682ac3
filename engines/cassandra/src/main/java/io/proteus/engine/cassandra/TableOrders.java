package io.proteus.engine.cassandra;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.TableChanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Changes the tables of a keyspace, one after the other, each while it serves. */
final class TableOrders implements TableChanges {
  private static final Duration TO_REACH_ALL_NODES = Duration.ofSeconds(30);
  private static final long BETWEEN_LOOKS_MS = 200;

  private final CassandraStore store;
  private final Cql cql;

  TableOrders(CassandraStore store, Cql cql) {
    this.store = store;
    this.cql = cql;
  }

  @Override
  public void alter(TableId keyspace, TableChange change) throws PortException {
    if (!change.table().changesNothing()) {
      throw new PortException(
          "keyspace %s: Proteus changes its tables, nothing of the keyspace itself; got %s."
              .formatted(keyspace, change.table()));
    }
    List<String> statements = new ArrayList<>();
    for (Map.Entry<String, SettingsChange> table : change.families().entrySet()) {
      statements.add(statement(keyspace, table.getKey(), table.getValue()));
    }
    Map<String, List<String>> schemas = schemas();
    if (schemas.size() > 1) {
      throw new PortException(
          "keyspace %s is not changed now: nodes disagree about the schema %s. Wait until they agree."
              .formatted(keyspace, schemas));
    }
    for (String statement : statements) {
      cql.change(statement);
      reachAllNodes(statement);
    }
    for (Map.Entry<String, SettingsChange> table : change.families().entrySet()) {
      if (table.getValue().set().containsKey(LocalCompactions.COMPACTION)) {
        store.localCompactions().forget(keyspace.value(), table.getKey());
      }
    }
  }

  /**
   * Waits until all nodes that are up have a change. What gossip says of them does not do: a change
   * that puts back what was before has the version of before, which gossip may not have left yet.
   */
  private void reachAllNodes(String statement) throws PortException {
    long deadline = System.nanoTime() + TO_REACH_ALL_NODES.toNanos();
    Map<String, List<String>> schemas = schemas();
    while (schemas.size() > 1) {
      if (System.nanoTime() - deadline >= 0) {
        throw new PortException(
            "after %d s nodes still disagree about the schema %s, and no other change is begun before they agree: %s"
                .formatted(TO_REACH_ALL_NODES.toSeconds(), schemas, statement));
      }
      try {
        Thread.sleep(BETWEEN_LOOKS_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PortException("interrupted before all nodes had: " + statement, e);
      }
      schemas = schemas();
    }
  }

  /** Each node's own word, by version. */
  private Map<String, List<String>> schemas() throws PortException {
    return store.connections().ask(store.look().up().iterator().next(), Ring::schemas);
  }

  private static String statement(TableId keyspace, String table, SettingsChange change)
      throws PortException {
    if (!change.removed().isEmpty()) {
      throw new PortException(
          "table %s.%s: Cassandra has a value for each option, none can be taken off; got %s."
              .formatted(keyspace, table, String.join(", ", change.removed())));
    }
    List<String> options = new ArrayList<>();
    for (Map.Entry<String, String> option : change.set().entrySet()) {
      options.add(TableOptions.assignment(option.getKey(), option.getValue()));
    }
    return "ALTER TABLE %s.%s WITH %s"
        .formatted(quoted(keyspace.value()), quoted(table), String.join(" AND ", options));
  }

  private static String quoted(String name) {
    return "\"%s\"".formatted(name.replace("\"", "\"\""));
  }
}
