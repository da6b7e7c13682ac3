package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StepKind;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What clients pay for steps.
 *
 * <p>While a partition is away, its requests are not answered. Where it arrives, and where its
 * files or blocks are made anew, its cached blocks are gone. A restart takes away a node's share of
 * the work, and a compaction a part of it. What is lost but for the partitions that are away is
 * lost only as far as the nodes are busy: an idle node makes up for it.
 */
final class Toll {
  /**
   * What a block that has to be read from disk takes the place of, in reads from the cache: the
   * simulator's model has 8 ms against 1 to 2.
   */
  private static final double READS_A_COLD_BLOCK = 5;

  /** The same as a share of a partition's reads: slower, not stopped. */
  private static final double COLD_READS_LOST = 0.5;

  /** A cache is warm after this: {@code forecast.coldCache}. */
  private static final double WARM_AFTER_SECONDS = 600;

  /** A compaction reads and writes beside its node's requests. */
  private static final double COMPACTING_LOST = 0.2;

  /** What HBase has where a table does not say otherwise. */
  private static final ByteSize USUAL_BLOCK = ByteSize.ofKilobytes(64);

  private final Situation now;
  private final StepTimes times;
  private final double pressure;
  private final Map<NodeId, Double> loads = new HashMap<>();
  private final Map<NodeId, Double> reads = new HashMap<>();
  private final Set<PartitionId> cold = new HashSet<>();
  private double requests;
  private double coldReads;
  private double coldBytes;
  private boolean cachesKnown = true;

  private Toll(Situation now, StepTimes times, double pressure) {
    this.now = now;
    this.times = times;
    this.pressure = pressure;
    List<Partition> partitions = now.topology().partitions();
    List<RequestRates> rates = now.ratesInOrder();
    for (int index = 0; index < partitions.size(); index++) {
      NodeId node = partitions.get(index).node();
      if (node != null) {
        loads.merge(node, rates.get(index).total(), Double::sum);
        reads.merge(node, reading(rates.get(index)), Double::sum);
      }
    }
  }

  /**
   * @param pressure how busy the busiest node is, 0..1
   */
  static Toll of(Situation now, List<Step> steps, StepTimes times, double pressure) {
    Toll toll = new Toll(now, times, pressure);
    steps.forEach(toll::add);
    return toll;
  }

  private static double reading(RequestRates rates) {
    return rates.reads() + rates.scans();
  }

  private void add(Step step) {
    if (step instanceof Step.MovePartition move) {
      requests += now.ratesOf(move.partition()).total() * times.seconds(StepKind.MOVES);
      now.topology().partition(move.partition()).ifPresent(this::cools);
    } else if (step instanceof Step.RestartNode restart) {
      requests += pressure * loadOf(restart.node()) * times.seconds(step);
    } else if (step instanceof Step.CompactPartition compaction) {
      requests += pressure * COMPACTING_LOST * loadOf(compaction.node()) * times.seconds(step);
      now.topology().partition(compaction.partition()).ifPresent(this::cools);
    } else if (step instanceof Step.AlterTable alter && alter.partitions() > 0) {
      now.topology().partitions().stream()
          .filter(partition -> partition.table().equals(alter.table()))
          .forEach(this::reopens);
    } else if (step instanceof Step.SetMemorySplit split) {
      shrinks(split);
    }
  }

  private void reopens(Partition partition) {
    requests += now.ratesOf(partition.id()).total() * times.seconds(StepKind.MOVES);
    cools(partition);
  }

  private double loadOf(NodeId node) {
    return loads.getOrDefault(node, 0.0);
  }

  /** Once, however often it moves: it is read again after the last of it. */
  private void cools(Partition partition) {
    double reading = reading(now.ratesOf(partition.id()));
    if (partition.node() == null || reading == 0 || !cold.add(partition.id())) {
      return;
    }
    double slow = COLD_READS_LOST * reading * WARM_AFTER_SECONDS;
    ByteSize cache = cacheOf(partition.node());
    if (cache == null) {
      cachesKnown = false;
      coldReads += slow;
      return;
    }
    double share = reading / reads.getOrDefault(partition.node(), reading);
    double bytes = Math.min(partition.size().bytes(), cache.bytes() * share);
    coldBytes += bytes;
    ByteSize block =
        now.topology().table(partition.table()).map(table -> table.blockSize()).orElse(null);
    double blocks = bytes / (block == null ? USUAL_BLOCK : block).bytes();
    coldReads += Math.min(slow, READS_A_COLD_BLOCK * blocks);
  }

  private void shrinks(Step.SetMemorySplit step) {
    MemorySplit before = now.topology().node(step.node()).map(Node::memory).orElse(null);
    ByteSize cache = cacheOf(step.node());
    if (before == null || cache == null) {
      cachesKnown = false;
    } else if (before.readCache().exceeds(step.memory().readCache())) {
      // what a smaller cache cannot hold is not read again: it costs no time to warm it
      coldBytes +=
          cache.bytes() * (1 - step.memory().readCache().value() / before.readCache().value());
    }
  }

  private @Nullable ByteSize cacheOf(NodeId node) {
    NodeLoad load = now.loads().get(node);
    MemorySplit split = now.topology().node(node).map(Node::memory).orElse(null);
    if (load == null || load.heapMax() == null || split == null) {
      return null;
    }
    return ByteSize.ofBytes(Math.round(load.heapMax().bytes() * split.readCache().value()));
  }

  /** Requests that are answered later than they would have been, or by nobody. */
  double requestsLost() {
    return requests + pressure * coldReads;
  }

  /** What has to be read into caches again; null where it is not known how large they are. */
  @Nullable ByteSize cacheLost() {
    return cachesKnown ? ByteSize.ofBytes(Math.round(coldBytes)) : null;
  }
}
