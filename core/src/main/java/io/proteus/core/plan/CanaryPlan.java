package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.step.CanaryRole;
import io.proteus.core.step.Price;
import io.proteus.core.step.Relocation;
import io.proteus.core.step.Step;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A plan in two: one node gets its new settings first and is looked at before the rest follows.
 *
 * @param node that goes first
 * @param first what concerns it; has the name of the whole
 * @param rest everything else, in the order of the whole
 */
public record CanaryPlan(NodeId node, Plan first, Plan rest) {
  /** A smaller cluster has no other nodes that could follow. */
  public static final int LEAST_NODES = 2;

  /**
   * Where settings of tables are tried, which the plan gives to all nodes at once.
   *
   * @param nodes that could go first, in order of their names; empty where none can
   * @param keys the settings that a node takes for itself
   */
  public record LocalTables(List<NodeId> nodes, Set<String> keys) {
    public static final LocalTables NONE = new LocalTables(List.of(), Set.of());

    public LocalTables {
      nodes = nodes.stream().sorted().toList();
      keys = Set.copyOf(keys);
    }

    private List<Step> of(Plan plan, NodeId node) {
      return nodes.contains(node)
          ? plan.steps().stream().flatMap(step -> step.locally(node, keys).stream()).toList()
          : List.of();
    }
  }

  /** Empty for a plan that gives new settings to less than two nodes, or puts something back. */
  public static Optional<CanaryPlan> of(Plan plan) {
    return of(plan, node -> true, LEAST_NODES);
  }

  /**
   * Empty for a plan that gives new settings to too few nodes, or puts something back.
   *
   * @param serves whether a node is asked for anything: one that is not would tell nothing. Where
   *     nodes take their settings by a restart, the first of the plan goes first all the same, as
   *     the others follow from what it holds
   * @param least of so many nodes or more one goes first, 1 or more
   */
  public static Optional<CanaryPlan> of(Plan plan, Predicate<NodeId> serves, int least) {
    return of(plan, serves, least, LocalTables.NONE);
  }

  /**
   * The same, where settings of tables are tried too: on the node that goes first anyway, else on
   * the first that serves. The rest of the plan then gives them to all.
   */
  public static Optional<CanaryPlan> of(
      Plan plan, Predicate<NodeId> serves, int least, LocalTables tables) {
    if (plan.undoes() != null) {
      return Optional.empty();
    }
    Optional<CanaryPlan> ofNodes = ofNodes(plan, serves, least);
    return ofNodes.isPresent()
        ? ofNodes.map(parts -> parts.altering(tables))
        : ofTables(plan, serves, tables);
  }

  private static Optional<CanaryPlan> ofTables(
      Plan plan, Predicate<NodeId> serves, LocalTables tables) {
    return tables.nodes().stream()
        .filter(serves)
        .findFirst()
        .or(() -> tables.nodes().stream().findFirst())
        .filter(node -> !tables.of(plan, node).isEmpty())
        .map(node -> of(plan, node, tables.of(plan, node), plan.steps()));
  }

  private static Optional<CanaryPlan> ofNodes(Plan plan, Predicate<NodeId> serves, int least) {
    Set<NodeId> set = new TreeSet<>();
    int serving = -1;
    int online = -1;
    int restart = -1;
    for (int index = plan.steps().size() - 1; index >= 0; index--) {
      Step step = plan.steps().get(index);
      NodeId node = nodeSetBy(step);
      if (node != null) {
        set.add(node);
        boolean isOnline = step.canaryRole() == CanaryRole.ALONE;
        serving = isOnline && serves.test(node) ? index : serving;
        online = isOnline ? index : online;
        restart = isOnline ? restart : index;
      }
    }
    if (set.isEmpty() || set.size() < least) {
      return Optional.empty();
    }
    int setsOnline = serving < 0 ? online : serving;
    return Optional.of(split(plan, setsOnline < 0 ? restart : setsOnline));
  }

  /**
   * The same two again.
   *
   * @param first as {@link #first} had it
   */
  public static CanaryPlan of(Plan first, Plan rest) {
    for (Step step : first.steps()) {
      NodeId node = nodeSetBy(step);
      if (node != null) {
        return new CanaryPlan(node, first, rest);
      }
    }
    throw new InvalidValue(
        "%s: want a plan that gives a node new settings, got %s."
            .formatted(first.id(), first.steps()));
  }

  /** Whether the node has for itself what all others get later, and is put back if they do not. */
  public boolean isLocal() {
    return first.steps().stream().anyMatch(step -> step.canaryRole() == CanaryRole.LOCAL);
  }

  /** Whether the node holds after it what it held before, and so can be compared with itself. */
  public boolean keepsWhatItHolds() {
    Set<PartitionId> gone = new TreeSet<>();
    Set<PartitionId> come = new TreeSet<>();
    for (Step step : first.steps()) {
      Relocation move = step.relocation().orElse(null);
      if (move != null && move.from().equals(node) && !come.remove(move.partition())) {
        gone.add(move.partition());
      }
      if (move != null && move.to().equals(node) && !gone.remove(move.partition())) {
        come.add(move.partition());
      }
    }
    return gone.isEmpty() && come.isEmpty();
  }

  private static @Nullable NodeId nodeSetBy(Step step) {
    return step.canaryRole() == CanaryRole.NONE ? null : step.reconfigures().orElse(null);
  }

  /** A restart goes with what empties the node before and fills it after. */
  private static CanaryPlan split(Plan plan, int canary) {
    List<Step> steps = plan.steps();
    int from = canary;
    int until = canary + 1;
    Step canaryStep = steps.get(canary);
    NodeId node = canaryStep.reconfigures().orElseThrow();
    if (canaryStep.canaryRole() == CanaryRole.WITH_ITS_MOVES) {
      while (from > 0 && isMove(steps.get(from - 1), node, null)) {
        from--;
      }
      while (until < steps.size() && isMove(steps.get(until), null, node)) {
        until++;
      }
    }
    List<Step> rest = new ArrayList<>(steps.subList(0, from));
    rest.addAll(steps.subList(until, steps.size()));
    return of(plan, node, steps.subList(from, until), rest);
  }

  private static CanaryPlan of(Plan plan, NodeId node, List<Step> first, List<Step> rest) {
    return new CanaryPlan(
        node,
        part(plan, plan.id(), first, null),
        part(plan, plan.id() + "-rest", rest, plan.prediction()));
  }

  /** The same, where the node goes by the settings of tables last, as a restart ends them. */
  private CanaryPlan altering(LocalTables tables) {
    List<Step> steps = new ArrayList<>(first.steps());
    steps.addAll(tables.of(rest, node));
    return new CanaryPlan(node, part(first, first.id(), steps, null), rest);
  }

  private static boolean isMove(Step step, @Nullable NodeId from, @Nullable NodeId to) {
    return step.relocation()
        .filter(move -> from == null || move.from().equals(from))
        .filter(move -> to == null || move.to().equals(to))
        .isPresent();
  }

  /** A part of the plan. The rest carries the prediction, which is of the whole plan. */
  private static Plan part(
      Plan whole, String id, List<Step> steps, @Nullable Prediction prediction) {
    return new Plan(
        id,
        whole.basedOn(),
        whole.target(),
        steps,
        Price.of(steps),
        whole.reasons(),
        whole.undoes(),
        prediction);
  }
}
