package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.WantedSettings;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings that are wanted and not in place.
 *
 * @param settings on tables, and what nodes should be started with
 * @param splits how nodes should divide their heap that divide it otherwise
 * @param switches why, table by table and node by node
 * @param remarks what of it cannot be done
 * @param waiting what is not done yet, or is left to somebody else
 * @param watched what is to be remembered where nothing of it is done
 * @param decided what is to be remembered where it is
 * @param presplits at which keys empty tables are to be split before they are loaded, ascending
 */
public record SettingsChoice(
    WantedSettings settings,
    SortedMap<NodeId, MemorySplit> splits,
    List<Reason> switches,
    List<Reason> remarks,
    List<Reason> waiting,
    SettingsMemory watched,
    SettingsMemory decided,
    SortedMap<TableId, List<RowKey>> presplits) {
  /** A choice that splits no table. */
  public SettingsChoice(
      WantedSettings settings,
      SortedMap<NodeId, MemorySplit> splits,
      List<Reason> switches,
      List<Reason> remarks,
      List<Reason> waiting,
      SettingsMemory watched,
      SettingsMemory decided) {
    this(settings, splits, switches, remarks, waiting, watched, decided, new TreeMap<>());
  }

  public SettingsChoice {
    presplits = Collections.unmodifiableSortedMap(new TreeMap<>(presplits));
    splits = Collections.unmodifiableSortedMap(new TreeMap<>(splits));
    switches = List.copyOf(switches);
    remarks = List.copyOf(remarks);
    waiting = List.copyOf(waiting);
  }

  public boolean changesNothing() {
    return settings.saysNothing() && splits.isEmpty() && presplits.isEmpty();
  }
}
