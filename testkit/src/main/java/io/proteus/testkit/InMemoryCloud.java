package io.proteus.testkit;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.time.Instant;
import java.util.Map;

/** The place where the nodes of an {@link InMemoryCluster} run. */
public final class InMemoryCloud implements Restarts, Machines {
  private final InMemoryStore store;
  private final Faults faults;

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
