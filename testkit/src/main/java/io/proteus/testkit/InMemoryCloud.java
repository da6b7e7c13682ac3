package io.proteus.testkit;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Cloud;
import io.proteus.core.port.PortException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the nodes of an {@link InMemoryCluster} run. */
public final class InMemoryCloud implements Cloud {
  private static final Set<Capability> POSSIBLE =
      Set.of(Capability.RESTART_NODE, Capability.RESIZE);

  private final Set<Capability> capabilities;
  private final InMemoryStore store;
  private final Faults faults;

  InMemoryCloud(Set<Capability> ofTheStore, InMemoryStore store, Faults faults) {
    this.capabilities =
        ofTheStore.stream().filter(POSSIBLE::contains).collect(Collectors.toUnmodifiableSet());
    this.store = store;
    this.faults = faults;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
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

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    faults.enter(Call.MACHINES);
    return capabilities.contains(Capability.RESIZE) ? store.machines() : Map.of();
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    if (faults.enter(Call.TERMINATE)) {
      store.terminate(node);
    }
  }
}
