package io.proteus.core.decision;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.PartitionHeat;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A busy node with partitions that are too large for what others have to spare: where 18 equal ones
 * are on 16 nodes, two nodes have twice the load of the others, wherever whole ones go. A half of
 * one evens them out.
 *
 * @param parts what the node serves, the hottest first
 * @param others how busy every other node is, CPU and waiting for the disk together
 */
record TooCoarse(List<PartitionHeat> parts, double[] others) {
  /** The busiest is better off by so much, which is more than measurements vary. */
  private static final double RELIEF = 0.05;

  static TooCoarse of(List<PartitionHeat> parts, Map<NodeId, Double> busy) {
    NodeId node = parts.get(0).node();
    return new TooCoarse(
        parts,
        busy.entrySet().stream()
            .filter(other -> !other.getKey().equals(node))
            .mapToDouble(Map.Entry::getValue)
            .sorted()
            .toArray());
  }

  /**
   * The partition of which a half relieves the node most; empty where whole ones do, or halves do
   * not.
   *
   * @param most how busy a node may be
   */
  Optional<PartitionHeat> half(double most) {
    double wholes = busiestByWholes();
    return wholes < most || others.length == 0
        ? Optional.empty()
        : parts.stream()
            .filter(part -> busiestByHalf(part) + RELIEF < wholes)
            .min(Comparator.comparingDouble(this::busiestByHalf));
  }

  private double busiestByHalf(PartitionHeat part) {
    double half = part.busy() / 2;
    return Math.max(others[0] + half, part.nodeBusy() - half);
  }

  /** The node, or who takes from it, once each of its partitions went where that helps. */
  private double busiestByWholes() {
    double[] filled = others.clone();
    double own = parts.get(0).nodeBusy();
    double busiest = 0;
    for (PartitionHeat part : parts) {
      if (filled.length > 0 && filled[0] + part.busy() < own) {
        own -= part.busy();
        filled[0] += part.busy();
        busiest = Math.max(busiest, filled[0]);
        Arrays.sort(filled);
      }
    }
    return Math.max(own, busiest);
  }
}
