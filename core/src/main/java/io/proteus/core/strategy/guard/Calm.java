package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.BALANCER_ACTIVE;
import static io.proteus.core.strategy.ReasonCode.NODE_DEAD;
import static io.proteus.core.strategy.ReasonCode.PARTITIONS_IN_TRANSITION;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Few;
import java.util.Optional;

/**
 * Decides only while nobody else changes the cluster: no partition is in transition or unserved, no
 * node is dead, and no balancer runs that may not be switched off.
 *
 * @param takeOverBalancer whether the store's own balancer may be switched off while acting
 */
public record Calm(boolean takeOverBalancer) implements ReadinessGuard {

  @Override
  public Optional<Reason> notReady(Situation now) {
    Topology topology = now.topology();
    if (!topology.deadNodes().isEmpty()) {
      return Optional.of(
          NODE_DEAD.says(
              "the store lists %s as dead: start it again, or strike it off the list",
              Few.of(topology.deadNodes())));
    }
    if (!topology.inTransition().isEmpty()) {
      return Optional.of(
          PARTITIONS_IN_TRANSITION.says(
              "{partitions} in transition: %s", Few.of(topology.inTransition())));
    }
    Optional<Partition> unserved =
        topology.partitions().stream().filter(p -> p.node() == null).findFirst();
    if (unserved.isPresent()) {
      return Optional.of(
          PARTITIONS_IN_TRANSITION.says("%s is served by no {node}", unserved.get().id()));
    }
    if (!topology.balancerOn()) {
      return Optional.empty();
    }
    if (!takeOverBalancer) {
      return Optional.of(
          BALANCER_ACTIVE.because(
              "guards.balancer", "the store's own balancer is on and may not be switched off"));
    }
    return now.latest().capabilities().contains(Capability.SWITCH_BALANCER)
        ? Optional.empty()
        : Optional.of(
            BALANCER_ACTIVE.says("the store's own balancer is on and cannot be switched off"));
  }
}
