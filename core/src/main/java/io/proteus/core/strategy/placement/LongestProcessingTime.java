package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * MeT's assignment (MET-8, Algorithm 2 of the paper; Graham's longest processing time first): the
 * costliest partition goes to the least loaded node that has room, where a node has room for
 * ceil(partitions / nodes).
 */
final class LongestProcessingTime {
  private LongestProcessingTime() {}

  private static final class Bin {
    final int index;
    final List<Load> loads = new ArrayList<>();
    double cost;

    Bin(int index) {
      this.index = index;
    }
  }

  /** Splits a group's partitions into as many sets as it has nodes; some may stay empty. */
  static List<List<Load>> assign(List<Load> loads, int nodes) {
    List<Load> costliestFirst = new ArrayList<>(loads);
    costliestFirst.sort(
        Comparator.comparingDouble(Load::cost).reversed().thenComparing(Load::partition));
    int room = (loads.size() + nodes - 1) / nodes;
    List<Bin> bins = new ArrayList<>();
    for (int index = 0; index < nodes; index++) {
      bins.add(new Bin(index));
    }
    var open =
        new PriorityQueue<Bin>(
            Comparator.<Bin>comparingDouble(bin -> bin.cost)
                .thenComparingInt(bin -> bin.loads.size())
                .thenComparingInt(bin -> bin.index));
    open.addAll(bins);
    for (Load load : costliestFirst) {
      Bin emptiest = open.remove();
      emptiest.loads.add(load);
      emptiest.cost += load.cost();
      if (emptiest.loads.size() < room) {
        open.add(emptiest);
      }
    }
    return bins.stream().map(bin -> bin.loads).toList();
  }
}
