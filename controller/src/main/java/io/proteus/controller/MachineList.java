package io.proteus.controller;

import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.LeavingOrder;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.RunningMachines;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machines that the cloud runs. A cloud that does not answer blocks nothing: the cluster is
 * observed without it, and it is not asked again for a while.
 */
final class MachineList {
  private static final Logger LOG = LoggerFactory.getLogger(MachineList.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofMinutes(5);

  private final Ports ports;
  private final Optional<LeavingOrder> order;
  private final Time steady;
  private Instant notBefore = Instant.MIN;

  MachineList(Ports ports, Time time) {
    this.ports = ports;
    this.order = ports.find(LeavingOrder.class);
    this.steady = time.steady();
  }

  /** The machines that run now; empty where that is not known or there is no such cloud. */
  Optional<RunningMachines> read() {
    if (ports.find(Machines.class).isEmpty() || steady.now().isBefore(notBefore)) {
      return Optional.empty();
    }
    try {
      return RunningMachines.of(ports);
    } catch (PortException e) {
      notBefore = steady.now().plus(AFTER_A_FAILURE);
      LOG.warn("which machines run is not known: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * The order in which the cloud lets nodes go; null where any may, and empty where it is not known
   * which one may.
   */
  @Nullable List<NodeId> leaving() {
    if (order.isEmpty()) {
      return null;
    }
    if (steady.now().isBefore(notBefore)) {
      return List.of();
    }
    try {
      return order.get().leaving();
    } catch (PortException e) {
      notBefore = steady.now().plus(AFTER_A_FAILURE);
      LOG.warn("which node may go next is not known: {}", e.getMessage());
      return List.of();
    }
  }
}
