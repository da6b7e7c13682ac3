package io.proteus.core.strategy.scaling;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.strategy.LoadHabit;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much room a number of nodes leaves, for what the load may do and for what caches hold. Nodes
 * are only taken away where what is left has room enough, because a node takes minutes to come
 * back.
 *
 * @param busy how busy nodes may be with the largest load that is expected
 * @param unseen how many times the largest load so far may come on top after an hour of watching;
 *     less with each hour
 */
public record Headroom(Ratio busy, double unseen) {
  /** So long a load must be watched before anything is said of what it may do. */
  private static final Duration UNKNOWN = Duration.ofHours(1);

  /** How long a load that has fallen is still reckoned with. */
  private static final Duration LATELY = Duration.ofMinutes(10);

  /** A removal that so soon is followed by a growth should not have been. */
  private static final Duration REGRETTED = Duration.ofHours(1);

  private static final Duration REMEMBERED = Duration.ofHours(12);
  private static final int MOST_DOUBLINGS = 4;

  /** What nodes can be used to for as long as it takes to add one. */
  private static final double SATURATED = 0.95;

  private static final Duration EVER = Duration.ofDays(1);

  /** A cache that holds so much of what it is asked for holds all that is in use. */
  private static final double HOLDS_ALL = 0.98;

  /** Caches are not filled to the last byte, and partitions are not evenly large. */
  private static final double FILLED = 0.7;

  /** How much more misses there may be than now. */
  private static final double MORE_MISSES = 0.02;

  /** The demand in busy nodes of the usual speed; empty where some node does not tell. */
  public static Optional<Double> demand(Situation now) {
    return ClusterLoad.gap(now).isPresent()
        ? Optional.empty()
        : Optional.of(ClusterLoad.withIoWait(now).demand());
  }

  /** How busy the cluster is by what its nodes can do; empty where some node does not tell. */
  public static Optional<Double> fullness(Situation now) {
    if (ClusterLoad.gap(now).isPresent()) {
      return Optional.empty();
    }
    ClusterLoad load = ClusterLoad.withIoWait(now);
    return Optional.of(load.demand() / load.capacity());
  }

  /** CPU and I/O wait of the hottest node; empty where some node does not tell. */
  public static Optional<Ratio> hottest(Situation now) {
    return ClusterLoad.gap(now).isPresent()
        ? Optional.empty()
        : Optional.of(ClusterLoad.withIoWait(now).hottestCpu());
  }

  /** What is known of the load, this moment included. */
  public static Optional<LoadHabit> habit(Situation now) {
    LoadHabit known = now.memory().scaling().habit();
    int nodes = now.topology().nodes().size();
    return demand(now)
        .map(demand -> new LoadHabit.Peak(demand, bytesRead(now)))
        .map(
            load ->
                known == null
                    ? LoadHabit.beginning(now.now(), nodes, load)
                    : known.with(now.now(), nodes, load));
  }

  /**
   * The fewest nodes that have room enough, as far as is known now: not fewer than were found
   * before the load is known, and never so few that caches hold less of what is read, or that
   * memory does not hold the data where it holds all.
   *
   * @param habit with the present moment
   */
  public int fewest(Situation now, LoadHabit habit) {
    int present = now.topology().nodes().size();
    LoadHabit.Peak ever = habit.peak(EVER);
    int forNow = nodes(now, habit.peak(lately(now)).demand() / busy.value());
    int forJumps = nodes(now, jump(habit.watched(now.now())) * ever.demand() / SATURATED);
    int fewest = Math.max(forNow, Math.min(habit.found(), forJumps));
    while (fewest < present
        && !(cachesHold(now, fewest, ever.bytesRead()) && DataInMemory.fits(now, fewest))) {
      fewest++;
    }
    return Math.min(present, fewest);
  }

  /**
   * Whether so many nodes have room for what is asked of a part of the cluster that they serve
   * alone; no where that is not known.
   *
   * @param part the nodes that serve it now, and what they hold
   * @param growth how many times what is asked now
   */
  public boolean leavesRoom(Situation part, int nodes, double growth) {
    return nodes > 0
        && demand(part).filter(demand -> demand * growth <= busy.value() * nodes).isPresent()
        && cachesHold(part, nodes, bytesRead(part))
        && DataInMemory.fits(part, nodes);
  }

  /** How many times what is asked now has been asked of late; 1 where that is not known. */
  public static double growth(Situation now) {
    double asked = demand(now).orElse(0.0);
    return asked <= 0
        ? 1
        : habit(now).map(habit -> Math.max(1, habit.peak(EVER).demand() / asked)).orElse(1.0);
  }

  /**
   * How many times the largest load so far may come. Who has watched for long has seen most of what
   * a load does: what it has not done for ten hours it does in the next one with a chance of one in
   * eleven (Laplace's rule of succession), and by so much less is reckoned with it.
   */
  double jump(Duration watched) {
    return watched.compareTo(UNKNOWN) < 0
        ? Double.POSITIVE_INFINITY
        : 1 + unseen * UNKNOWN.toMillis() / watched.toMillis();
  }

  /** How many of the present nodes make up such a capacity, whichever of them stay. */
  private static int nodes(Situation now, double capacity) {
    double left = capacity - 1e-9;
    int nodes = 0;
    for (double speed : NodeSpeeds.of(now).of(now.topology().nodes())) {
      left -= speed;
      nodes++;
      if (left <= 0) {
        return nodes;
      }
    }
    return nodes + (int) Math.min(Integer.MAX_VALUE / 2, Math.ceil(left));
  }

  /**
   * Longer, where nodes that had gone were wanted again: each time twice as long. Where nodes were
   * wanted and did not come, none is given back until that is long past.
   */
  private static Duration lately(Situation now) {
    Resized refused = now.memory().scaling().givenUp();
    if (refused != null && Duration.between(refused.at(), now.now()).compareTo(REMEMBERED) < 0) {
      return REMEMBERED;
    }
    List<Resized> resizes = now.memory().scaling().resizes();
    long regrets = 0;
    for (int next = 1; next < resizes.size(); next++) {
      Resized gone = resizes.get(next - 1);
      Resized back = resizes.get(next);
      boolean wasWanted =
          !gone.grew()
              && back.grew()
              && Duration.between(gone.at(), back.at()).compareTo(REGRETTED) < 0
              && Duration.between(back.at(), now.now()).compareTo(REMEMBERED) < 0;
      regrets += wasWanted ? 1 : 0;
    }
    return LATELY.multipliedBy(1L << Math.min(MOST_DOUBLINGS, regrets));
  }

  /**
   * Whether caches of so many nodes hold about as much of what is read as they do now. Where a
   * cache is not known nothing can be said of it, and the answer is yes.
   *
   * @param inUse the most bytes that are read at a time
   */
  static boolean cachesHold(Situation now, int nodes, double inUse) {
    double cache = 0;
    double lookedUp = 0;
    double missed = 0;
    int present = now.topology().nodes().size();
    for (Node node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      ByteSize size = load == null ? null : cacheOf(node, load);
      Ratio hits = load == null ? null : load.cacheHitRatio();
      if (load == null || size == null) {
        return true;
      }
      double requests = load.requests() == null ? 1 : load.requests().value();
      cache += size.bytes();
      lookedUp += requests;
      missed += hits == null ? 0 : requests * (1 - hits.value());
    }
    double misses = lookedUp == 0 ? 0 : missed / lookedUp;
    double left = cache * nodes / present;
    if (inUse <= FILLED * left) {
      return true;
    }
    // read evenly, as is worst for a cache
    double then = Math.max(misses, 1 - left / inUse);
    boolean heldAll = misses < 1 - HOLDS_ALL && inUse <= cache;
    return !heldAll && then <= misses + MORE_MISSES;
  }

  private static double bytesRead(Situation now) {
    double bytes = 0;
    for (LoadedPartition loaded : now.partitions()) {
      bytes += loaded.reads() > 0 ? loaded.partition().size().bytes() : 0;
    }
    return bytes;
  }

  private static @Nullable ByteSize cacheOf(Node node, NodeLoad load) {
    MemorySplit split = node.memory();
    ByteSize heap = load.heapMax();
    return split == null || heap == null
        ? null
        : ByteSize.ofBytes(Math.round(heap.bytes() * split.readCache().value()));
  }
}
