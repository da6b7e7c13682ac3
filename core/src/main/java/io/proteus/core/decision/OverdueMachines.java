package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.STILLBORN;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.setting.Key;
import io.proteus.core.step.AddNode;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Ends machines that a growth started and that never brought a node. They cost money, serve nobody,
 * and count as present whenever another machine is asked for. The load does not matter. Nothing is
 * ended during a resize, or while store or cloud could not be read. A machine that no remembered
 * growth started, or that had a node once, is left to the operator.
 *
 * @param grace from a machine's start until its node must have come; as no machine is to be ended
 *     that is waited for, longer than {@link AddNode#TIMEOUT}
 */
public record OverdueMachines(
    @Key(
            doc =
                "from the start of a machine that Proteus asked for until its node must have come;"
                    + " later it is ended (`STILLBORN`); more than 10m",
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
    if (awaited.isEmpty()
        || now.memory().resizingTo() != 0
        || !now.latest().capabilities().contains(Capability.RESIZE)) {
      return Optional.empty();
    }
    SortedMap<NodeId, Instant> overdue = now.topology().machinesWithoutNode();
    overdue.keySet().retainAll(awaited);
    overdue.values().removeIf(started -> age(started, now).compareTo(grace) < 0);
    if (overdue.isEmpty()) {
      return Optional.empty();
    }
    List<NodeId> overdueMachines = List.copyOf(overdue.keySet());
    Duration youngest =
        overdue.values().stream()
            .map(started -> age(started, now))
            .min(Duration::compareTo)
            .orElseThrow();
    return Optional.of(
        new Verdict.Retarget(
            Layout.of(PresentLayout.without(overdueMachines, now), overdueMachines, Map.of()),
            List.of(
                STILLBORN.because(
                    "cloud.machineGrace",
                    "no {node} has come of %s within %d min of the machine's start, and %d min are"
                        + " waited for one",
                    Few.of(overdueMachines),
                    youngest.toMinutes(),
                    grace.toMinutes())),
            memory));
  }

  private static Duration age(Instant started, Situation now) {
    return Duration.between(started, now.now());
  }
}
