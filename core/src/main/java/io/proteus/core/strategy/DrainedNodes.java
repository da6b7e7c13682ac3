package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The nodes that operators keep empty, until they let them be filled again.
 *
 * @param drained nodes on which nothing is put, sorted
 * @param returned nodes that were drained and may be filled again, sorted
 */
public record DrainedNodes(List<NodeId> drained, List<NodeId> returned) {
  public static final DrainedNodes NONE = new DrainedNodes(List.of(), List.of());

  public DrainedNodes {
    drained = sorted(Objects.requireNonNullElse(drained, List.of()));
    returned = sorted(Objects.requireNonNullElse(returned, List.of()));
  }

  private static List<NodeId> sorted(List<NodeId> nodes) {
    return List.copyOf(new TreeSet<>(nodes));
  }

  /** The same, where this node is kept empty from now on. */
  public DrainedNodes drain(NodeId node) {
    return new DrainedNodes(with(drained, node), without(returned, node));
  }

  /** The same, where this node may be filled again. */
  public DrainedNodes undrain(NodeId node) {
    return new DrainedNodes(without(drained, node), with(returned, node));
  }

  /** The same once this node is gone for good: another that gets its name is like any other. */
  public DrainedNodes gone(NodeId node) {
    return new DrainedNodes(without(drained, node), without(returned, node));
  }

  public boolean contains(NodeId node) {
    return drained.contains(node);
  }

  /** The drained nodes as a set. */
  public Set<NodeId> nodes() {
    return Collections.unmodifiableSet(new TreeSet<>(drained));
  }

  private static List<NodeId> with(List<NodeId> nodes, NodeId node) {
    SortedSet<NodeId> all = new TreeSet<>(nodes);
    all.add(node);
    return List.copyOf(all);
  }

  private static List<NodeId> without(List<NodeId> nodes, NodeId node) {
    return nodes.stream().filter(other -> !other.equals(node)).toList();
  }
}
