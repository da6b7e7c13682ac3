package io.proteus.simulator.world;

import io.proteus.core.cluster.PartitionId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens to a simulated store that nobody ordered. */
record Mishaps(World world) {

  void crash(int number, @Nullable Duration backAfter) {
    SimulatedNode node = world.nodes().get(number % world.nodes().size());
    if (node.isUp(world.seconds()) && world.liveNodes() > 1) {
      world.crash(
          node,
          backAfter == null
              ? Double.POSITIVE_INFINITY
              : world.seconds() + backAfter.toNanos() / 1e9);
    }
  }

  /** A machine is gone for good with all that it stored, the last node that serves aside. */
  void loseMachine(int number) {
    SimulatedNode node = world.nodes().get(number % world.nodes().size());
    if (!world.fleet().runs(node.id) || world.seconds() < node.firstUpAt) {
      return;
    }
    if (node.isUp(world.seconds())) {
      if (world.liveNodes() < 2) {
        return;
      }
      world.crash(node, Double.POSITIVE_INFINITY);
    }
    node.upAt = Double.POSITIVE_INFINITY;
    world.loseMachine(node.id);
  }

  void split(int number) {
    SimulatedPartition parent = world.partitions().get(number % world.partitions().size());
    if (!world.isServed(parent)) {
      return;
    }
    world.writes().closed(parent);
    world.partitions().remove(parent);
    for (String half : List.of("a", "b")) {
      SimulatedPartition child =
          new SimulatedPartition(
              new PartitionId(parent.id.value() + half),
              parent.table,
              parent.tenant,
              parent.place,
              parent.bytes / 2,
              parent.blockBytes);
      child.shareOfPlace = parent.shareOfPlace / 2;
      child.node = parent.node;
      child.unservedSince = world.seconds();
      child.locality = parent.locality;
      child.writtenAt = parent.writtenAt;
      child.files.takeHalfOf(parent.files);
      world.partitions().add(child);
    }
    world.partitions().sort(Comparator.comparing(p -> p.id));
    world.disturb();
  }

  void resetCounters(int number) {
    world.partitions().get(number % world.partitions().size()).resetCounters();
  }
}
