package io.proteus.simulator.world;

import static io.proteus.simulator.world.Demands.CPU;
import static io.proteus.simulator.world.Demands.DISK;
import static io.proteus.simulator.world.Demands.NETWORK;
import static io.proteus.simulator.world.Demands.STATIONS;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Tenant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Partitions whose nodes read them into their caches as they are opened, each in one stream (HBase:
 * hbase.rs.prefetchblocksonopen, PrefetchExecutor). What is cached already is passed over. A stream
 * does not stop where the cache is full, as HBase's of an on-heap cache does not (LruBlockCache
 * keeps BlockCache.blockFitsIntoTheCache's default): it pushes out what others have there.
 */
final class Prefetching {
  /** What is left of a partition below which it counts as read, as a share of it. */
  private static final double NOTHING = 1e-6;

  private final Hardware hardware;
  private final ModelConstants constants;
  private final Caches caches;
  private List<Stream> streams = List.of();

  Prefetching(Hardware hardware, ModelConstants constants, Caches caches) {
    this.hardware = hardware;
    this.constants = constants;
    this.caches = caches;
  }

  /**
   * A partition that is being read.
   *
   * @param tenant whose it is
   * @param stored bytes of its files
   * @param missing bytes of these that are not in the cache
   * @param secondsPerByte that it takes of each station
   */
  private record Stream(
      SimulatedPartition partition, double stored, double missing, double[] secondsPerByte) {
    /** Bytes that it has still to read: what is before it is cached, and some of what is not. */
    double left() {
      return Math.min(missing, stored * partition.unread);
    }
  }

  /**
   * Works out how fast each stream is with what compactions and merges leave of the stations, and
   * adds what it takes.
   *
   * @param seconds for which it will be so
   * @param busy share of each station that is taken already
   */
  void begin(
      double now,
      double seconds,
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      List<TenantState> tenants,
      double[] busy) {
    streams = List.of();
    for (SimulatedPartition partition : partitions) {
      partition.aheadBytesPerSecond = 0;
      if (partition.unread > 0 && partition.isServed() && now >= partition.readsAheadFrom) {
        consider(now, partition, tenants.get(partition.tenant).tenant, nodes, busy.length);
      }
    }
    if (!streams.isEmpty()) {
      share(seconds, busy);
    }
  }

  private void consider(
      double now,
      SimulatedPartition partition,
      Tenant tenant,
      List<SimulatedNode> nodes,
      int stations) {
    double stored = caches.storedBytes(tenant, partition);
    double missing = stored - caches.heldBytes(tenant, partition);
    if (missing < NOTHING * stored) {
      partition.unread = 0;
      return;
    }
    for (int n = 0; n < nodes.size(); n++) {
      SimulatedNode node = nodes.get(n);
      if (node.id.equals(partition.node) && node.isUp(now)) {
        if (streams.isEmpty()) {
          streams = new ArrayList<>();
        }
        streams.add(new Stream(partition, stored, missing, costs(partition, nodes, n, stations)));
      }
    }
  }

  /** Of a byte, at each station; a block takes the CPU of a miss and no seek. */
  private double[] costs(
      SimulatedPartition partition, List<SimulatedNode> nodes, int place, int stations) {
    double[] seconds = new double[stations];
    double remote = 1 - partition.locality;
    double cpu =
        constants.missCpuSeconds() / partition.blockBytes
            + constants.missCpuSecondsPerByte()
            + remote * constants.remoteCpuSecondsPerByte();
    seconds[place * STATIONS + CPU] =
        cpu / (hardware.coreSpeed() * nodes.get(place).speed * hardware.cores());
    seconds[place * STATIONS + NETWORK] = remote / hardware.networkBytesPerSecond();
    double disk = (1 - hardware.pageCacheShare()) / hardware.diskBytesPerSecond();
    double[] shares = Demands.diskShares(nodes, partition, place);
    for (int n = 0; n < shares.length; n++) {
      seconds[n * STATIONS + DISK] = shares[n] * disk;
    }
    return seconds;
  }

  /** Streams of a node share what it gives to them, and all what a station has left. */
  private void share(double seconds, double[] busy) {
    Map<NodeId, Integer> besides = new HashMap<>();
    for (Stream stream : streams) {
      besides.merge(holder(stream), 1, Integer::sum);
    }
    double[] wanted = new double[busy.length];
    for (Stream stream : streams) {
      // a block is on one disk, whichever
      double slowest = (1 - hardware.pageCacheShare()) / hardware.diskBytesPerSecond();
      for (double perByte : stream.secondsPerByte) {
        slowest = Math.max(slowest, perByte);
      }
      double most = constants.prefetchShare() / besides.getOrDefault(holder(stream), 1) / slowest;
      stream.partition.aheadBytesPerSecond = Math.min(most, stream.left() / seconds);
      for (int station = 0; station < wanted.length; station++) {
        wanted[station] += stream.partition.aheadBytesPerSecond * stream.secondsPerByte[station];
      }
    }
    double[] left = new double[busy.length];
    for (int station = 0; station < left.length; station++) {
      left[station] = Math.max(0, Performance.MOST_BUSY - busy[station]);
    }
    for (Stream stream : streams) {
      double granted = 1;
      for (int station = 0; station < left.length; station++) {
        if (stream.secondsPerByte[station] > 0 && wanted[station] > left[station]) {
          granted = Math.min(granted, left[station] / wanted[station]);
        }
      }
      stream.partition.aheadBytesPerSecond *= granted;
      for (int station = 0; station < busy.length; station++) {
        busy[station] += stream.partition.aheadBytesPerSecond * stream.secondsPerByte[station];
      }
    }
  }

  private static NodeId holder(Stream stream) {
    NodeId node = stream.partition.node;
    if (node == null) {
      throw new IllegalStateException(stream.partition.id + " is read where it is not");
    }
    return node;
  }

  /** Lets some seconds pass: blocks come in, and others go where there is no room for them. */
  void pass(
      double seconds,
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      List<TenantState> tenants) {
    Map<NodeId, Double> cameIn = new HashMap<>();
    for (Stream stream : streams) {
      cameIn.merge(holder(stream), read(stream, seconds), Double::sum);
    }
    for (SimulatedNode node : nodes) {
      Double added = cameIn.get(node.id);
      if (added != null && added > 0) {
        pushOut(node, added, partitions, tenants);
      }
    }
  }

  /** Bytes that came in. */
  private double read(Stream stream, double seconds) {
    SimulatedPartition partition = stream.partition;
    double read = partition.aheadBytesPerSecond * seconds;
    double left = stream.left();
    partition.unread =
        left - read > NOTHING * stream.stored ? partition.unread * (1 - read / left) : 0;
    double filled = read / stream.missing;
    partition.hotHeld += (1 - partition.hotHeld) * filled;
    partition.coldHeld += (1 - partition.coldHeld) * filled;
    return read;
  }

  private void pushOut(
      SimulatedNode node,
      double added,
      List<SimulatedPartition> partitions,
      List<TenantState> tenants) {
    double held = 0;
    for (SimulatedPartition partition : partitions) {
      if (node.id.equals(partition.node) && partition.isServed()) {
        held += caches.heldBytes(tenants.get(partition.tenant).tenant, partition);
      }
    }
    double tooMuch = Math.min(added, held - caches.capacity(node));
    if (tooMuch <= 0) {
      return;
    }
    double kept = 1 - tooMuch / held;
    for (SimulatedPartition partition : partitions) {
      if (node.id.equals(partition.node) && partition.isServed()) {
        partition.hotHeld *= kept;
        partition.coldHeld *= kept;
      }
    }
  }
}
