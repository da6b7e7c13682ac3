package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes there were before some died, and since when these are missing. One whose machine
 * the cloud is about to take counts as missing from its notice on. Who was dead before the cluster
 * was first looked at is missed by nobody.
 *
 * @param whole nodes when none was listed as dead
 * @param since when the first of the dead, or of the notices, was seen; null while there is none
 */
public record NodeLosses(int whole, @Nullable Instant since) {
  public NodeLosses {
    if (whole < 0) {
      throw new InvalidValue("node losses: want 0 or more nodes, got %d.".formatted(whole));
    }
  }

  /**
   * What is known once the cluster was looked at.
   *
   * @param before null when it never was
   */
  static NodeLosses seen(@Nullable NodeLosses before, Topology now) {
    int alive = now.nodes().size();
    boolean allStay = now.restrictions().takenBack().isEmpty();
    if (now.deadNodes().isEmpty() && allStay) {
      return new NodeLosses(alive, null);
    }
    if (before == null) {
      return new NodeLosses(alive, now.at());
    }
    return new NodeLosses(before.whole, before.since == null ? now.at() : before.since);
  }

  /** How many nodes fewer there are than before, as many at most as are dead or about to go. */
  public int missing(Topology now) {
    Set<NodeId> going = now.restrictions().takenBack().keySet();
    int gone = now.deadNodes().size() + going.size();
    int left = (int) now.nodes().stream().filter(node -> !going.contains(node.id())).count();
    return Math.max(0, Math.min(gone, whole - left));
  }
}
