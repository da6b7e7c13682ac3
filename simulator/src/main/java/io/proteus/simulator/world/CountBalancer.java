package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.simulator.scenario.StoreBalancer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The store's own balancer at work ({@code HMaster.balance} of HBase 0.90): it looks at the end of
 * every period, not while anything is in transition, and tells all that is to move to move at once.
 */
final class CountBalancer {
  private final World world;
  private final StoreBalancer settings;
  private final double periodSeconds;
  private double looksAt;

  CountBalancer(World world, StoreBalancer settings) {
    this.world = world;
    this.settings = settings;
    this.periodSeconds = settings.period().toNanos() / 1e9;
    // its periods are counted from the start of the store, which nobody here saw
    this.looksAt = periodSeconds * world.random().nextDouble();
  }

  void pass() {
    if (world.seconds() < looksAt) {
      return;
    }
    looksAt += periodSeconds;
    if (isOn() && world.partitions().stream().allMatch(SimulatedPartition::isServed)) {
      balance();
    }
  }

  private void balance() {
    Map<PartitionId, NodeId> goals = EvenCounts.goals(held(), settings.slop(), world.random());
    for (SimulatedPartition partition : world.partitions()) {
      NodeId to = goals.get(partition.id);
      if (to != null) {
        world.orders().begin(partition, to);
      }
    }
  }

  private boolean isOn() {
    return !settings.yields() || world.orders().balancerOn();
  }

  private TreeMap<NodeId, List<PartitionId>> held() {
    TreeMap<NodeId, List<PartitionId>> held = new TreeMap<>();
    for (SimulatedNode node : world.nodes()) {
      if (node.isListed(world.seconds())) {
        held.put(node.id, new ArrayList<>());
      }
    }
    for (SimulatedPartition partition : world.partitions()) {
      List<PartitionId> its = partition.node == null ? null : held.get(partition.node);
      if (its != null) {
        its.add(partition.id);
      }
    }
    return held;
  }
}
