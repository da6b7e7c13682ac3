package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Partition;
import io.proteus.core.model.DemandModel;
import io.proteus.core.strategy.demand.CacheShare.Blocks;
import io.proteus.core.strategy.demand.ServiceDemands.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are looked at, what they hold, and who asks: all that tells what another layout
 * would answer.
 *
 * @param model what the engine says of requests
 * @param demands as measured
 * @param usableCache share of a cache that holds what is read
 * @param writtenBytes of a write
 * @param workingSet bytes that are read of a partition, over the bytes that it stores, as hit
 *     ratios show it
 * @param nodes that are looked at
 * @param held the partitions that they hold
 * @param answered requests of each class that are answered now, a second
 * @param network who asks
 */
record ModelledCluster(
    DemandModel model,
    ServiceDemands demands,
    double usableCache,
    double writtenBytes,
    double workingSet,
    List<HeldBy> nodes,
    List<Held> held,
    double[] answered,
    ClientNetwork network) {

  /**
   * A node.
   *
   * @param split how it divides its memory; null where it divides none or nobody knows
   * @param heap in bytes; 0 where it is not known
   * @param slowness its time for some work, over that of the others
   */
  record HeldBy(Node node, @Nullable MemorySplit split, double heap, double slowness) {}

  /**
   * A partition with its requests.
   *
   * @param of its class of clients
   * @param home the node that holds it, by number
   * @param block bytes of a block
   */
  record Held(
      Partition partition,
      int of,
      int home,
      double block,
      double reads,
      double scans,
      double writes) {
    double requests() {
      return reads + scans + writes;
    }

    double blocksAsked(DemandModel model) {
      return reads + scans * model.scanBlocks();
    }
  }

  /**
   * What requests ask of a node that holds these partitions.
   *
   * @param faster by what the requests of each class are more than now
   */
  NodeDemand demand(
      int node, List<Integer> partitions, @Nullable MemorySplit split, double[] faster) {
    HeldBy by = nodes.get(node);
    NodeDemand demand = new NodeDemand(answered.length);
    double seconds = cacheSeconds(by, partitions, split, faster);
    double perWrite = demands.of(Kind.WRITE) + merging(by, partitions, split);
    for (int p : partitions) {
      Held each = held.get(p);
      int of = each.of();
      if (each.requests() <= 0) {
        continue;
      }
      double asked = each.blocksAsked(model);
      double missed = asked * (1 - blocks(each, faster).held(seconds));
      double work =
          each.reads() * demands.of(Kind.READ)
              + each.scans() * demands.of(Kind.SCAN)
              + each.writes() * perWrite
              + missed * demands.of(Kind.MISS);
      demand.cpu[of] += by.slowness() * work / answered[of];
      demand.disk[of] += missed * demands.missedDisk() / answered[of];
      demand.visits[of] += each.requests() / answered[of];
      demand.asked += asked * faster[of];
      demand.missed += missed * faster[of];
    }
    return demand;
  }

  /** For how long the node's cache keeps a block that is not asked for again. */
  private double cacheSeconds(
      HeldBy by, List<Integer> partitions, @Nullable MemorySplit split, double[] faster) {
    if (split == null || by.heap() <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    List<Blocks> all = new ArrayList<>(partitions.size());
    for (int p : partitions) {
      all.add(blocks(held.get(p), faster));
    }
    return CacheShare.seconds(all, split.readCache().value() * by.heap() * usableCache);
  }

  private Blocks blocks(Held each, double[] faster) {
    double bytes = Math.max(each.block(), each.partition().size().bytes() * workingSet);
    return new Blocks(bytes, each.blocksAsked(model) * faster[each.of()] / (bytes / each.block()));
  }

  /** What flushing and merging takes for each write. */
  private double merging(HeldBy by, List<Integer> partitions, @Nullable MemorySplit split) {
    return writtenBytes
        / (1 << 20)
        * times(by, partitions, split)
        * demands.of(Kind.MERGED_MEGABYTE);
  }

  /** How often what is written on the node is written in all. */
  double times(HeldBy by, List<Integer> partitions, @Nullable MemorySplit split) {
    if (split == null || by.heap() <= 0) {
      return 1;
    }
    int written = 0;
    double stored = 0;
    for (int p : partitions) {
      Held each = held.get(p);
      if (each.writes() > 0) {
        written++;
        stored += each.partition().size().bytes();
      }
    }
    return model
        .merging()
        .times(split.writeBuffer().value() * by.heap(), written, stored / Math.max(1, written));
  }
}
