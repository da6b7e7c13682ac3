package io.proteus.testkit;

import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings of the tables of an {@link InMemoryStore}. */
final class StoredTables {
  private static final TableSettings ONE_FAMILY = TableSettings.of(Map.of(), Map.of("f", Map.of()));

  private final SortedMap<TableId, ByteSize> blockSizes;
  private final Map<TableId, TableSettings> settings;
  private final Map<TableId, FamilyBlocks> families;

  /**
   * @param families of the tables whose column families have block sizes of their own
   */
  StoredTables(
      Map<TableId, ByteSize> blockSizes,
      Map<TableId, TableSettings> settings,
      Map<TableId, FamilyBlocks> families) {
    this.families = new HashMap<>(families);
    this.blockSizes = new TreeMap<>(blockSizes);
    this.settings = new HashMap<>(settings);
  }

  /** A change; it tells whether it changed anything. */
  interface Change {
    boolean of(StoredTables tables) throws PortException;
  }

  List<Table> seen() {
    return blockSizes.entrySet().stream().map(e -> seen(e.getKey(), e.getValue())).toList();
  }

  private Table seen(TableId table, ByteSize blockSize) {
    FamilyBlocks own = families.get(table);
    return own == null
        ? new Table(table, blockSize, settingsOf(table))
        : Table.of(table, settingsOf(table), own, Set.of());
  }

  /** Returns whether that changes anything. */
  boolean setBlockSizes(TableId table, Map<String, ByteSize> sizes) throws PortException {
    requireExisting(table);
    FamilyBlocks before = families.get(table);
    if (before == null) {
      ByteSize only = sizes.get("f");
      return only != null && setBlockSize(table, only);
    }
    Map<String, ByteSize> after = new TreeMap<>(before.families());
    after.replaceAll((family, size) -> sizes.getOrDefault(family, size));
    families.put(table, FamilyBlocks.of(after, before.usual()));
    return !after.equals(before.families());
  }

  /** Returns whether that changes anything. */
  boolean setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    requireExisting(table);
    FamilyBlocks own = families.get(table);
    if (own != null) {
      Map<String, ByteSize> all = new TreeMap<>(own.families());
      all.replaceAll((family, size) -> blockSize);
      return setBlockSizes(table, all);
    }
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
