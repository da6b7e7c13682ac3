package io.proteus.controller.journal;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a survey is due: every {@link #SHORTEST} on a small cluster, seldomer on a large one so that
 * the journal grows by a few MB a day at most, and sooner when nodes or placement have changed.
 */
public final class Surveys {
  static final Duration SHORTEST = Duration.ofMinutes(10);

  /** An entry has about 150 bytes a partition or node: 3 MB a day, however many there are. */
  static final Duration FOR_EACH = Duration.ofSeconds(4);

  /** How much sooner a change is surveyed. */
  private static final int SOONER = 10;

  private @Nullable Instant lastAt;
  private List<NodeId> nodes = List.of();
  private int placement;

  /** The survey to write now; none is made of an observation without rates. */
  public Optional<ClusterSurveyed> due(Instant now, Observation observation) {
    Topology topology = observation.topology();
    if (observation.rates().isEmpty() || topology.partitions().isEmpty()) {
      return Optional.empty();
    }
    List<NodeId> live = topology.nodes().stream().map(Node::id).toList();
    int placed = placement(topology);
    boolean changed = !live.equals(nodes) || placed != placement;
    Duration interval = interval(live.size() + topology.partitions().size());
    Duration wait = changed ? interval.dividedBy(SOONER) : interval;
    if (lastAt != null && now.isBefore(lastAt.plus(wait))) {
      return Optional.empty();
    }
    lastAt = now;
    nodes = live;
    placement = placed;
    return Optional.of(ClusterSurveyed.of(observation));
  }

  private static Duration interval(int listed) {
    Duration inProportion =
        FOR_EACH.multipliedBy(Math.min(listed, ClusterSurveyed.MOST_PARTITIONS));
    return inProportion.compareTo(SHORTEST) > 0 ? inProportion : SHORTEST;
  }

  private static int placement(Topology topology) {
    int hash = 1;
    for (Partition partition : topology.partitions()) {
      hash = 31 * hash + Objects.hash(partition.id(), partition.node());
    }
    return hash;
  }
}
