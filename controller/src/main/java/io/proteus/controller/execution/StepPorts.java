package io.proteus.controller.execution;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Stages;
import java.time.Instant;
import java.util.Map;

/**
 * What a step acts on. A machine that it starts carries the step's name, so that the same step,
 * asked for again after a crash, starts no second one.
 */
final class StepPorts {
  private StepPorts() {}

  /**
   * @param stages told what a machine reaches that the step starts
   */
  static Ports of(Ports ports, String plan, int step, Stages stages) {
    return ports
        .find(Machines.class)
        .map(
            machines ->
                new Ports(
                    ports.store(),
                    ports.facets().and(Facets.of(new OfAStep(machines, plan, step, stages))),
                    ports.claiming()))
        .orElse(ports);
  }

  private record OfAStep(Machines cloud, String plan, int step, Stages stages) implements Machines {
    @Override
    public void launch(int total, Map<String, String> settings) throws PortException {
      cloud.launch(Launch.of(total, settings, plan, step), stages);
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
