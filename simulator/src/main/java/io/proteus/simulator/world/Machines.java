package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.scenario.Fault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What runs in the cloud and is paid for, whether anybody knows of it or not. */
final class Machines {
  /** So many of the slowest boots later a machine should serve. */
  private static final double LONG_AFTER = 3;

  private final TreeSet<NodeId> running = new TreeSet<>();

  Machines(Collection<NodeId> first) {
    running.addAll(first);
  }

  void started(NodeId machine) {
    running.add(machine);
  }

  void ended(NodeId machine) {
    running.remove(machine);
  }

  boolean runs(NodeId machine) {
    return running.contains(machine);
  }

  int count() {
    return running.size();
  }

  /**
   * Machines that are paid for and that Proteus cannot know of, in sentences: without a node, or
   * with one that neither serves nor is told to be dead long after it should have come up.
   */
  List<String> incidents(World world) {
    List<String> incidents = new ArrayList<>();
    double longest = LONG_AFTER * slowestBootSeconds(world);
    for (NodeId machine : running) {
      SimulatedNode node = world.find(machine);
      if (node == null) {
        incidents.add("machine %s runs and nobody knows of it".formatted(machine));
      } else if (!node.isUp(world.seconds())
          && !node.knownDead
          && world.seconds() - node.downSince > longest) {
        incidents.add(
            "machine %s runs, and its node neither serves nor is told to be dead for more than %.0f s"
                .formatted(machine, longest));
      }
    }
    return incidents;
  }

  private static double slowestBootSeconds(World world) {
    double times = 1;
    for (Fault fault : world.scenario().faults()) {
      times = fault instanceof Fault.LaunchesSlow slow ? Math.max(times, slow.times()) : times;
    }
    return world.constants().bootSeconds() * times + world.constants().joinSeconds();
  }
}
