package io.proteus.simulator.world;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import io.proteus.simulator.fault.CloudErrors;
import io.proteus.simulator.fault.LaunchAnswersLost;
import io.proteus.simulator.fault.LaunchesFail;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The simulated machines as Proteus sees them. */
public final class SimulatedCloud implements Restarts, Machines, HostMetrics {
  private final World world;
  private final ControllerLife life;

  public SimulatedCloud(World world, ControllerLife life) {
    this.world = world;
    this.life = life;
  }

  private void enter(String what) throws PortException {
    life.live();
    if (world.faults().fails(CloudErrors.class)) {
      throw new PortException("the cloud does not answer: " + what);
    }
  }

  @Override
  public void restart(NodeId node, SettingsChange settings) throws PortException {
    enter("restart " + node);
    world.orders().restart(node, settings);
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    enter("launch");
    if (world.faults().isOn(LaunchesFail.class)
        || world.cloudDraws(world.scenario().cloud().refused())) {
      throw new PortException("the cloud has no machine to give.");
    }
    world.orders().launch(total, SimulatedEngine.splitOf(settings, world.scenario().memory()));
    if (world.faults().isOn(LaunchAnswersLost.class)) {
      throw new PortException("the cloud's answer was lost.");
    }
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    enter("list the machines");
    return world.fleet().listed(world);
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    enter("terminate " + node);
    world.orders().terminate(node);
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) {
    world.catchUp();
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : nodes) {
      HostLoad load = world.host(node);
      if (load != null) {
        loads.put(node, load);
      }
    }
    return loads;
  }
}
