package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ordered steps from the present cluster to a layout.
 *
 * @param id names the plan in the journal
 * @param basedOn the number of the observation that it was made from
 * @param target what should be
 * @param steps in the order in which they are carried out
 * @param price what they cost
 * @param reasons why, the weightiest first
 * @param undoes the plan whose changes it puts back; null when it puts back none
 * @param prediction what it will cost and yield; null in plans from before there were predictions
 */
public record Plan(
    String id,
    long basedOn,
    Layout target,
    List<Step> steps,
    Price price,
    List<Reason> reasons,
    @Nullable String undoes,
    @Nullable Prediction prediction) {
  public Plan {
    steps = List.copyOf(steps);
    reasons = List.copyOf(reasons);
  }

  /** A plan without a prediction. */
  public Plan(
      String id,
      long basedOn,
      Layout target,
      List<Step> steps,
      Price price,
      List<Reason> reasons,
      @Nullable String undoes) {
    this(id, basedOn, target, steps, price, reasons, undoes, null);
  }

  /** A plan that undoes nothing and has no prediction. */
  public Plan(
      String id, long basedOn, Layout target, List<Step> steps, Price price, List<Reason> reasons) {
    this(id, basedOn, target, steps, price, reasons, null, null);
  }

  /**
   * The part of the cluster that an undo needs later: nodes and tables as they are, and the
   * partitions that the plan moves.
   */
  public Topology toRemember(Topology now) {
    Set<PartitionId> moved = new HashSet<>();
    for (Step step : steps) {
      step.relocation().ifPresent(move -> moved.add(move.partition()));
    }
    return new Topology(
            now.cluster(),
            now.at(),
            now.nodes(),
            now.deadNodes(),
            now.partitions().stream().filter(partition -> moved.contains(partition.id())).toList(),
            now.tables(),
            List.of(),
            now.balancerOn(),
            List.of())
        .placedAs(now);
  }

  public Plan with(Prediction predicted) {
    return new Plan(id, basedOn, target, steps, price, reasons, undoes, predicted);
  }

  /** The same under another name and with only some of its steps. */
  public Plan of(List<Step> some, String name) {
    return new Plan(name, basedOn, target, some, Price.of(some), reasons, undoes, prediction);
  }

  /** The same for one more reason, which comes last. */
  public Plan because(Reason more) {
    List<Reason> all = new ArrayList<>(reasons);
    all.add(more);
    return new Plan(id, basedOn, target, steps, price, all, undoes, prediction);
  }

  /** The weightiest reason; empty where the plan was made without one. */
  public Optional<Reason> why() {
    return reasons.stream().findFirst();
  }

  /** The price with the second half, which has no steps yet. */
  public Price wholePrice() {
    return prediction == null ? price : price.plus(prediction.following());
  }

  /**
   * Whether the node is to hold something, or has a part in a step. A plan that says of no node
   * what it is to hold counts on all of them.
   */
  public boolean countsOn(NodeId node) {
    return target.nodes().isEmpty()
        || target.nodes().stream().anyMatch(wanted -> wanted.node().equals(node))
        || steps.stream().anyMatch(step -> step.footprint().nodes().contains(node));
  }
}
