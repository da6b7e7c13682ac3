package io.proteus.testkit;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The place where the nodes of an {@link InMemoryCluster} run. */
public final class InMemoryCloud implements Restarts, Machines, MachineInventory {
  private final InMemoryStore store;
  private final Faults faults;
  private final Set<String> tokens = new HashSet<>();
  private final Map<NodeId, MachineTags> tags = new HashMap<>();
  private final Set<NodeId> takenBack = new HashSet<>();

  InMemoryCloud(InMemoryStore store, Faults faults) {
    this.store = store;
    this.faults = faults;
  }

  @Override
  public void restart(NodeId node, SettingsChange settings) throws PortException {
    if (faults.enter(Call.RESTART)) {
      store.restart(node, settings);
    }
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    if (faults.enter(Call.LAUNCH)) {
      store.launch(total, settings);
    }
  }

  /** One machine for one token, tagged. */
  @Override
  public synchronized void launch(Launch launch) throws PortException {
    if (!faults.enter(Call.LAUNCH) || tokens.contains(launch.token())) {
      return;
    }
    Set<NodeId> before = store.machines().keySet();
    store.launch(launch.total(), launch.settings());
    for (NodeId node : store.machines().keySet()) {
      if (!before.contains(node)) {
        tokens.add(launch.token());
        tags.put(node, MachineTags.of(store.topology().cluster(), launch));
      }
    }
  }

  @Override
  public String cluster() {
    return store.topology().cluster();
  }

  /** Somebody tags the machine so. */
  public synchronized void tag(NodeId node, MachineTags own) {
    tags.put(node, own);
  }

  /** The cloud says that it is about to take the machine; it goes on running. */
  public synchronized void announceTaking(NodeId node) {
    takenBack.add(node);
  }

  @Override
  public synchronized List<Machine> inventory() throws PortException {
    List<Machine> machines = new ArrayList<>();
    machines()
        .forEach(
            (node, since) -> {
              MachineTags own = tags.get(node);
              machines.add(
                  new Machine(
                      "m-" + node,
                      node,
                      since,
                      Optional.of("small"),
                      Optional.of("zone-a"),
                      Optional.of(new BigDecimal("0.25")),
                      own == null ? Map.of() : own.asMap(),
                      takenBack.contains(node) ? Optional.of("two minutes") : Optional.empty()));
            });
    return machines;
  }

  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return Optional.of(new BigDecimal("0.25"));
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    faults.enter(Call.MACHINES);
    return store.machines();
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    if (faults.enter(Call.TERMINATE)) {
      store.terminate(node);
    }
  }
}
