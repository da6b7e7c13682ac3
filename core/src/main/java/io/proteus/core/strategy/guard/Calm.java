package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.BALANCER_ACTIVE;
import static io.proteus.core.strategy.ReasonCode.NODE_DEAD;
import static io.proteus.core.strategy.ReasonCode.PARTITIONS_IN_TRANSITION;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Decides only while nobody else is changing the cluster: no partition in transition or unserved,
 * no balancer that may not be switched off. A dead node whose partitions are all served elsewhere
 * is gone, and stands in nobody's way, unless people want to be asked.
 *
 * @param takeOverBalancer whether the store's own balancer may be switched off while acting
 * @param waitsForPeople whether nothing is decided while the store lists a node as dead
 * @param recovery how long a store may take to serve elsewhere what a dead node served, before it
 *     is said that it takes too long
 */
public record Calm(boolean takeOverBalancer, boolean waitsForPeople, Duration recovery)
    implements ReadinessGuard {
  /** As {@code guards.recovery} has it. */
  private static final Duration USUAL_RECOVERY = Duration.ofMinutes(10);

  /** Goes on without the dead once the store has recovered. */
  public Calm(boolean takeOverBalancer) {
    this(takeOverBalancer, false, USUAL_RECOVERY);
  }

  @Override
  public Optional<Reason> notReady(Situation now) {
    Topology topology = now.topology();
    if (waitsForPeople && !topology.deadNodes().isEmpty()) {
      return Optional.of(
          NODE_DEAD.because(
              "guards.deadNodes",
              "the store lists %s as dead: start it again, or strike it off the list",
              Few.of(topology.deadNodes())));
    }
    Optional<Reason> recovering = recovering(now);
    if (recovering.isPresent()) {
      return recovering;
    }
    if (!topology.inTransition().isEmpty()) {
      return Optional.of(PARTITIONS_IN_TRANSITION.says(inTransition(topology)));
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

  /** Which partitions, and of the first that somebody else left so, who can end it and how. */
  private static Sentence inTransition(Topology topology) {
    Sentence which = Sentence.of("{partitions} in transition: %s", Few.of(topology.inTransition()));
    return topology.inTransition().stream()
        .flatMap(id -> topology.said(Gap.Kind.MOVE_LEFT_OPEN, id).stream())
        .findFirst()
        .map(why -> Sentence.of("%s; %s", which, why))
        .orElse(which);
  }

  /** What the store does about the dead; empty when it has done it. */
  private Optional<Reason> recovering(Situation now) {
    Topology topology = now.topology();
    if (topology.deadNodes().isEmpty()) {
      return Optional.empty();
    }
    Set<PartitionId> unserved = new HashSet<>(topology.inTransition());
    topology.partitions().stream()
        .filter(partition -> partition.node() == null)
        .forEach(partition -> unserved.add(partition.id()));
    int open = unserved.size();
    if (open == 0) {
      return Optional.empty();
    }
    NodeLosses losses = now.memory().scaling().losses();
    Instant since = losses == null || losses.since() == null ? now.now() : losses.since();
    Duration lasts = Duration.between(since, now.now());
    return Optional.of(
        lasts.compareTo(recovery) > 0
            ? NODE_DEAD.because(
                "guards.recovery",
                "%s died %d min ago, {%d partitions} {is|are} still not served, and %d min are"
                    + " usual: the store may need help",
                Few.of(topology.deadNodes()),
                lasts.toMinutes(),
                open,
                recovery.toMinutes())
            : NODE_DEAD.says(
                "%s died, and the store has yet to serve {%d partitions} elsewhere",
                Few.of(topology.deadNodes()), open));
  }
}
