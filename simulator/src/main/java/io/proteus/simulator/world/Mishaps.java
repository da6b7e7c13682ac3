package io.proteus.simulator.world;

import java.time.Duration;
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
    world.divisions().divide(parent, 0.5);
  }

  void resetCounters(int number) {
    world.partitions().get(number % world.partitions().size()).resetCounters();
  }
}
