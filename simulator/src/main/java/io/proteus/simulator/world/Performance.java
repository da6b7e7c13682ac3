package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.model.CharacteristicTime;
import io.proteus.simulator.model.CharacteristicTime.Items;
import io.proteus.simulator.model.ClosedNetwork;
import io.proteus.simulator.model.ClosedNetwork.ClientClass;
import io.proteus.simulator.model.ClosedNetwork.Solution;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The capacity model: what the clients get out of the nodes as they are at a moment, and how
 * caches, buffers and files change by it. See {@code docs/simulator.md}.
 */
final class Performance {
  private static final int CPU = 0;
  private static final int DISK = 1;
  private static final int NETWORK = 2;
  private static final int STATIONS = 3;

  /** Caches change slowly: T is worked out anew at this interval, or when something moved. */
  private static final double CACHE_EVERY_SECONDS = 5;

  /** How fast the wait for a handler follows, a second. */
  private static final double HANDLER_GAIN = 0.5;

  private static final double BUFFER_FULL = 0.95;
  private static final double BUFFER_AGAIN = 0.8;
  private static final double BUFFER_FLUSHED = 0.4;

  private final Hardware hardware;
  private final ModelConstants constants;
  private final ClosedNetwork network;
  private final Map<NodeId, Double> cacheSeconds = new HashMap<>();
  private double cacheAt = Double.NEGATIVE_INFINITY;

  Performance(Hardware hardware, ModelConstants constants) {
    this.hardware = hardware;
    this.constants = constants;
    this.network = new ClosedNetwork(constants.inOrder());
  }

  /** Something moved: what the caches hold in the long run has changed. */
  void disturb() {
    cacheAt = Double.NEGATIVE_INFINITY;
  }

  /** What a partition is asked for, a second. */
  private record Asked(double reads, double scans, double scanBlocks, double writes) {
    double blocks() {
      return reads + scans * scanBlocks;
    }
  }

  /** Lets some seconds pass with everything as it is. */
  void pass(
      double now,
      double seconds,
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      List<TenantState> tenants) {
    Map<NodeId, Integer> index = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      index.put(nodes.get(i).id, i);
    }
    Duration at = Duration.ofMillis((long) (now * 1000));
    double[] shares = new double[partitions.size()];
    double[] unserved = new double[tenants.size()];
    double[] waiting = new double[tenants.size()];
    double[][] demand = new double[tenants.size()][nodes.size() * STATIONS];
    double[][] visits = new double[tenants.size()][nodes.size() * STATIONS];
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      Tenant tenant = tenants.get(partition.tenant).tenant;
      shares[p] = tenant.shareAt(partition.place, at) * partition.shareOfPlace;
      Integer node = partition.isServed() ? index.get(partition.node) : null;
      if (node == null || !nodes.get(node).isUp(now)) {
        unserved[partition.tenant] += shares[p];
        waiting[partition.tenant] += partition.waiting;
      } else {
        for (int station = 0; station < STATIONS; station++) {
          visits[partition.tenant][node * STATIONS + station] += shares[p];
        }
        addDemand(
            demand[partition.tenant],
            node * STATIONS,
            shares[p],
            partition,
            tenant,
            nodes.get(node));
      }
    }
    ClientClass[] classes = new ClientClass[tenants.size()];
    for (int c = 0; c < classes.length; c++) {
      double handlers = 0;
      for (int n = 0; n < nodes.size(); n++) {
        handlers += visits[c][n * STATIONS] * nodes.get(n).handlerWait;
      }
      classes[c] = clients(tenants.get(c).tenant, at, waiting[c], handlers, demand[c], visits[c]);
    }
    Solution solution = network.solve(classes, servers(nodes), background(now, nodes, partitions));
    for (int c = 0; c < classes.length; c++) {
      TenantState tenant = tenants.get(c);
      tenant.throughput = solution.throughput()[c] * (1 - unserved[c]);
      tenant.response = solution.responseSeconds()[c];
      tenant.answered += tenant.throughput * seconds;
    }
    utilise(nodes, demand, solution.throughput());
    waitForHandlers(seconds, nodes, visits, solution);
    count(seconds, nodes, index, partitions, shares, tenants, solution.throughput(), now);
    if (now - cacheAt >= CACHE_EVERY_SECONDS) {
      characteristicTimes(nodes, partitions, shares, tenants, now);
      cacheAt = now;
    }
    fillCaches(seconds, partitions, shares, tenants, nodes, index);
  }

  private ClientClass clients(
      Tenant tenant,
      Duration at,
      double waiting,
      double handlers,
      double[] demand,
      double[] visits) {
    double load = tenant.loadAt(at);
    Double rate = tenant.rate();
    double clients = rate == null ? tenant.clients() * load : tenant.clients();
    double most = rate == null ? Double.POSITIVE_INFINITY : rate * load;
    Operations operations = tenant.operations();
    double delay =
        tenant.think().toNanos() / 1e9
            + constants.networkSeconds()
            + handlers
            + constants.logSyncSeconds() * operations.writes();
    return new ClientClass(
        load > 0 ? Math.max(0, clients - waiting) : 0, delay, most, demand, visits);
  }

  private double scanBlocks(Tenant tenant, SimulatedPartition partition) {
    return 1 + tenant.scanRows() * tenant.rowSize().bytes() / partition.blockBytes;
  }

  private double held(Tenant tenant, SimulatedPartition partition) {
    return tenant.hotRequests() * partition.hotHeld
        + (1 - tenant.hotRequests()) * partition.coldHeld;
  }

  private void addDemand(
      double[] demand,
      int station,
      double share,
      SimulatedPartition partition,
      Tenant tenant,
      SimulatedNode node) {
    Operations operations = tenant.operations();
    double reads = operations.reads();
    double scans = operations.scan();
    double writes = operations.writes();
    double block = partition.blockBytes;
    double blocks = scanBlocks(tenant, partition);
    double missed = 1 - held(tenant, partition);
    double remote = missed * (1 - partition.locality);
    double missCpu =
        constants.missCpuSeconds()
            + block * constants.missCpuSecondsPerByte()
            + block * (1 - partition.locality) * constants.remoteCpuSecondsPerByte();
    double cpu =
        reads * (constants.readCpuSeconds() + block * constants.seekCpuSecondsPerByte())
            + scans
                * (constants.scanCpuSeconds() + tenant.scanRows() * constants.scanRowCpuSeconds())
            + (reads + scans * blocks) * missed * missCpu
            + writes * constants.writeCpuSeconds();
    double fromDisk = missed * (1 - hardware.pageCacheShare());
    double seek = 1 / hardware.diskReadsPerSecond();
    double disk =
        reads * fromDisk * (seek + block / hardware.diskBytesPerSecond())
            + scans * fromDisk * (seek + blocks * block / hardware.diskBytesPerSecond())
            + node.stalled * writes * tenant.rowSize().bytes() * 2 / hardware.diskBytesPerSecond();
    double net =
        (reads + scans * blocks) * remote * block / hardware.networkBytesPerSecond()
            + writes
                * tenant.rowSize().bytes()
                * (constants.replicas() - 1)
                / hardware.networkBytesPerSecond();
    demand[station + CPU] += share * cpu / (hardware.coreSpeed() * node.speed);
    demand[station + DISK] += share * disk;
    demand[station + NETWORK] += share * net;
  }

  private double[] servers(List<SimulatedNode> nodes) {
    double[] servers = new double[nodes.size() * STATIONS];
    for (int n = 0; n < nodes.size(); n++) {
      servers[n * STATIONS + CPU] = hardware.cores();
      servers[n * STATIONS + DISK] = 1;
      servers[n * STATIONS + NETWORK] = 1;
    }
    return servers;
  }

  /** What flushes, merges and major compactions take of each station. */
  private double[] background(
      double now, List<SimulatedNode> nodes, List<SimulatedPartition> partitions) {
    double[] busy = new double[nodes.size() * STATIONS];
    for (int n = 0; n < nodes.size(); n++) {
      SimulatedNode node = nodes.get(n);
      double merged = node.merging;
      boolean compacts = false;
      for (SimulatedPartition partition : partitions) {
        compacts |= partition.toCompact > 0 && node.id.equals(partition.node);
      }
      double cpu =
          merged * constants.mergeCpuSecondsPerByte() / (hardware.coreSpeed() * node.speed)
              + (compacts ? Math.min(constants.compactionCpuShare(), hardware.cores() / 2) : 0);
      double disk =
          merged / hardware.diskBytesPerSecond()
              + (compacts
                  ? 2 * constants.compactionBytesPerSecond() / hardware.diskBytesPerSecond()
                  : 0);
      busy[n * STATIONS + CPU] = Math.min(0.9, cpu / hardware.cores());
      busy[n * STATIONS + DISK] = Math.min(0.9, disk);
      node.backgroundCpu = busy[n * STATIONS + CPU];
      node.backgroundDisk = busy[n * STATIONS + DISK];
    }
    return busy;
  }

  private void utilise(List<SimulatedNode> nodes, double[][] demand, double[] throughput) {
    for (int n = 0; n < nodes.size(); n++) {
      double cpu = 0;
      double disk = 0;
      for (int c = 0; c < throughput.length; c++) {
        cpu += throughput[c] * demand[c][n * STATIONS + CPU];
        disk += throughput[c] * demand[c][n * STATIONS + DISK];
      }
      SimulatedNode node = nodes.get(n);
      node.cpu = Math.min(1, cpu / hardware.cores() + node.backgroundCpu);
      node.disk = Math.min(1, disk + node.backgroundDisk);
    }
  }

  /**
   * A server works on as many requests at once as it has handlers; whoever comes then waits,
   * however little it asks for. The wait is followed from moment to moment until it fits.
   */
  private void waitForHandlers(
      double seconds, List<SimulatedNode> nodes, double[][] visits, Solution solution) {
    for (int n = 0; n < nodes.size(); n++) {
      double inside = 0;
      double arrivals = 0;
      for (int c = 0; c < visits.length; c++) {
        arrivals += solution.throughput()[c] * visits[c][n * STATIONS];
        for (int station = 0; station < STATIONS; station++) {
          inside += solution.queues()[c][n * STATIONS + station];
        }
      }
      SimulatedNode node = nodes.get(n);
      node.latencySeconds = arrivals > 0 ? inside / arrivals + node.handlerWait : 0;
      double excess = (inside - hardware.handlers()) / Math.max(1, arrivals);
      node.handlerWait =
          Math.max(0, node.handlerWait + excess * Math.min(0.5, HANDLER_GAIN * seconds));
    }
  }

  private void count(
      double seconds,
      List<SimulatedNode> nodes,
      Map<NodeId, Integer> index,
      List<SimulatedPartition> partitions,
      double[] shares,
      List<TenantState> tenants,
      double[] throughput,
      double now) {
    double[] written = new double[nodes.size()];
    int[] writtenPartitions = new int[nodes.size()];
    double[] storedBytes = new double[nodes.size()];
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      Tenant tenant = tenants.get(partition.tenant).tenant;
      double asked = throughput[partition.tenant] * shares[p];
      Integer n = partition.isServed() ? index.get(partition.node) : null;
      if (n == null || !nodes.get(n).isUp(now)) {
        partition.waiting = Math.min(tenant.clients(), partition.waiting + asked * seconds);
        continue;
      }
      partition.waiting = 0;
      Operations operations = tenant.operations();
      double row = tenant.rowSize().bytes();
      partition.reads += asked * operations.reads() * seconds;
      partition.scans += asked * operations.scan() * seconds;
      partition.writes += asked * operations.writes() * seconds;
      double inserted = asked * operations.insert() * row * seconds;
      double wrote = asked * operations.writes() * row;
      partition.bytes += inserted;
      if (wrote > 0) {
        partition.locality +=
            (1 - partition.locality) * Math.min(1, wrote * seconds / partition.bytes);
        writtenPartitions[n]++;
      }
      written[n] += wrote;
      partition.rewriting = wrote * nodes.get(n).tiers;
      storedBytes[n] += wrote > 0 ? partition.bytes : 0;
      SimulatedNode node = nodes.get(n);
      double blocks =
          asked
              * (operations.reads() + operations.scan() * scanBlocks(tenant, partition))
              * seconds;
      double held = held(tenant, partition);
      node.requests +=
          asked * (operations.reads() + operations.scan() + operations.writes()) * seconds;
      node.hits += blocks * held;
      node.misses += blocks * (1 - held);
    }
    for (int n = 0; n < nodes.size(); n++) {
      buffer(nodes.get(n), seconds, written[n], writtenPartitions[n], storedBytes[n]);
    }
  }

  /** Write buffers fill, are flushed, and what is flushed is merged again and again. */
  private void buffer(
      SimulatedNode node, double seconds, double written, int partitions, double storedBytes) {
    double capacity = node.memory.writeBuffer().value() * hardware.heap().bytes();
    double flushAt =
        Math.min(capacity * BUFFER_FLUSHED, constants.flushBytes() * Math.max(1, partitions));
    double file = Math.max(1, flushAt / Math.max(1, partitions));
    double perPartition = storedBytes / Math.max(1, partitions);
    double tiers =
        Math.max(0, Math.log(Math.max(1, perPartition / file)) / Math.log(constants.tierFanout()));
    double amplification = 1 + tiers;
    node.tiers = tiers;
    double most =
        constants.backgroundDiskShare() * hardware.diskBytesPerSecond() / (2 * amplification);
    double flushes = node.buffered >= flushAt ? Math.min(most, written * 1.1) : 0;
    if (node.buffered >= flushAt && written > most) {
      flushes = most;
    }
    node.buffered = Math.max(0, node.buffered + (written - flushes) * seconds);
    // averaged over a flush: the files of a buffer that fills are written at the rate of the writes
    node.merging = Math.min(written, most) * (1 + 2 * tiers);
    if (node.buffered > BUFFER_FULL * capacity) {
      node.stalled = Math.min(1, node.stalled + 0.2 * seconds);
      node.buffered = Math.min(node.buffered, capacity);
    } else if (node.buffered < BUFFER_AGAIN * capacity) {
      node.stalled = 0;
    }
  }

  private Asked asked(TenantState tenant, SimulatedPartition partition, double share) {
    Operations operations = tenant.tenant.operations();
    double perSecond = tenant.throughput * share;
    return new Asked(
        perSecond * operations.reads(),
        perSecond * operations.scan(),
        scanBlocks(tenant.tenant, partition),
        perSecond * operations.writes());
  }

  private void characteristicTimes(
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      double[] shares,
      List<TenantState> tenants,
      double now) {
    Map<NodeId, List<Items>> byNode = new HashMap<>();
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      if (partition.isServed() && partition.node != null) {
        Tenant tenant = tenants.get(partition.tenant).tenant;
        double asked = asked(tenants.get(partition.tenant), partition, shares[p]).blocks();
        double blocks = Math.max(1, partition.bytes / partition.blockBytes);
        List<Items> items = byNode.computeIfAbsent(partition.node, node -> new ArrayList<>());
        double hot = blocks * tenant.hotData();
        items.add(new Items(hot, partition.blockBytes, asked * tenant.hotRequests() / hot));
        if (tenant.hotData() < 1) {
          double cold = blocks - hot;
          items.add(
              new Items(cold, partition.blockBytes, asked * (1 - tenant.hotRequests()) / cold));
        }
      }
    }
    cacheSeconds.clear();
    for (SimulatedNode node : nodes) {
      if (node.isUp(now)) {
        double capacity = node.memory.readCache().value() * hardware.heap().bytes();
        cacheSeconds.put(
            node.id, CharacteristicTime.of(byNode.getOrDefault(node.id, List.of()), capacity));
      }
    }
  }

  private void fillCaches(
      double seconds,
      List<SimulatedPartition> partitions,
      double[] shares,
      List<TenantState> tenants,
      List<SimulatedNode> nodes,
      Map<NodeId, Integer> index) {
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      Integer n = partition.isServed() ? index.get(partition.node) : null;
      if (n == null) {
        continue;
      }
      Tenant tenant = tenants.get(partition.tenant).tenant;
      double asked = asked(tenants.get(partition.tenant), partition, shares[p]).blocks();
      double blocks = Math.max(1, partition.bytes / partition.blockBytes);
      double keeps = cacheSeconds.getOrDefault(nodes.get(n).id, Double.POSITIVE_INFINITY);
      double hot = asked * tenant.hotRequests() / (blocks * tenant.hotData());
      partition.hotHeld = filled(partition.hotHeld, hot, keeps, seconds);
      // what is merged lies in new files, which are not in the cache
      double rewritten = Math.min(1, partition.rewriting * seconds / Math.max(1, partition.bytes));
      partition.hotHeld *= 1 - rewritten;
      partition.coldHeld *= 1 - rewritten;
      double rest = blocks * (1 - tenant.hotData());
      partition.coldHeld =
          rest < 1
              ? partition.hotHeld
              : filled(
                  partition.coldHeld, asked * (1 - tenant.hotRequests()) / rest, keeps, seconds);
    }
  }

  /** Blocks come in when they are first asked for, and go when they were not for T. */
  private static double filled(double held, double perSecond, double keeps, double seconds) {
    double target = Double.isInfinite(keeps) ? 1 : -Math.expm1(-perSecond * keeps);
    if (held <= target) {
      return Math.min(target, held + (1 - held) * -Math.expm1(-perSecond * seconds));
    }
    return held + (target - held) * -Math.expm1(-seconds / Math.max(1, keeps));
  }
}
