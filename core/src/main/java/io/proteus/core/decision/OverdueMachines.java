package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.ORPHANED;
import static io.proteus.core.strategy.ReasonCode.STILLBORN;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.setting.Key;
import io.proteus.core.step.AddNode;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Ends machines that a growth started and that never brought a node, or whose node is gone for
 * good: it died, and the store knows it no more. They cost money, serve nobody, and count as
 * present whenever another machine is asked for. The load does not matter. Nothing is ended during
 * a resize, or while store or cloud could not be read. A machine that no remembered growth started
 * is left to the operator.
 *
 * @param grace from a machine's start until its node must have come, and from the time when the
 *     store forgot a node until that must have come back; as no machine is to be ended that is
 *     waited for, longer than {@link AddNode#TIMEOUT}
 */
public record OverdueMachines(
    @Key(
            doc =
                "from the start of a machine that Proteus asked for until its node must have come;"
                    + " later it is ended (`STILLBORN`). As long runs one whose node died and was"
                    + " struck off, before it is ended (`ORPHANED`). More than 10m",
            usual = "20m",
            name = "machineGrace")
        Duration grace) {
  /** Twice as long as a plan waits for a node: a boot is slow, but not so slow. */
  private static final Duration USUAL = AddNode.TIMEOUT.multipliedBy(2);

  public OverdueMachines {
    if (grace.compareTo(AddNode.TIMEOUT) <= 0) {
      throw new InvalidValue(
          "cloud.machineGrace: want more than %d min, as long as a plan waits for a node, got %d s."
              .formatted(AddNode.TIMEOUT.toMinutes(), grace.toSeconds()));
    }
  }

  /** Twenty minutes. */
  public static OverdueMachines usual() {
    return new OverdueMachines(USUAL);
  }

  /**
   * Takes them away; empty where there are none.
   *
   * @param memory what is remembered besides
   */
  Optional<Verdict> removal(Situation now, StrategyMemory memory) {
    Set<NodeId> awaited = now.memory().scaling().awaited();
    Map<NodeId, Instant> orphaned = now.memory().scaling().orphaned();
    if ((awaited.isEmpty() && orphaned.isEmpty())
        || now.memory().resizingTo() != 0
        || !now.latest().capabilities().contains(Capability.RESIZE)) {
      return Optional.empty();
    }
    SortedMap<NodeId, Instant> stillborn = now.topology().machinesWithoutNode();
    stillborn.keySet().retainAll(awaited);
    stillborn.values().removeIf(started -> age(started, now).compareTo(grace) < 0);
    SortedMap<NodeId, Instant> left = new TreeMap<>(orphaned);
    left.keySet().retainAll(now.topology().machinesWithoutNode().keySet());
    left.values().removeIf(gone -> age(gone, now).compareTo(grace) < 0);
    Set<NodeId> ended = new TreeSet<>(stillborn.keySet());
    ended.addAll(left.keySet());
    ended.retainAll(now.topology().restrictions().mayLeave(ended));
    stillborn.keySet().retainAll(ended);
    left.keySet().retainAll(ended);
    if (ended.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict.Retarget(
            Layout.of(PresentLayout.without(ended, now), List.copyOf(ended), Map.of()),
            reasons(stillborn, left, now),
            memory));
  }

  private List<Reason> reasons(
      SortedMap<NodeId, Instant> stillborn, SortedMap<NodeId, Instant> left, Situation now) {
    List<Reason> reasons = new ArrayList<>();
    if (!stillborn.isEmpty()) {
      reasons.add(
          STILLBORN.because(
              "cloud.machineGrace",
              "no {node} has come of %s within %d min of the machine's start, and %d min are"
                  + " waited for one",
              Few.of(stillborn.keySet()),
              youngest(stillborn, now).toMinutes(),
              grace.toMinutes()));
    }
    if (!left.isEmpty()) {
      reasons.add(
          ORPHANED.because(
              "cloud.machineGrace",
              "the store has not known %s for %d min, its machine runs on, and %d min are waited"
                  + " for a {node} to come back",
              Few.of(left.keySet()),
              youngest(left, now).toMinutes(),
              grace.toMinutes()));
    }
    return reasons;
  }

  private static Duration youngest(SortedMap<NodeId, Instant> machines, Situation now) {
    return machines.values().stream()
        .map(since -> age(since, now))
        .min(Duration::compareTo)
        .orElseThrow();
  }

  private static Duration age(Instant started, Situation now) {
    return Duration.between(started, now.now());
  }
}
