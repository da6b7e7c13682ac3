package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes there were before some died, and since when these are missing. One whose machine
 * the cloud is about to take counts as missing from its notice on. Who was dead before the cluster
 * was first looked at is missed by nobody.
 *
 * @param whole nodes when none was listed as dead
 * @param since when the first of the dead, or of the notices, was seen; null while there is none
 * @param seen when each of them was; who is not among them, was with the first
 */
public record NodeLosses(int whole, @Nullable Instant since, SortedMap<NodeId, Instant> seen) {
  /** A journal of an earlier version lacks when each was seen. */
  public NodeLosses {
    if (whole < 0) {
      throw new InvalidValue("node losses: want 0 or more nodes, got %d.".formatted(whole));
    }
    seen = Collections.unmodifiableSortedMap(seen == null ? new TreeMap<>() : new TreeMap<>(seen));
  }

  /** Of nodes that were all seen together. */
  public NodeLosses(int whole, @Nullable Instant since) {
    this(whole, since, new TreeMap<>());
  }

  /**
   * What is known once the cluster was looked at.
   *
   * @param before null when it never was
   */
  static NodeLosses seen(@Nullable NodeLosses before, Topology now) {
    int alive = now.nodes().size();
    Set<NodeId> gone = new TreeSet<>(now.deadNodes());
    gone.addAll(now.restrictions().takenBack().keySet());
    if (gone.isEmpty()) {
      return new NodeLosses(alive, null);
    }
    if (before == null || before.since == null) {
      return new NodeLosses(before == null ? alive : before.whole, now.at(), allAt(gone, now.at()));
    }
    SortedMap<NodeId, Instant> seen = allAt(gone, before.seen.isEmpty() ? before.since : now.at());
    gone.stream()
        .filter(before.seen::containsKey)
        .forEach(node -> seen.put(node, before.seenAt(node)));
    return new NodeLosses(before.whole, before.since, seen);
  }

  private static SortedMap<NodeId, Instant> allAt(Set<NodeId> nodes, Instant at) {
    SortedMap<NodeId, Instant> all = new TreeMap<>();
    nodes.forEach(node -> all.put(node, at));
    return all;
  }

  /** When a node that is missing was first missed. */
  public Instant seenAt(NodeId node) {
    return seen.getOrDefault(node, Objects.requireNonNull(since, "nobody is missing"));
  }

  /** The same with as many nodes as were decided on since the first was missed. */
  public NodeLosses decided(Optional<Resized> newest) {
    int decided =
        newest
            .filter(resized -> since != null && resized.at().isAfter(since))
            .map(Resized::to)
            .orElse(whole);
    return new NodeLosses(decided, since, seen);
  }

  /** How many nodes fewer there are than before, as many at most as are dead or about to go. */
  public int missing(Topology now) {
    Set<NodeId> going = now.restrictions().takenBack().keySet();
    int gone = now.deadNodes().size() + going.size();
    int left = (int) now.nodes().stream().filter(node -> !going.contains(node.id())).count();
    return Math.max(0, Math.min(gone, whole - left));
  }
}
