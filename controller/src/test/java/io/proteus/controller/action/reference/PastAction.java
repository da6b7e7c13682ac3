package io.proteus.controller.action.reference;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.ReleaseMemorySplit;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A plan with those that it goes on with: nodes are added by one plan and filled by the next, and a
 * canary goes before the rest. They are undone together.
 *
 * @param plans the oldest first; never empty
 */
public record PastAction(List<PlanProgress> plans) {
  public PastAction {
    plans = List.copyOf(plans);
  }

  /** Names the action: its last plan. */
  public String id() {
    return last().plan().id();
  }

  private PlanProgress last() {
    return plans.get(plans.size() - 1);
  }

  public boolean contains(String plan) {
    return plans.stream().anyMatch(part -> part.plan().id().equals(plan));
  }

  /** The plan whose changes it puts back; null when it puts back none. */
  public @Nullable String undoes() {
    return last().plan().undoes();
  }

  public boolean hasEnded() {
    return last().ended();
  }

  /** Whether its last plan was ended by a person, or by the end of the process. */
  public boolean wasStopped() {
    return "stopped".equals(last().outcome());
  }

  /** Steps of its plans, whether they were asked for or not. */
  public int steps() {
    return plans.stream().mapToInt(part -> part.plan().steps().size()).sum();
  }

  /** Steps that were asked for. */
  public int changes() {
    return plans.stream().mapToInt(part -> part.issued().size()).sum();
  }

  /** Whether nodes were asked for. */
  public boolean grew() {
    return issuedSteps().stream().anyMatch(step -> step instanceof AddNode);
  }

  /** Whether nodes were stopped for good. */
  public boolean shrank() {
    return issuedSteps().stream().anyMatch(step -> step instanceof RemoveNode);
  }

  /** Whether a node was given settings, restarted or stopped: then it may have died of that. */
  public boolean changed(NodeId node) {
    return issuedSteps().stream()
        .anyMatch(
            step ->
                (step instanceof SetMemorySplit set && set.node().equals(node))
                    || (step instanceof ReleaseMemorySplit released && released.node().equals(node))
                    || step.takesOut().filter(node::equals).isPresent());
  }

  /** Whether a node was there before it; false where nobody knows. */
  public boolean found(NodeId node) {
    Topology before = plans.get(0).before();
    return before != null && before.node(node).isPresent();
  }

  private List<Step> issuedSteps() {
    return plans.stream().flatMap(part -> issuedOf(part).stream()).toList();
  }

  private static List<Step> issuedOf(PlanProgress part) {
    return new TreeSet<>(part.issued()).stream().map(part.plan().steps()::get).toList();
  }

  /** What was asked for and what was before; empty when what was before is not known. */
  public Optional<List<IssuedSteps>> issued() {
    List<IssuedSteps> issued = new ArrayList<>();
    for (PlanProgress part : plans) {
      Topology before = part.before();
      if (before == null) {
        return Optional.empty();
      }
      issued.add(new IssuedSteps(before, issuedOf(part)));
    }
    return Optional.of(issued);
  }
}
