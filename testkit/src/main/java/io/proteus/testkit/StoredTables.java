package io.proteus.testkit;

import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The settings of the tables of an {@link InMemoryStore}. */
final class StoredTables {
  private static final SortedMap<String, String> NOTHING = new TreeMap<>();
  private static final TableSettings ONE_FAMILY = TableSettings.of(Map.of(), Map.of("f", Map.of()));

  private final SortedMap<TableId, ByteSize> blockSizes;
  private final Map<TableId, TableSettings> settings;
  private final Map<TableId, FamilyBlocks> families;
  private final Set<String> localKeys;
  private final Map<TableId, SortedMap<NodeId, Local>> locals = new HashMap<>();

  /** What a node has for itself while it lives. */
  private record Local(String incarnation, TableSettings own) {}

  /**
   * @param families of the tables whose column families have block sizes of their own
   * @param localKeys the settings that a node takes for itself
   */
  StoredTables(
      Map<TableId, ByteSize> blockSizes,
      Map<TableId, TableSettings> settings,
      Map<TableId, FamilyBlocks> families,
      Set<String> localKeys) {
    this.localKeys = Set.copyOf(localKeys);
    this.families = new HashMap<>(families);
    this.blockSizes = new TreeMap<>(blockSizes);
    this.settings = new HashMap<>(settings);
  }

  /** A change; it tells whether it changed anything. */
  interface Change {
    boolean of(StoredTables tables) throws PortException;
  }

  /**
   * The tables as they are.
   *
   * @param lives the incarnation of each live node
   */
  List<Table> seen(Map<NodeId, String> lives) {
    return blockSizes.entrySet().stream()
        .map(e -> seen(e.getKey(), e.getValue()).with(local(e.getKey(), lives)))
        .toList();
  }

  private SortedMap<NodeId, TableSettings> local(TableId table, Map<NodeId, String> lives) {
    SortedMap<NodeId, TableSettings> seen = new TreeMap<>();
    localOf(table)
        .forEach(
            (node, local) -> {
              if (local.incarnation().equals(lives.get(node))) {
                seen.put(node, local.own());
              }
            });
    return seen;
  }

  private SortedMap<NodeId, Local> localOf(TableId table) {
    return locals.computeIfAbsent(table, id -> new TreeMap<>());
  }

  Set<String> localKeys() {
    return localKeys;
  }

  /** Only what differs from the table is a node's own. */
  void alterOn(Node node, TableId table, TableChange change) throws PortException {
    requireExisting(table);
    if (!change.only(key -> !localKeys.contains(key)).changesNothing()) {
      throw new PortException(
          "%s: a node takes %s for itself, got %s.".formatted(node.id(), localKeys, change));
    }
    TableSettings before =
        Optional.ofNullable(localOf(table).get(node.id()))
            .filter(local -> local.incarnation().equals(node.incarnation()))
            .map(Local::own)
            .orElse(TableSettings.NONE);
    own(node.id(), node.incarnation(), table, change, before);
  }

  private void own(
      NodeId node, String incarnation, TableId table, TableChange change, TableSettings before) {
    TableSettings all = settingsOf(table);
    SortedMap<String, SortedMap<String, String>> families = new TreeMap<>();
    all.families()
        .keySet()
        .forEach(name -> families.put(name, before.families().getOrDefault(name, NOTHING)));
    TableSettings after = change.applied(new TableSettings(before.values(), families));
    families.clear();
    after
        .families()
        .forEach(
            (name, own) ->
                families.put(name, other(own, all.families().getOrDefault(name, NOTHING))));
    families.values().removeIf(Map::isEmpty);
    SortedMap<String, String> values = other(after.values(), all.values());
    if (values.isEmpty() && families.isEmpty()) {
      localOf(table).remove(node);
    } else {
      localOf(table).put(node, new Local(incarnation, new TableSettings(values, families)));
    }
  }

  private static SortedMap<String, String> other(Map<String, String> own, Map<String, String> all) {
    SortedMap<String, String> other = new TreeMap<>(own);
    other.entrySet().removeIf(entry -> entry.getValue().equals(all.get(entry.getKey())));
    return other;
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
    SortedMap<NodeId, Local> own = new TreeMap<>(localOf(table));
    own.forEach((node, local) -> own(node, local.incarnation(), table, ends(change), local.own()));
    return !after.equals(before);
  }

  /** What a table is given counts on all nodes, whatever they had for themselves. */
  private static TableChange ends(TableChange change) {
    SortedMap<String, SettingsChange> families = new TreeMap<>(change.families());
    families.replaceAll((name, of) -> ends(of));
    return new TableChange(ends(change.table()), families);
  }

  private static SettingsChange ends(SettingsChange change) {
    return SettingsChange.of(
        Map.of(),
        Stream.concat(change.set().keySet().stream(), change.removed().stream()).toList());
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
