package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.model.CharacteristicTime;
import io.proteus.simulator.model.CharacteristicTime.Items;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Tenant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes' read caches: what they hold in the long run, and how they fill. */
final class Caches {
  /** Caches change slowly: T is worked out anew at this interval, or when something moved. */
  private static final double EVERY_SECONDS = 5;

  private final Hardware hardware;
  private final ModelConstants constants;
  private final Map<NodeId, Double> cacheSeconds = new HashMap<>();
  private double workedOutAt = Double.NEGATIVE_INFINITY;

  Caches(Hardware hardware, ModelConstants constants) {
    this.hardware = hardware;
    this.constants = constants;
  }

  /** Something moved. */
  void disturb() {
    workedOutAt = Double.NEGATIVE_INFINITY;
  }

  /** Lets some seconds pass with the throughput that the tenants have. */
  void pass(
      double now,
      double seconds,
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      double[] shares,
      List<TenantState> tenants) {
    if (constants.isInMemory()) {
      partitions.forEach(SimulatedPartition::holdAll);
      return;
    }
    if (now - workedOutAt >= EVERY_SECONDS) {
      characteristicTimes(nodes, partitions, shares, tenants, now);
      workedOutAt = now;
    }
    fill(seconds, partitions, shares, tenants);
  }

  /** Blocks that a scan reads. */
  static double scanBlocks(Tenant tenant, SimulatedPartition partition) {
    return 1 + tenant.scanRows() * tenant.rowSize().bytes() / partition.blockBytes;
  }

  /** Share of the blocks asked for that are in the cache. */
  static double held(Tenant tenant, SimulatedPartition partition) {
    return tenant.hotRequests() * partition.hotHeld
        + (1 - tenant.hotRequests()) * partition.coldHeld;
  }

  /**
   * Files that a row's versions are in: more than one where rows are updated, until all is merged.
   */
  double files(Tenant tenant) {
    Operations operations = tenant.operations();
    return operations.update() + operations.readModifyWrite() > 0 ? constants.updatedFiles() : 1;
  }

  /** Blocks that one of a tenant's requests reads, on average. */
  double blocksAsked(Tenant tenant, SimulatedPartition partition) {
    Operations operations = tenant.operations();
    return partition.readPart
        * files(tenant)
        * (operations.reads() + operations.scan() * scanBlocks(tenant, partition));
  }

  /** Blocks that a partition is stored in. */
  private double blocks(Tenant tenant, SimulatedPartition partition) {
    return Math.max(1, files(tenant) * partition.bytes / partition.blockBytes);
  }

  /** Bytes of a partition that are in the cache. */
  double heldBytes(Tenant tenant, SimulatedPartition partition) {
    return storedBytes(tenant, partition)
        * (tenant.hotData() * partition.hotHeld + (1 - tenant.hotData()) * partition.coldHeld);
  }

  /** Bytes of a partition's files. */
  double storedBytes(Tenant tenant, SimulatedPartition partition) {
    return blocks(tenant, partition) * partition.blockBytes;
  }

  /** Bytes that a node's cache holds at most. */
  double capacity(SimulatedNode node) {
    return node.memory.readCache().value() * hardware.heap().bytes();
  }

  /** Blocks that a tenant's requests read of a partition, a second. */
  private double asked(TenantState tenant, SimulatedPartition partition, double share) {
    return tenant.throughput * share * blocksAsked(tenant.tenant, partition);
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
        double asked = asked(tenants.get(partition.tenant), partition, shares[p]);
        double blocks = blocks(tenant, partition);
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
        cacheSeconds.put(
            node.id,
            CharacteristicTime.of(byNode.getOrDefault(node.id, List.of()), capacity(node)));
      }
    }
  }

  private void fill(
      double seconds,
      List<SimulatedPartition> partitions,
      double[] shares,
      List<TenantState> tenants) {
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      NodeId node = partition.isServed() ? partition.node : null;
      if (node == null) {
        continue;
      }
      Tenant tenant = tenants.get(partition.tenant).tenant;
      double asked = asked(tenants.get(partition.tenant), partition, shares[p]);
      double blocks = blocks(tenant, partition);
      double keeps = cacheSeconds.getOrDefault(node, Double.POSITIVE_INFINITY);
      double hot = asked * tenant.hotRequests() / (blocks * tenant.hotData());
      partition.hotHeld = filled(partition.hotHeld, hot, keeps, seconds);
      // what is merged lies in new files, which are not in the cache
      double rewritten = Math.min(1, partition.rewriting * seconds / Math.max(1, partition.bytes));
      partition.hotHeld *= 1 - rewritten;
      partition.coldHeld *= 1 - rewritten;
      if (partition.prefetched) {
        partition.unread = Math.min(1, partition.unread + rewritten);
      }
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
