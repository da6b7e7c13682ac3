package io.proteus.core.plan;

import static io.proteus.core.strategy.ReasonCode.NODE_DEAD;
import static io.proteus.core.strategy.ReasonCode.OVERTAKEN;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether a plan that was made earlier, or before a crash, still fits the cluster. A node
 * that the plan itself restarts or removes may be down.
 */
public final class PlanCheck {
  private PlanCheck() {}

  /** Why the plan no longer fits; empty when it does. */
  public static Optional<Reason> objection(Plan plan, Topology now) {
    return objection(plan, Set.of(), now);
  }

  /**
   * Why the plan no longer fits; empty when it does. A node that the plan does not count on may
   * die, or have died before.
   *
   * @param deadBefore nodes that were dead when the plan was begun: an undo can be made with these
   */
  public static Optional<Reason> objection(Plan plan, Set<NodeId> deadBefore, Topology now) {
    Set<NodeId> mayBeDown = new HashSet<>();
    Set<NodeId> needed = new HashSet<>();
    for (Step step : plan.steps()) {
      step.mayFindDead().ifPresent(mayBeDown::add);
      if (!step.isDone(now)) {
        step.needs().ifPresent(needed::add);
      }
    }
    for (NodeId dead : now.deadNodes()) {
      if (plan.countsOn(dead) && !mayBeDown.contains(dead) && !deadBefore.contains(dead)) {
        return Optional.of(NODE_DEAD.says("%s died after the plan was made", dead));
      }
    }
    for (NodeId node : needed) {
      if (!node.isPlanned() && now.node(node).isEmpty() && !mayBeDown.contains(node)) {
        return Optional.of(OVERTAKEN.says("the plan needs %s, which is not a live {node}", node));
      }
    }
    for (Step step : plan.steps()) {
      Optional<Sentence> futile = step.mayFail() ? Optional.empty() : step.futile(now);
      if (futile.isPresent() && !step.isDone(now)) {
        return Optional.of(OVERTAKEN.says("the plan is to %s, but %s", step, futile.get()));
      }
    }
    Set<PartitionId> replaced = new HashSet<>();
    plan.steps().forEach(step -> replaced.addAll(step.replaces()));
    long gone =
        plan.target().nodes().stream()
            .flatMap(target -> target.partitions().stream())
            .filter(partition -> now.partition(partition).isEmpty())
            .filter(partition -> !replaced.contains(partition))
            .count();
    if (gone > 0) {
      return Optional.of(
          OVERTAKEN.says(
              "{%d partitions} of the plan {was|were} split, merged or dropped since", gone));
    }
    return Optional.empty();
  }
}
