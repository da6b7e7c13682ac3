package io.proteus.core.decision;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Omissions;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds what is still wanted where an operator leaves out a part of a plan. Steps say what stays as
 * it is without them; the layout that is left is planned anew, so that no step waits for one that
 * is left out, and nothing is done for the sake of one.
 */
final class PlanEditor {
  private final Plan plan;
  private final Topology now;
  private final PlanEdit edit;
  private final Omissions out = new Omissions();
  private final Map<PartitionId, NodeId> goals = new HashMap<>();

  /**
   * @param now the cluster as the edited plan is made from it
   * @throws InvalidValue where the plan has no such part, or cannot be divided
   */
  PlanEditor(Plan plan, Topology now, PlanEdit edit) {
    this.plan = plan;
    this.now = now;
    this.edit = edit;
    if (plan.undoes() != null) {
      throw new InvalidValue(
          "%s puts back what %s changed: it is carried out whole, or not at all."
              .formatted(plan.id(), plan.undoes()));
    }
    refuseUnknown();
    leaveOutSteps();
    edit.nodes().forEach(this::leaveOut);
    now.partitions().stream()
        .filter(partition -> edit.tables().contains(partition.table()))
        .forEach(this::leaveOut);
    edit.tables().forEach(this::leaveOut);
    placeTheRest();
  }

  private void refuseUnknown() {
    edit.steps().stream()
        .filter(number -> number < 1 || number > plan.steps().size())
        .findFirst()
        .ifPresent(
            number -> {
              throw unwanted("step", number, "1 to " + plan.steps().size());
            });
    refuseUnknown("table", edit.tables(), now.tables().stream().map(table -> table.id()).toList());
    Set<NodeId> nodes = new HashSet<>();
    now.nodes().forEach(node -> nodes.add(node.id()));
    plan.target().nodes().forEach(node -> nodes.add(node.node()));
    refuseUnknown("node", edit.nodes(), nodes);
    Set<StepKind> kinds = new HashSet<>();
    plan.steps().forEach(step -> step.type().kind().ifPresent(kinds::add));
    refuseUnknown("kind of steps", edit.kinds(), kinds);
  }

  private static <T> void refuseUnknown(String what, Collection<T> given, Collection<T> known) {
    given.stream()
        .filter(one -> !known.contains(one))
        .findFirst()
        .ifPresent(
            one -> {
              throw unwanted(what, one, Few.of(known));
            });
  }

  private static InvalidValue unwanted(String what, Object got, String known) {
    return new InvalidValue(
        "without %s %s: the plan has none of that name; these are: %s."
            .formatted(what, got, known));
  }

  private void leaveOutSteps() {
    for (int index = 0; index < plan.steps().size(); index++) {
      Step step = plan.steps().get(index);
      if (edit.steps().contains(index + 1)
          || step.type().kind().filter(edit.kinds()::contains).isPresent()) {
        step.leaveOut(out);
      }
    }
  }

  private void leaveOut(NodeId node) {
    out.keepsItsMemory(node);
    out.keepsItsSettings(node);
    out.staysThere(node);
    out.isNotAdded(node);
    for (Partition partition : now.partitions()) {
      boolean comes =
          plan.target()
              .targetOf(partition.id())
              .filter(target -> target.node().equals(node))
              .isPresent();
      if (comes || node.equals(partition.node())) {
        leaveOut(partition);
      }
    }
  }

  private void leaveOut(TableId table) {
    out.keepsItsBlocks(table);
    out.keepsItsSettings(table);
  }

  private void leaveOut(Partition partition) {
    out.staysInPlace(partition.id());
    out.keepsItsRows(partition.id());
  }

  /** A node that goes on holding something is not removed, and then it keeps all that it holds. */
  private void placeTheRest() {
    for (Partition partition : now.partitions()) {
      NodeId node = partition.node();
      if (node != null
          && plan.target().removed().contains(node)
          && out.unmoved().contains(partition.id())) {
        out.staysThere(node);
      }
    }
    for (Partition partition : now.partitions()) {
      NodeId node = partition.node();
      boolean isKept = node != null && plan.target().removed().contains(node) && out.keeps(node);
      if (isKept) {
        out.staysInPlace(partition.id());
      }
      boolean stays = isKept || out.unmoved().contains(partition.id());
      if (stays && node != null) {
        goals.put(partition.id(), node);
      }
    }
  }

  /** Whether an operator named the step of this place, its kind, or all that it changes. */
  boolean names(int index) {
    Step step = plan.steps().get(index);
    return edit.onlyOnline()
        || edit.steps().contains(index + 1)
        || step.type().kind().filter(edit.kinds()::contains).isPresent()
        || step.footprint().tables().stream().anyMatch(edit.tables()::contains)
        || step.footprint().nodes().stream().anyMatch(edit.nodes()::contains);
  }

  /** What is still wanted. */
  Layout layout() {
    Layout whole = plan.target();
    List<NodeTarget> targets = new ArrayList<>();
    for (NodeTarget target : whole.nodes()) {
      if (out.adds(target.node()) || now.node(target.node()).isPresent()) {
        targets.add(target(target.node(), target));
      }
    }
    List<NodeId> removed = new ArrayList<>();
    for (NodeId node : whole.removed()) {
      if (!out.keeps(node)) {
        removed.add(node);
      } else if (now.node(node).isPresent()) {
        targets.add(target(node, new NodeTarget(node, asItIs(node), List.of())));
      }
    }
    Map<TableId, ByteSize> blocks = new TreeMap<>(whole.blockSizes());
    blocks.keySet().removeIf(table -> !out.setsBlocksOf(table));
    return Layout.of(targets, removed, blocks, settings(whole), reshapes(whole));
  }

  private NodeTarget target(NodeId node, NodeTarget wanted) {
    List<PartitionId> holds = new ArrayList<>();
    wanted.partitions().stream().filter(id -> !goals.containsKey(id)).forEach(holds::add);
    goals.forEach(
        (partition, goal) -> {
          if (goal.equals(node) && isNamed(partition)) {
            holds.add(partition);
          }
        });
    return new NodeTarget(node, out.dividesMemoryOf(node) ? wanted.profile() : asItIs(node), holds);
  }

  /** What the whole does not name is left alone by what is left of it, too. */
  private boolean isNamed(PartitionId partition) {
    return plan.target().targetOf(partition).isPresent();
  }

  private NodeProfile asItIs(NodeId node) {
    MemorySplit memory = now.node(node).map(Node::memory).orElse(null);
    return NodeProfile.asItIs(memory);
  }

  private WantedSettings settings(Layout whole) {
    Map<TableId, TableSettings> tables = new TreeMap<>(whole.settings().tables());
    tables.keySet().removeIf(table -> !out.alters(table));
    Map<NodeId, SortedMap<String, String>> nodes = new TreeMap<>(whole.settings().nodes());
    nodes.keySet().removeIf(node -> !out.sets(node));
    return WantedSettings.of(tables, nodes);
  }

  private Reshapes reshapes(Layout whole) {
    Set<PartitionId> same = out.unshaped();
    return new Reshapes(
        whole.reshapes().splits().stream()
            .filter(split -> !same.contains(split.partition()))
            .filter(split -> split.upperTo() == null || !edit.nodes().contains(split.upperTo()))
            .toList(),
        whole.reshapes().merges().stream()
            .filter(merge -> !same.contains(merge.lower()) && !same.contains(merge.upper()))
            .toList(),
        whole.reshapes().tokens().stream()
            .filter(token -> !edit.nodes().contains(token.node()))
            .toList());
  }

  /** The steps of the plan that was made anew which are still wanted. */
  List<Step> wanted(List<Step> steps) {
    List<Step> wanted = steps.stream().filter(step -> !out.leavesOut(step)).toList();
    if (wanted.isEmpty()) {
      throw new InvalidValue(
          "nothing is left of %s %s. Reject it instead.".formatted(plan.id(), edit.sentence()));
    }
    for (Step step : wanted) {
      Set<NodeId> touched = new HashSet<>(step.footprint().nodes());
      touched.retainAll(edit.nodes());
      if (!touched.isEmpty()) {
        throw new InvalidValue(
            "%s cannot be left out: '%s' needs it while others restart. Leave out the restarts, too."
                .formatted(Few.of(touched), step));
      }
    }
    return wanted;
  }
}
