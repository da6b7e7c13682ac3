package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.step.MovePartition;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which partitions their new nodes read into their caches at once, in one stream, instead of block
 * by block while clients wait: those that are read so much that most of their blocks would be asked
 * for within minutes, and not nearly only written, where the cache holds all that is read so on the
 * node.
 */
final class Prefetch {
  static final Prefetch NONE = new Prefetch(Set.of(), 1);

  /** Data that is not read within this time need not be in a cache. */
  private static final Duration SOON = Duration.ofMinutes(5);

  /** A partition below this share of reads waits for logs and flushes, and hardly for blocks. */
  private static final double LEAST_READ = 0.2;

  private final Set<NodeId> roomy;

  /** The block size that is assumed, because most tables do not tell theirs. */
  private final double blockBytes;

  private Prefetch(Set<NodeId> roomy, double blockBytes) {
    this.roomy = roomy;
    this.blockBytes = blockBytes;
  }

  /**
   * @param model how nodes use their memory
   * @param goals what each node is to be
   * @param partitions all of them
   */
  static Prefetch into(
      MemoryModel model,
      Situation now,
      Collection<NodeTarget> goals,
      List<DraftPartition> partitions) {
    double blockBytes = model.usualBlock().bytes();
    Map<NodeId, Double> free = new HashMap<>();
    for (NodeTarget goal : goals) {
      NodeLoad load = now.loads().get(goal.node());
      boolean able = now.topology().node(goal.node()).filter(Node::memoryOnline).isPresent();
      MemorySplit memory = goal.profile().memory();
      if (able && memory != null && load != null && load.heapMax() != null) {
        double share = memory.readCache().value();
        free.put(goal.node(), model.usableCache().value() * share * load.heapMax().bytes());
      }
    }
    for (DraftPartition tracked : partitions) {
      NodeId goal = tracked.goal;
      if (goal != null && isReadSoon(tracked, blockBytes)) {
        free.computeIfPresent(goal, (node, left) -> left - tracked.partition.size().bytes());
      }
    }
    Set<NodeId> roomy = new HashSet<>();
    free.forEach(
        (node, left) -> {
          if (left >= 0) {
            roomy.add(node);
          }
        });
    return new Prefetch(roomy, blockBytes);
  }

  private static boolean isReadSoon(DraftPartition tracked, double blockBytes) {
    double blocks = (double) tracked.partition.size().bytes() / blockBytes;
    return blocks > 0
        && tracked.loaded.reads() * SOON.toSeconds() >= blocks
        && tracked.loaded.reads() >= LEAST_READ * tracked.load();
  }

  /** The move as it is to be. */
  MovePartition decide(MovePartition move, DraftPartition moved) {
    return roomy.contains(move.to()) && isReadSoon(moved, blockBytes) ? move.prefetched() : move;
  }
}
