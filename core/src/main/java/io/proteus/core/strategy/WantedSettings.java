package io.proteus.core.strategy;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Wanted settings, in the store's own keys; settings that are not in it are left alone.
 *
 * @param tables on tables and their column families
 * @param nodes what nodes should be set to or started with
 */
public record WantedSettings(
    SortedMap<TableId, TableSettings> tables, SortedMap<NodeId, SortedMap<String, String>> nodes) {
  public static final WantedSettings NONE = of(Map.of(), Map.of());

  public WantedSettings {
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  public static WantedSettings of(
      Map<TableId, TableSettings> tables, Map<NodeId, SortedMap<String, String>> nodes) {
    return new WantedSettings(new TreeMap<>(tables), new TreeMap<>(nodes));
  }

  /**
   * The changes on tables. Tables whose settings are not known are left out, because the change
   * could not be undone, and of the others the keys that they never take.
   */
  public SortedMap<TableId, TableChange> changesOfTables(Topology is) {
    return changesOfTables(is, EnumSet.of(Effect.ONLINE, Effect.RESTART));
  }

  /** The changes on tables that take effect in one of these ways. */
  public SortedMap<TableId, TableChange> changesOfTables(Topology is, Set<Effect> effects) {
    SortedMap<TableId, TableChange> changes = new TreeMap<>();
    tables.forEach(
        (id, wanted) ->
            is.table(id)
                .filter(table -> table.settings() != null)
                .map(table -> change(table, wanted, effects))
                .filter(change -> !change.changesNothing())
                .ifPresent(change -> changes.put(id, change)));
    return changes;
  }

  /**
   * The settings that nodes are to change. Nodes whose settings are not known are left out, and of
   * the others the keys that they never take.
   */
  public SortedMap<NodeId, SettingsChange> changesOfNodes(Topology is) {
    return changesOfNodes(is, EnumSet.of(Effect.ONLINE, Effect.RESTART));
  }

  /** The settings that nodes are to change and that take effect in one of these ways. */
  public SortedMap<NodeId, SettingsChange> changesOfNodes(Topology is, Set<Effect> effects) {
    SortedMap<NodeId, SettingsChange> changes = new TreeMap<>();
    nodes.forEach(
        (id, wanted) ->
            is.node(id)
                .filter(node -> node.settings() != null)
                .map(node -> change(node, wanted, effects))
                .filter(change -> !change.changesNothing())
                .ifPresent(change -> changes.put(id, change)));
    return changes;
  }

  private static TableChange change(Table table, TableSettings wanted, Set<Effect> effects) {
    return Objects.requireNonNull(table.settings())
        .changeTo(wanted)
        .only(key -> effects.contains(table.effectOf(key)));
  }

  private static SettingsChange change(
      Node node, SortedMap<String, String> wanted, Set<Effect> effects) {
    return SettingsChange.between(Objects.requireNonNull(node.settings()), wanted)
        .only(key -> effects.contains(node.effectOf(key)));
  }

  public boolean saysNothing() {
    return tables.isEmpty() && nodes.isEmpty();
  }
}
