package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A target for the cluster: every partition on exactly one node, every node with its profile. */
public final class Layout {
  private final List<NodeTarget> nodes;
  private final List<NodeId> removed;
  private final SortedMap<TableId, ByteSize> blockSizes;
  private final WantedSettings settings;
  private final Reshapes reshapes;
  private final Map<PartitionId, NodeTarget> targets;

  private Layout(
      List<NodeTarget> nodes,
      List<NodeId> removed,
      Map<TableId, ByteSize> blockSizes,
      WantedSettings settings,
      Reshapes reshapes) {
    this.settings = settings;
    this.reshapes = reshapes;
    this.nodes = nodes.stream().sorted(Comparator.comparing(NodeTarget::node)).toList();
    this.removed = removed.stream().sorted().toList();
    this.blockSizes = Collections.unmodifiableSortedMap(new TreeMap<>(blockSizes));
    int placed = nodes.stream().mapToInt(target -> target.partitions().size()).sum();
    this.targets = new HashMap<>(placed * 2);
    Set<NodeId> seen = new HashSet<>(removed);
    for (NodeTarget target : this.nodes) {
      if (!seen.add(target.node())) {
        throw new InvalidValue("layout: node %s has two targets.".formatted(target.node()));
      }
      for (PartitionId partition : target.partitions()) {
        if (targets.put(partition, target) != null) {
          throw new InvalidValue("layout: partition %s is on two nodes.".formatted(partition));
        }
      }
    }
  }

  /** Where each partition goes is shared: of a million partitions a second copy takes 50 MB. */
  private Layout(Layout placed, WantedSettings settings, Reshapes reshapes) {
    this.nodes = placed.nodes;
    this.removed = placed.removed;
    this.blockSizes = placed.blockSizes;
    this.targets = placed.targets;
    this.settings = settings;
    this.reshapes = reshapes;
  }

  /**
   * @param nodes planned ones included
   * @param removed existing nodes that are to go, and machines whose node never came
   * @param blockSizes of the tables whose block size matters
   * @throws InvalidValue for a node or a partition that is named twice
   */
  public static Layout of(
      List<NodeTarget> nodes, List<NodeId> removed, Map<TableId, ByteSize> blockSizes) {
    return new Layout(nodes, removed, blockSizes, WantedSettings.NONE, Reshapes.NONE);
  }

  /**
   * A layout with further settings, and partitions of other shapes.
   *
   * @param settings null where nothing is said of it, as in what an older version wrote
   * @param reshapes null where nothing is said of it
   */
  public static Layout of(
      List<NodeTarget> nodes,
      List<NodeId> removed,
      Map<TableId, ByteSize> blockSizes,
      @Nullable WantedSettings settings,
      @Nullable Reshapes reshapes) {
    return new Layout(
        nodes,
        removed,
        blockSizes,
        Objects.requireNonNullElse(settings, WantedSettings.NONE),
        Objects.requireNonNullElse(reshapes, Reshapes.NONE));
  }

  /** The same layout with further settings. */
  public Layout with(WantedSettings wanted) {
    return new Layout(this, wanted, reshapes);
  }

  /** The same layout with partitions to split and to merge. */
  public Layout with(Reshapes wanted) {
    return new Layout(this, settings, wanted);
  }

  /** Sorted by name; planned ones included. */
  public List<NodeTarget> nodes() {
    return nodes;
  }

  /** Existing nodes that are to go, and machines whose node never came, sorted. */
  public List<NodeId> removed() {
    return removed;
  }

  /** The wanted block sizes, by table. */
  public SortedMap<TableId, ByteSize> blockSizes() {
    return blockSizes;
  }

  /** The wanted settings beside memory split and block size. */
  public WantedSettings settings() {
    return settings;
  }

  /** The partitions that are to be split and merged. */
  public Reshapes reshapes() {
    return reshapes;
  }

  /** The target node of a partition; empty when the layout leaves the partition alone. */
  public Optional<NodeTarget> targetOf(PartitionId partition) {
    return Optional.ofNullable(targets.get(partition));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Layout layout
        && nodes.equals(layout.nodes)
        && removed.equals(layout.removed)
        && blockSizes.equals(layout.blockSizes)
        && settings.equals(layout.settings)
        && reshapes.equals(layout.reshapes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(nodes, removed, blockSizes, settings, reshapes);
  }

  @Override
  public String toString() {
    return "Layout[nodes=%s, removed=%s, blockSizes=%s, settings=%s, reshapes=%s]"
        .formatted(nodes, removed, blockSizes, settings, reshapes);
  }
}
