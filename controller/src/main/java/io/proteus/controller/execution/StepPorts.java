package io.proteus.controller.execution;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import java.time.Instant;
import java.util.Map;

/**
 * What a step acts on. A machine that it starts carries the step's name, so that the same step,
 * asked for again after a crash, starts no second one.
 */
final class StepPorts {
  private StepPorts() {}

  static Ports of(Ports ports, String plan, int step) {
    return ports
        .find(Machines.class)
        .map(
            machines ->
                new Ports(ports.store(), named(ports, machines, plan, step), ports.claiming()))
        .orElse(ports);
  }

  private static Facets named(Ports ports, Machines machines, String plan, int step) {
    return ports.facets().and(Facets.of(new OfAStep(machines, plan, step)));
  }

  private record OfAStep(Machines cloud, String plan, int step) implements Machines {
    @Override
    public void launch(int total, Map<String, String> settings) throws PortException {
      cloud.launch(Launch.of(total, settings, plan, step));
    }

    @Override
    public Map<NodeId, Instant> machines() throws PortException {
      return cloud.machines();
    }

    @Override
    public void terminate(NodeId node) throws PortException {
      cloud.terminate(node, Launch.token(plan, step));
    }
  }
}
