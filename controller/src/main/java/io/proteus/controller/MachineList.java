package io.proteus.controller;

import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machines that the cloud runs. A cloud that does not answer blocks nothing: the cluster is
 * observed without it, and it is not asked again for a while.
 */
final class MachineList {
  private static final Logger LOG = LoggerFactory.getLogger(MachineList.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofMinutes(5);

  private final Optional<Machines> cloud;
  private final Time steady;
  private Instant notBefore = Instant.MIN;

  MachineList(Optional<Machines> cloud, Time time) {
    this.cloud = cloud;
    this.steady = time.steady();
  }

  /** The machines that run now; empty where that is not known or there is no such cloud. */
  Optional<Map<NodeId, Instant>> read() {
    if (cloud.isEmpty() || steady.now().isBefore(notBefore)) {
      return Optional.empty();
    }
    try {
      return Optional.of(cloud.get().machines());
    } catch (PortException e) {
      notBefore = steady.now().plus(AFTER_A_FAILURE);
      LOG.warn("which machines run is not known: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
