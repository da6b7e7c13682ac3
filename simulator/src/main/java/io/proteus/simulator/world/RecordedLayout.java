package io.proteus.simulator.world;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/** Nodes and partitions as they were when a recording began. */
final class RecordedLayout {
  private final Scenario scenario;
  private final Recording recording;

  RecordedLayout(Scenario scenario, Recording recording) {
    this.scenario = scenario;
    this.recording = recording;
  }

  List<SimulatedNode> nodes() {
    List<SimulatedNode> nodes = new ArrayList<>();
    for (Node node : recording.nodes()) {
      nodes.add(
          new SimulatedNode(
              node.id(), Objects.requireNonNullElse(node.memory(), scenario.memory()), 0));
    }
    return nodes;
  }

  void place(
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      SortedMap<TableId, ByteSize> blockSizes) {
    Map<TableId, Integer> tenants = new HashMap<>();
    for (int t = 0; t < scenario.tenants().size(); t++) {
      TableId table = new TableId(scenario.tenants().get(t).name());
      tenants.put(table, t);
      blockSizes.put(table, scenario.blockSize());
    }
    for (Table table : recording.tables()) {
      if (table.blockSize() != null) {
        blockSizes.replace(table.id(), table.blockSize());
      }
    }
    Map<TableId, Integer> places = new HashMap<>();
    int homeless = 0;
    for (Partition recorded : recording.partitions()) {
      TableId table = recorded.table();
      SimulatedPartition partition =
          new SimulatedPartition(
              recorded.id(),
              table,
              tenants.getOrDefault(table, 0),
              List.of(new Slice(places.merge(table, 1, Integer::sum) - 1)),
              Math.max(1, recorded.size().bytes()),
              blockSizes.getOrDefault(table, scenario.blockSize()).bytes());
      // who was without a node for a moment is put anywhere
      partition.node =
          recorded.node() == null ? nodes.get(homeless++ % nodes.size()).id : recorded.node();
      partition.locality = recorded.locality() == null ? 1 : recorded.locality().value();
      partition.hotHeld = 1;
      partition.coldHeld = 1;
      partitions.add(partition);
    }
    partitions.sort(Comparator.comparing(partition -> partition.id));
  }
}
