package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Machines that growths have started, and those whose nodes died, by the names of their nodes.
 *
 * @param awaited no node of this name has been seen since the machine was
 * @param came the node was seen, alive or dead
 * @param gone since when the store has not known the nodes that came; and of machines that no
 *     growth started, since when their nodes are dead; null where there are none
 */
public record LaunchedMachines(
    Set<NodeId> awaited, Set<NodeId> came, @Nullable Map<NodeId, Instant> gone) {
  /** A machine that was started earlier, or later, than this about a growth is somebody else's. */
  private static final Duration AFTER_A_GROWTH = Duration.ofHours(1);

  /** How far the clocks of cloud and Proteus may be apart. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  public static final LaunchedMachines NONE = new LaunchedMachines(Set.of(), Set.of());

  /** A field that a journal lacks is empty. */
  public LaunchedMachines {
    awaited = sorted(awaited);
    came = sorted(came);
    gone = gone == null || gone.isEmpty() ? null : Collections.unmodifiableMap(new TreeMap<>(gone));
  }

  /** Machines whose nodes are all known to the store once they came. */
  public LaunchedMachines(Set<NodeId> awaited, Set<NodeId> came) {
    this(awaited, came, null);
  }

  /** Nodes of growths that the store knows no more, and since when. */
  public Map<NodeId, Instant> orphaned() {
    Map<NodeId, Instant> orphaned = new TreeMap<>(goneSince());
    orphaned.keySet().retainAll(came);
    return orphaned;
  }

  /** Nodes that are gone and whose machines run; empty where there are none. */
  public Map<NodeId, Instant> goneSince() {
    return gone == null ? Map.of() : gone;
  }

  private static Set<NodeId> sorted(Set<NodeId> nodes) {
    return Collections.unmodifiableSet(
        new TreeSet<>(Objects.requireNonNullElse(nodes, Set.<NodeId>of())));
  }

  /**
   * The same after a look at the cluster. A machine is of a growth by when it was started; where
   * the cloud has tags it must carry Proteus's, and once its node was seen they are enough.
   * Machines that no longer run are forgotten. Where the running machines are not known, nothing is
   * kept and nothing is new.
   *
   * @param growths when nodes were asked for
   */
  LaunchedMachines seen(Topology now, Collection<Instant> growths) {
    Map<NodeId, Instant> machines = now.machines();
    Set<NodeId> still = new TreeSet<>(awaited);
    Set<NodeId> arrived = new TreeSet<>(came);
    if (machines != null) {
      still.removeIf(node -> !machines.containsKey(node) || !now.mayBeOwn(node));
      arrived.removeIf(node -> !machines.containsKey(node) || !now.mayBeOwn(node));
      machines.forEach(
          (node, since) -> {
            if (now.tagged() != null && now.tagged().contains(node) && now.knows(node)) {
              arrived.add(node);
            }
            if (!arrived.contains(node)
                && now.mayBeOwn(node)
                && growths.stream().anyMatch(at -> follows(at, since))) {
              still.add(node);
            }
          });
    }
    Set<NodeId> followers = now.followers();
    for (NodeId node : Set.copyOf(still)) {
      if (now.knows(node) || followers.contains(node)) {
        still.remove(node);
        arrived.add(node);
      }
    }
    return new LaunchedMachines(still, arrived, missed(arrived, followers, now));
  }

  /**
   * Of others' machines, the nodes that were listed as dead and have not come back. Who came back
   * as a follower is not missed.
   */
  private Map<NodeId, Instant> missed(Set<NodeId> arrived, Set<NodeId> followers, Topology now) {
    Map<NodeId, Instant> missed = new TreeMap<>();
    for (NodeId node : arrived) {
      if (!now.knows(node) && !followers.contains(node)) {
        missed.put(node, goneSince().getOrDefault(node, now.at()));
      }
    }
    Set<NodeId> others = new TreeSet<>(goneSince().keySet());
    others.addAll(now.deadNodes());
    others.removeAll(arrived);
    others.removeIf(
        node ->
            now.node(node).isPresent()
                || followers.contains(node)
                || (now.machines() == null
                    ? !goneSince().containsKey(node)
                    : !now.machines().containsKey(node)));
    others.forEach(node -> missed.put(node, goneSince().getOrDefault(node, now.at())));
    return missed;
  }

  /**
   * Machines that run and of which no node is expected: it is listed as dead, or the store knows it
   * no more. A machine whose node never was there may still be starting.
   */
  Set<NodeId> lost(Topology now) {
    Set<NodeId> lost = new TreeSet<>();
    if (now.machines() != null) {
      lost.addAll(now.deadNodes());
      lost.addAll(goneSince().keySet());
      lost.retainAll(now.machines().keySet());
      now.nodes().forEach(node -> lost.remove(node.id()));
    }
    return lost;
  }

  /** The same, and those of followers: a cloud that is to start one more counts them all. */
  Set<NodeId> ofNoNode(Topology now) {
    Set<NodeId> others = new TreeSet<>(lost(now));
    if (now.machines() != null) {
      now.followers().stream().filter(now.machines()::containsKey).forEach(others::add);
    }
    return others;
  }

  private static boolean follows(Instant growth, Instant started) {
    return !started.isBefore(growth.minus(CLOCKS)) && started.isBefore(growth.plus(AFTER_A_GROWTH));
  }
}
