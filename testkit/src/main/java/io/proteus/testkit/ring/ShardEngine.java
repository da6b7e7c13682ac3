package io.proteus.testkit.ring;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Placing.By;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Slot ranges on shards, as Redis 7 has them: a primary with its follower is one node, the follower
 * takes over while the primary restarts, and what moves is a range with all of its copies. Requests
 * are counted for shards; they are divided by the keys of each range.
 */
public final class ShardEngine extends TimedNodes implements Placement {
  private static final int RANGES = 8;
  private static final TableId KEYS = new TableId("keys");
  private static volatile ShardEngine only = new ShardEngine(InstantSource.system());

  private final Map<PartitionId, NodeId> places = new TreeMap<>();
  private final Set<NodeId> failedOver = new HashSet<>();

  public record Settings() {}

  /** {@code engine.type: shards}. */
  public static final class Provider implements EngineProvider<Settings> {
    @Override
    public String type() {
      return "shards";
    }

    @Override
    public Class<Settings> settings() {
      return Settings.class;
    }

    @Override
    public OpenStore open(Settings settings, Set<String> startKeys) {
      return OpenStore.of(only);
    }
  }

  private ShardEngine(InstantSource clock) {
    super(clock, "shard", 3, LoadBasis.APPORTIONED);
    List<NodeId> shards = live();
    for (int range = 0; range < RANGES; range++) {
      NodeId shard = range < RANGES - 2 ? shards.get(0) : shards.get(range % 2 + 1);
      places.put(new PartitionId("slots-%d".formatted(range)), shard);
    }
  }

  /** Begins anew: the first of three shards has most of the keys. */
  public static ShardEngine restart(InstantSource clock) {
    return only = new ShardEngine(clock);
  }

  /** The primary dies, and its follower takes over at once: the shard lives on. */
  public synchronized void failOver(NodeId shard) {
    failedOver.add(shard);
  }

  @Override
  boolean joinsByItself() {
    return true;
  }

  @Override
  void came(NodeId node) {}

  @Override
  void died(NodeId node) {}

  @Override
  Map<NodeId, Double> shares() {
    Map<NodeId, Double> shares = new HashMap<>();
    places.values().forEach(shard -> shares.merge(shard, 1.0 / RANGES, Double::sum));
    return shares;
  }

  @Override
  public synchronized Topology topology() {
    catchUp();
    List<Partition> ranges = new ArrayList<>();
    places.forEach(
        (range, shard) ->
            ranges.add(
                new Partition(
                    range,
                    KEYS,
                    isLive(shard) ? shard : null,
                    ByteSize.ofMegabytes(10),
                    null,
                    List.of(new Replica(follower(shard), Replica.Role.FOLLOWER)))));
    return new Topology(
            "shards",
            now(),
            nodes(),
            dead(),
            ranges,
            List.of(new Table(KEYS, null)),
            List.of(),
            false,
            gaps())
        .placed(new Placing(By.PROTEUS, Emptying.BY_MOVES, Emptying.NOT_NEEDED), List.of());
  }

  /** The follower's process, which is no node of its own. */
  private NodeId follower(NodeId shard) {
    return new NodeId(shard.value() + (failedOver.contains(shard) ? "/first" : "/second"));
  }

  @Override
  public synchronized void move(PartitionId partition, NodeId to) throws PortException {
    catchUp();
    if (!isLive(to) || places.replace(partition, to) == null) {
      throw new PortException("there is no %s or no %s".formatted(partition, to));
    }
  }
}
