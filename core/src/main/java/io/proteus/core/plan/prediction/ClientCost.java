package io.proteus.core.plan.prediction;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Draft;
import io.proteus.core.plan.DraftPartition;
import io.proteus.core.step.ClientImpact;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.LoadedPartition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cost of steps for clients.
 *
 * <p>The requests of a partition fail while it moves. The blocks that were cached are lost where a
 * partition arrives and where its files or blocks are rewritten. A restart takes the node's share
 * of the work away, a compaction a part of it. Apart from moving partitions, requests are lost only
 * as far as nodes are busy: an idle node makes up for the loss.
 */
final class ClientCost implements ClientImpact {
  private final Situation now;
  private final Draft draft;
  private final StepTimes times;
  private final CostModel costs;
  private final double pressure;
  private final Map<NodeId, Work> works = new HashMap<>();
  private final Map<TableId, @Nullable ByteSize> blockSizes = new HashMap<>();
  private double requests;
  private double coldReads;
  private double coldBytes;
  private double movedBytes;
  private boolean cachesKnown = true;
  private final Set<TableId> reopened = new HashSet<>();

  /** The work of a node today. */
  private static final class Work {
    /** Null when it is not known how large it is. */
    final @Nullable ByteSize cache;

    double requests;
    double reads;

    Work(@Nullable ByteSize cache) {
      this.cache = cache;
    }
  }

  private ClientCost(
      Situation now, Draft draft, StepTimes times, CostModel costs, double pressure) {
    this.now = now;
    this.draft = draft;
    this.times = times;
    this.costs = costs;
    this.pressure = pressure;
    now.topology().tables().forEach(table -> blockSizes.put(table.id(), table.blockSize()));
  }

  /**
   * @param pressure how busy the busiest node is, 0..1
   */
  static ClientCost of(
      Situation now, Draft draft, StepTimes times, CostModel costs, double pressure) {
    ClientCost cost = new ClientCost(now, draft, times, costs, pressure);
    cost.survey();
    draft.steps().forEach(step -> step.tell(cost));
    cost.addPartitions();
    return cost;
  }

  private void survey() {
    for (DraftPartition tracked : draft.partitions()) {
      NodeId node = tracked.partition().node();
      if (node != null) {
        Work work = workOf(node);
        work.requests += tracked.load();
        work.reads += tracked.loaded().reads();
      }
    }
  }

  private Work workOf(NodeId node) {
    Work known = works.get(node);
    if (known == null) {
      known = new Work(cacheOf(node));
      works.put(node, known);
    }
    return known;
  }

  @Override
  public void nodeIsAway(NodeId node, Step step) {
    requests += pressure * workOf(node).requests * times.seconds(step);
  }

  @Override
  public void isClosed(PartitionId partition, double share, Step step) {
    for (DraftPartition tracked : draft.partitions()) {
      if (tracked.id().equals(partition)) {
        requests += share * tracked.load() * times.seconds(step);
        cools(tracked.loaded());
      }
    }
  }

  @Override
  public void tableIsReopened(TableId table) {
    reopened.add(table);
  }

  /** It reads and writes what it serves, as a compaction does. */
  @Override
  public void isStreamed(NodeId node, Step step) {
    requests +=
        pressure * costs.compaction().workLost() * workOf(node).requests * times.seconds(step);
  }

  @Override
  public void isHandedOver(ByteSize size) {
    movedBytes += size.bytes();
  }

  private void addPartitions() {
    double away = times.seconds(MovePartition.KIND);
    for (DraftPartition tracked : draft.partitions()) {
      int leaves = tracked.moves() + (reopened.contains(tracked.partition().table()) ? 1 : 0);
      requests += tracked.load() * leaves * away;
      movedBytes += (double) tracked.moves() * tracked.partition().size().bytes();
      if (tracked.isCompacted() && tracked.node() != null) {
        requests +=
            pressure
                * costs.compaction().workLost()
                * workOf(tracked.node()).requests
                * times.seconds(
                    CompactPartition.KIND, CompactPartition.gigabytes(tracked.partition().size()));
      }
      if (leaves > 0 || tracked.isCompacted()) {
        cools(tracked.loaded());
      }
    }
  }

  /**
   * Counts a partition once, however often it moves: its blocks are read again after the last move.
   */
  private void cools(LoadedPartition loaded) {
    Partition partition = loaded.partition();
    double reading = loaded.reads();
    if (partition.node() == null || reading == 0) {
      return;
    }
    CostModel.ColdCache cold = costs.coldCache();
    double slow = cold.readsLost() * reading * cold.warmAfter().toMillis() / 1000.0;
    Work work = workOf(partition.node());
    if (work.cache == null) {
      cachesKnown = false;
      coldReads += slow;
      return;
    }
    double bytes = Math.min(partition.size().bytes(), work.cache.bytes() * reading / work.reads);
    coldBytes += bytes;
    ByteSize block = blockSizes.get(partition.table());
    double blocks = bytes / (block == null ? cold.usualBlock() : block).bytes();
    coldReads += Math.min(slow, cold.readsPerBlock() * blocks);
  }

  @Override
  public void heapIsDivided(NodeId node, MemorySplit memory) {
    MemorySplit before = now.topology().node(node).map(Node::memory).orElse(null);
    ByteSize cache = cacheOf(node);
    if (before == null || cache == null) {
      cachesKnown = false;
    } else if (before.readCache().exceeds(memory.readCache())) {
      // what a smaller cache cannot hold is not read again: it costs no time to warm it
      coldBytes += cache.bytes() * (1 - memory.readCache().value() / before.readCache().value());
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

  /** Requests that are answered late or never. */
  double requestsLost() {
    return requests + pressure * coldReads;
  }

  /** The size of the partitions that go to other nodes. */
  ByteSize moved() {
    return ByteSize.ofBytes(Math.round(movedBytes));
  }

  /** The bytes that caches have to read again; null when their sizes are not known. */
  @Nullable ByteSize cacheLost() {
    return cachesKnown ? ByteSize.ofBytes(Math.round(coldBytes)) : null;
  }
}
