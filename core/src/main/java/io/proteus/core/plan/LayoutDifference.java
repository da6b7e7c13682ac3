package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The differences between a cluster and a layout.
 *
 * @param misplaced where partitions should be that are elsewhere
 * @param misconfigured how nodes should divide their heap that divide it otherwise
 * @param altered which block size tables should have that have another
 * @param added targets of nodes that do not exist yet
 * @param removed nodes that should not be
 */
public record LayoutDifference(
    Map<PartitionId, NodeId> misplaced,
    Map<NodeId, MemorySplit> misconfigured,
    Map<TableId, ByteSize> altered,
    List<NodeTarget> added,
    List<NodeId> removed) {

  public LayoutDifference {
    misplaced = Collections.unmodifiableMap(misplaced);
    misconfigured = Map.copyOf(misconfigured);
    altered = Map.copyOf(altered);
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  /**
   * The differences between {@code is} and {@code target}; partitions that are gone are left out.
   */
  public static LayoutDifference between(Topology is, Layout target) {
    return new LayoutDifference(
        misplaced(is, target),
        misconfigured(is, target),
        altered(is, target),
        added(is, target),
        removed(is, target));
  }

  private static Map<PartitionId, NodeId> misplaced(Topology is, Layout target) {
    Map<PartitionId, NodeId> misplaced = new HashMap<>();
    for (Partition partition : is.partitions()) {
      target
          .targetOf(partition.id())
          .map(NodeTarget::node)
          .filter(goal -> partition.node() != null && !goal.equals(partition.node()))
          .ifPresent(goal -> misplaced.put(partition.id(), goal));
    }
    return misplaced;
  }

  static Map<NodeId, MemorySplit> misconfigured(Topology is, Layout target) {
    Map<NodeId, MemorySplit> misconfigured = new TreeMap<>();
    for (NodeTarget wanted : target.nodes()) {
      MemorySplit split = wanted.profile().memory();
      if (split != null) {
        is.node(wanted.node())
            .filter(node -> !node.split().isNone())
            .filter(node -> node.memory() == null || !node.memory().isAbout(split))
            .ifPresent(node -> misconfigured.put(node.id(), split));
      }
    }
    return misconfigured;
  }

  static Map<TableId, ByteSize> altered(Topology is, Layout target) {
    Map<TableId, ByteSize> altered = new TreeMap<>();
    target
        .blockSizes()
        .forEach(
            (id, size) ->
                is.table(id)
                    .filter(table -> !size.equals(table.blockSize()))
                    .ifPresent(table -> altered.put(id, size)));
    return altered;
  }

  static List<NodeTarget> added(Topology is, Layout target) {
    return target.nodes().stream().filter(wanted -> is.node(wanted.node()).isEmpty()).toList();
  }

  static List<NodeId> removed(Topology is, Layout target) {
    return target.removed().stream().filter(id -> is.node(id).isPresent()).toList();
  }

  /** Why the cloud would not end all that should not be; empty if it does. */
  static Optional<Sentence> kept(Topology is, Layout target) {
    List<NodeId> going = new ArrayList<>(removed(is, target));
    going.addAll(machinesToEnd(is, target).keySet());
    return is.restrictions()
        .keeps(going)
        .map(why -> Sentence.of("nothing is done, as %s cannot go: %s", Few.of(going), why));
  }

  /** Machines without a node that should not be, and since when they run. */
  static SortedMap<NodeId, Instant> machinesToEnd(Topology is, Layout target) {
    SortedMap<NodeId, Instant> toEnd = is.machinesWithoutNode();
    toEnd.keySet().retainAll(target.removed());
    return toEnd;
  }
}
