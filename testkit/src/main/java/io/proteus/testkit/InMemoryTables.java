package io.proteus.testkit;

import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoredTable;
import io.proteus.core.port.TableStore;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tables that a test can look into, and that note what was done to them. */
public final class InMemoryTables implements TableStore {
  /** What a table has set on it while it is made anew. */
  public static final String SHUT = "SHUT";

  private static final String DEFAULT = "default:";

  private final Map<TableId, StoredTable> tables = new HashMap<>();
  private final Map<NodeId, ByteSize> heaps = new TreeMap<>();
  private final List<String> changes = new ArrayList<>();
  private @Nullable String failure;
  private String failing = "";

  /** A node with this heap. */
  public InMemoryTables heap(String node, ByteSize heap) {
    heaps.put(new NodeId(node), heap);
    return this;
  }

  public InMemoryTables with(StoredTable table) {
    tables.put(table.id(), table);
    return this;
  }

  /** From here on every change fails. */
  public void failWith(String message) {
    failWith(message, "");
  }

  /** From here on every change of a kind fails, such as {@code compact}. */
  public void failWith(String message, String kind) {
    failure = message;
    failing = kind;
  }

  /** From here on nothing fails. */
  public void recover() {
    failure = null;
  }

  /** A table with two names, as in HBase's default namespace. */
  @Override
  public TableId named(String key, String name) {
    return new TableId(name.startsWith(DEFAULT) ? name.substring(DEFAULT.length()) : name);
  }

  /** The changes, in order. */
  public List<String> changes() {
    return List.copyOf(changes);
  }

  @Override
  public Optional<StoredTable> table(TableId table) {
    return Optional.ofNullable(tables.get(table));
  }

  @Override
  public Map<NodeId, ByteSize> heaps() {
    return Map.copyOf(heaps);
  }

  @Override
  public void create(
      TableId table, List<String> families, List<RowKey> splits, Map<String, String> attributes)
      throws PortException {
    change("create " + table);
    tables.put(table, new StoredTable(table, true, true, splits, families, attributes));
  }

  @Override
  public Map<String, String> whileMadeAnew() {
    return Map.of(SHUT, "true");
  }

  @Override
  public void recreate(TableId table, List<RowKey> splits, Map<String, String> attributes)
      throws PortException {
    change("recreate " + table);
    StoredTable before = existing(table);
    Map<String, String> all = new HashMap<>(before.attributes());
    all.putAll(attributes);
    tables.put(
        table,
        new StoredTable(table, true, true, splits, before.families(), all, before.ofFamilies()));
  }

  @Override
  public void alter(TableId table, Map<String, String> set, Set<String> removed)
      throws PortException {
    change("alter " + table);
    StoredTable before = existing(table);
    Map<String, String> all = new HashMap<>(before.attributes());
    all.keySet().removeAll(removed);
    all.putAll(set);
    tables.put(
        table,
        new StoredTable(
            table,
            before.enabled(),
            before.empty(),
            before.splits(),
            before.families(),
            all,
            before.ofFamilies()));
  }

  @Override
  public void compact(TableId table) throws PortException {
    change("compact " + table);
  }

  @Override
  public boolean isCompacting(TableId table) {
    return false;
  }

  @Override
  public List<String> fileLoadCommands(LoadRequest request, List<String> families, int splits) {
    return List.of("load files into %s of %d partitions".formatted(request.table(), splits));
  }

  private StoredTable existing(TableId table) throws PortException {
    StoredTable found = tables.get(table);
    if (found == null) {
      throw new PortException("there is no table " + table);
    }
    return found;
  }

  private void change(String what) throws PortException {
    if (failure != null && what.startsWith(failing)) {
      throw new PortException(failure);
    }
    changes.add(what);
  }
}
