package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What HBase's balancer moves so that no node has more than one partition above another, with as
 * few moves as that takes. Which of a node's partitions go is by chance ({@code LoadBalancer} of
 * 0.90.2: HBASE-3586 shuffles a server's regions, HBASE-3681 asks for the slop first; {@code
 * DefaultLoadBalancer} of 0.92 and 0.94 is the same but for the order, which is then that of age).
 */
final class EvenCounts {
  private EvenCounts() {}

  /**
   * Where each partition is to go that has to move.
   *
   * @param held by every node that is alive, those that hold nothing included
   * @param slop how far off the mean a node may be before anything is moved, as a share of it
   */
  static Map<PartitionId, NodeId> goals(
      SortedMap<NodeId, List<PartitionId>> held, double slop, SplittableRandom random) {
    int partitions = held.values().stream().mapToInt(List::size).sum();
    if (held.isEmpty() || isEven(held, (double) partitions / held.size(), slop)) {
      return Map.of();
    }
    int least = partitions / held.size();
    int most = partitions % held.size() == 0 ? least : least + 1;
    List<Share> fewestFirst = new ArrayList<>();
    held.forEach((node, its) -> fewestFirst.add(new Share(node, shuffled(its, random))));
    fewestFirst.sort(Comparator.comparingInt(Share::size));
    Deque<PartitionId> homeless = new ArrayDeque<>();
    for (int fullest = fewestFirst.size() - 1; fullest >= 0; fullest--) {
      while (fewestFirst.get(fullest).size() > most) {
        homeless.add(fewestFirst.get(fullest).shed());
      }
    }
    Map<PartitionId, NodeId> goals = new TreeMap<>();
    for (Share share : fewestFirst) {
      while (share.size() < least) {
        PartitionId next = homeless.isEmpty() ? fullest(fewestFirst).shed() : homeless.remove();
        goals.put(next, share.take(next));
      }
    }
    for (Share share : fewestFirst) {
      if (share.size() < most && !homeless.isEmpty()) {
        PartitionId next = homeless.remove();
        goals.put(next, share.take(next));
      }
    }
    return goals;
  }

  private static boolean isEven(
      SortedMap<NodeId, List<PartitionId>> held, double mean, double slop) {
    double fewest = Math.floor(mean * (1 - slop));
    double most = Math.ceil(mean * (1 + slop));
    return held.values().stream().allMatch(its -> its.size() >= fewest && its.size() <= most);
  }

  private static Share fullest(List<Share> shares) {
    return shares.stream().max(Comparator.comparingInt(Share::size)).orElseThrow();
  }

  private static List<PartitionId> shuffled(List<PartitionId> its, SplittableRandom random) {
    List<PartitionId> shuffled = new ArrayList<>(its);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      PartitionId swapped = shuffled.get(i);
      shuffled.set(i, shuffled.get(other));
      shuffled.set(other, swapped);
    }
    return shuffled;
  }

  /** What a node holds while this is worked out. */
  private static final class Share {
    private final NodeId node;
    private final List<PartitionId> partitions;

    Share(NodeId node, List<PartitionId> partitions) {
      this.node = node;
      this.partitions = partitions;
    }

    int size() {
      return partitions.size();
    }

    PartitionId shed() {
      return partitions.remove(partitions.size() - 1);
    }

    NodeId take(PartitionId partition) {
      // at the head, so that it is the last to be shed
      partitions.add(0, partition);
      return node;
    }
  }
}
