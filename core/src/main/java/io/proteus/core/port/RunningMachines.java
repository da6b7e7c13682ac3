package io.proteus.core.port;

import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.NodeId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a cluster that run, as one answer of the cloud tells them.
 *
 * @param since each by the name of the node that is to be on it, and since when it runs
 * @param tagged those that carry {@link MachineTags} of this cluster; null where the cloud has none
 * @param prices as far as they are known
 * @param takenBack those that the cloud is about to take, by their nodes, and how it says so
 */
public record RunningMachines(
    Map<NodeId, Instant> since,
    @Nullable Set<NodeId> tagged,
    MachinePrices prices,
    Map<NodeId, String> takenBack) {
  public RunningMachines {
    since = Collections.unmodifiableMap(new TreeMap<>(since));
    tagged = tagged == null ? null : Collections.unmodifiableSet(new TreeSet<>(tagged));
    takenBack = Map.copyOf(takenBack);
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
            ? of(inventory.get())
            : new RunningMachines(
                machines.get().machines(), null, MachinePrices.UNKNOWN, Map.of()));
  }

  private static RunningMachines of(MachineInventory inventory) throws PortException {
    List<Machine> machines = inventory.inventory();
    String cluster = inventory.cluster();
    Map<NodeId, Instant> since = new TreeMap<>();
    Set<NodeId> tagged = new TreeSet<>();
    SortedMap<NodeId, BigDecimal> prices = new TreeMap<>();
    Map<NodeId, String> takenBack = new TreeMap<>();
    for (Machine machine : machines) {
      since.put(machine.node(), machine.created());
      machine.takenBack().ifPresent(notice -> takenBack.put(machine.node(), notice));
      machine.pricePerHour().ifPresent(price -> prices.put(machine.node(), price));
      if (MachineTags.read(machine.tags())
          .filter(tags -> tags.cluster().equals(cluster))
          .isPresent()) {
        tagged.add(machine.node());
      }
    }
    return new RunningMachines(
        since,
        tagged,
        new MachinePrices(prices, inventory.priceOfOneMore(machines).orElse(null)),
        takenBack);
  }
}
