package io.proteus.core.strategy;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Wanted settings, in the store's own keys; settings that are not in it are left alone.
 *
 * @param tables on tables and their column families
 * @param nodes what nodes should be started with
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
   * could not be undone.
   */
  public SortedMap<TableId, TableChange> changesOfTables(Topology is) {
    SortedMap<TableId, TableChange> changes = new TreeMap<>();
    tables.forEach(
        (id, wanted) ->
            is.table(id)
                .map(Table::settings)
                .map(settings -> settings.changeTo(wanted))
                .filter(change -> !change.changesNothing())
                .ifPresent(change -> changes.put(id, change)));
    return changes;
  }

  /**
   * The further settings with which nodes are to be started. Nodes whose settings are not known are
   * left out.
   */
  public SortedMap<NodeId, SettingsChange> changesOfNodes(Topology is) {
    SortedMap<NodeId, SettingsChange> changes = new TreeMap<>();
    nodes.forEach(
        (id, wanted) ->
            is.node(id)
                .map(Node::settings)
                .map(settings -> SettingsChange.between(settings, wanted))
                .filter(change -> !change.changesNothing())
                .ifPresent(change -> changes.put(id, change)));
    return changes;
  }

  public boolean saysNothing() {
    return tables.isEmpty() && nodes.isEmpty();
  }
}
