package io.proteus.app.cluster;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Stages;
import io.proteus.core.port.StoreSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells a cloud that makes files for new nodes which nodes run, and what they are set to (TIR-4).
 * Other clouds are told nothing, and the store is not asked for them.
 */
record InformedMachines(Machines cloud, OpenStore store) implements Machines {

  /** The same facets of a cloud, whose machines are started with what the store tells. */
  static Facets of(Facets cloud, OpenStore store) {
    return cloud
        .find(Machines.class)
        .filter(machines -> machines.neighboursWanted().isPresent())
        .map(machines -> cloud.and(Facets.of(new InformedMachines(machines, store))))
        .orElse(cloud);
  }

  @Override
  public Optional<Set<String>> neighboursWanted() {
    return cloud.neighboursWanted();
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    cloud.launch(total, settings);
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(launch, Stages.UNSEEN);
  }

  @Override
  public void launch(Launch launch, Stages stages) throws PortException {
    cloud.launch(launch.beside(neighbours()), stages);
  }

  private Neighbours neighbours() throws PortException {
    List<NodeId> nodes = store.store().topology().nodes().stream().map(Node::id).toList();
    Set<String> keys = neighboursWanted().orElse(Set.of());
    Optional<StoreSettings> settings = store.settings();
    List<Map<String, String>> told = new ArrayList<>();
    if (!keys.isEmpty() && settings.isPresent()) {
      for (NodeReport node : settings.get().ofNodes(keys).values()) {
        told.add(written(node));
      }
    }
    return Neighbours.of(nodes, told);
  }

  /** As the store's own files have it. */
  private Map<String, String> written(NodeReport node) throws PortException {
    Map<String, String> values = new HashMap<>();
    node.values().forEach((key, value) -> values.put(key, value.value()));
    return store.store().written(SettingsChange.setting(values)).set();
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    return cloud.machines();
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    cloud.terminate(node);
  }

  @Override
  public void terminate(NodeId node, String token) throws PortException {
    cloud.terminate(node, token);
  }
}
