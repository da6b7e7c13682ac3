package io.proteus.testkit;

import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings of the tables of an {@link InMemoryStore}. */
final class StoredTables {
  private static final TableSettings ONE_FAMILY = TableSettings.of(Map.of(), Map.of("f", Map.of()));

  private final SortedMap<TableId, ByteSize> blockSizes;
  private final Map<TableId, TableSettings> settings;

  StoredTables(Map<TableId, ByteSize> blockSizes, Map<TableId, TableSettings> settings) {
    this.blockSizes = new TreeMap<>(blockSizes);
    this.settings = new HashMap<>(settings);
  }

  List<Table> seen() {
    return blockSizes.entrySet().stream()
        .map(e -> new Table(e.getKey(), e.getValue(), settingsOf(e.getKey())))
        .toList();
  }

  /** Returns whether that changes anything. */
  boolean setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    requireExisting(table);
    return !blockSize.equals(blockSizes.replace(table, blockSize));
  }

  /** Returns whether that changes anything. */
  boolean alter(TableId table, TableChange change) throws PortException {
    requireExisting(table);
    TableSettings before = settingsOf(table);
    TableSettings after = change.applied(before);
    settings.put(table, after);
    return !after.equals(before);
  }

  private TableSettings settingsOf(TableId table) {
    return settings.getOrDefault(table, ONE_FAMILY);
  }

  private void requireExisting(TableId table) throws PortException {
    if (!blockSizes.containsKey(table)) {
      throw new PortException("%s: there is no such table.".formatted(table));
    }
  }
}
