package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What runs in the cloud and is paid for, whether anybody knows of it or not. */
final class Machines {
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

  int count() {
    return running.size();
  }

  /** Machines that run without a node of the cluster, in sentences. */
  List<String> strangers(Collection<NodeId> known) {
    List<String> strangers = new ArrayList<>();
    for (NodeId machine : running) {
      if (!known.contains(machine)) {
        strangers.add("machine %s runs and nobody knows of it".formatted(machine));
      }
    }
    return strangers;
  }
}
