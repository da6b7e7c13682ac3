package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * MeT's assignment (MET-8, Algorithm 2 of the paper; Graham's longest processing time first): the
 * costliest partition goes to the least loaded node that has room, where a node has room for
 * ceil(partitions / nodes).
 */
final class LongestProcessingTime {
  private LongestProcessingTime() {}

  private static final class Bin implements Comparable<Bin> {
    final int index;
    final List<Load> loads;
    double cost;

    Bin(int index, int room) {
      this.index = index;
      this.loads = new ArrayList<>(room);
    }

    /** The emptiest first. */
    @Override
    public int compareTo(Bin other) {
      int byCost = Double.compare(cost, other.cost);
      int bySize = byCost != 0 ? byCost : Integer.compare(loads.size(), other.loads.size());
      return bySize != 0 ? bySize : Integer.compare(index, other.index);
    }
  }

  /** Splits a group's partitions into one set for each node; sets may stay empty. */
  static List<List<Load>> assign(List<Load> loads, int nodes) {
    Load[] costliestFirst = loads.toArray(new Load[0]);
    Arrays.parallelSort(costliestFirst, LongestProcessingTime::costliestFirst);
    int room = (loads.size() + nodes - 1) / nodes;
    List<Bin> bins = new ArrayList<>();
    for (int index = 0; index < nodes; index++) {
      bins.add(new Bin(index, room));
    }
    var open = new PriorityQueue<Bin>();
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

  private static int costliestFirst(Load one, Load other) {
    int byCost = Double.compare(other.cost(), one.cost());
    return byCost != 0 ? byCost : one.partition().compareTo(other.partition());
  }
}
