package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a cluster that run, as one answer of the cloud tells them.
 *
 * @param since each by the name of the node that is to be on it, and since when it runs
 * @param tagged those that carry {@link MachineTags} of this cluster; null where the cloud has none
 */
public record RunningMachines(Map<NodeId, Instant> since, @Nullable Set<NodeId> tagged) {
  public RunningMachines {
    since = Collections.unmodifiableMap(new TreeMap<>(since));
    tagged = tagged == null ? null : Collections.unmodifiableSet(new TreeSet<>(tagged));
  }

  /** What the cloud tells; empty where it has no machines. */
  public static Optional<RunningMachines> of(Ports ports) throws PortException {
    Optional<Machines> machines = ports.find(Machines.class);
    if (machines.isEmpty()) {
      return Optional.empty();
    }
    Optional<MachineInventory> inventory = ports.find(MachineInventory.class);
    return Optional.of(
        inventory.isPresent()
            ? of(inventory.get().inventory(), inventory.get().cluster())
            : new RunningMachines(machines.get().machines(), null));
  }

  private static RunningMachines of(List<Machine> machines, String cluster) {
    Map<NodeId, Instant> since = new TreeMap<>();
    Set<NodeId> tagged = new TreeSet<>();
    for (Machine machine : machines) {
      since.put(machine.node(), machine.created());
      if (MachineTags.read(machine.tags())
          .filter(tags -> tags.cluster().equals(cluster))
          .isPresent()) {
        tagged.add(machine.node());
      }
    }
    return new RunningMachines(since, tagged);
  }
}
