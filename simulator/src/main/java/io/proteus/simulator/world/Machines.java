package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What runs in the cloud and is paid for, whether anybody knows of it or not. */
final class Machines {
  /** So many of the slowest boots later a machine should serve. */
  private static final double LONG_AFTER = 3;

  /**
   * After which a machine whose process never comes up has to be gone: {@code cloud.machineGrace},
   * a plan that waits for a node in vain meanwhile, the last action settled, and as much again for
   * what else goes wrong.
   */
  private static final double LONGEST_STILLBORN_SECONDS = Duration.ofMinutes(45).toSeconds();

  /** Each with when it was started, seconds. */
  private final TreeMap<NodeId, Double> running = new TreeMap<>();

  Machines(Collection<NodeId> first) {
    first.forEach(machine -> started(machine, 0));
  }

  void started(NodeId machine, double seconds) {
    running.put(machine, seconds);
  }

  void ended(NodeId machine) {
    running.remove(machine);
  }

  boolean runs(NodeId machine) {
    return running.containsKey(machine);
  }

  int count() {
    return running.size();
  }

  /** Those that the cloud lists, and since when they run. */
  Map<NodeId, Instant> listed(World world) {
    Map<NodeId, Instant> listed = new TreeMap<>();
    running.forEach(
        (machine, seconds) -> {
          SimulatedNode node = world.find(machine);
          if (node == null || world.faults().isSeen(node)) {
            listed.put(machine, world.beginning().plusNanos((long) (seconds * 1e9)));
          }
        });
    return listed;
  }

  /**
   * Machines that are paid for and that Proteus cannot know of, in sentences: without a node, or
   * with one that neither serves nor is told to be dead long after it should have come up.
   */
  List<String> incidents(World world) {
    List<String> incidents = new ArrayList<>();
    for (NodeId machine : running.keySet()) {
      SimulatedNode node = world.find(machine);
      if (node == null) {
        incidents.add("machine %s runs and nobody knows of it".formatted(machine));
      } else {
        late(node, world).ifPresent(incidents::add);
      }
    }
    return incidents;
  }

  /** What to say of a machine that is paid for without a node for too long; empty for others. */
  Optional<String> late(SimulatedNode node, World world) {
    double longest =
        node.isStillborn() ? LONGEST_STILLBORN_SECONDS : LONG_AFTER * slowestBootSeconds(world);
    boolean isLate =
        !node.isUp(world.seconds())
            && !node.knownDead
            && world.seconds() - node.downSince > longest;
    return isLate
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "machine %s runs, and its node neither serves nor is told to be dead for more than"
                    + " %.0f s",
                node.id,
                longest))
        : Optional.empty();
  }

  private static double slowestBootSeconds(World world) {
    double times = 1;
    for (Fault fault : world.scenario().faults()) {
      times = Math.max(times, fault.bootTimes());
    }
    return world.constants().bootSeconds() * times + world.constants().joinSeconds();
  }
}
