package io.proteus.core.decision;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.step.StepKind;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What an operator leaves out of a plan.
 *
 * @param steps by their numbers in the plan, counted from 1 as they are listed
 * @param tables that are left as they are
 * @param nodes that are left as they are: they give and take nothing
 * @param kinds of work of which nothing is done
 * @param onlyOnline whether only what is set online, at no risk, is left
 */
public record PlanEdit(
    SortedSet<Integer> steps,
    SortedSet<TableId> tables,
    SortedSet<NodeId> nodes,
    SortedSet<StepKind> kinds,
    boolean onlyOnline) {

  public PlanEdit {
    steps = sorted(steps);
    tables = sorted(tables);
    nodes = sorted(nodes);
    kinds = sorted(kinds);
  }

  public static PlanEdit without(
      Collection<Integer> steps,
      Collection<TableId> tables,
      Collection<NodeId> nodes,
      Collection<StepKind> kinds) {
    return new PlanEdit(
        new TreeSet<>(steps),
        new TreeSet<>(tables),
        new TreeSet<>(nodes),
        new TreeSet<>(kinds),
        false);
  }

  /** The same, and of the rest only what is set online. */
  public PlanEdit andOnlyOnline() {
    return new PlanEdit(steps, tables, nodes, kinds, true);
  }

  private static <T extends Comparable<T>> SortedSet<T> sorted(SortedSet<T> some) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(some));
  }

  public boolean isEmpty() {
    return !onlyOnline && steps.isEmpty() && tables.isEmpty() && nodes.isEmpty() && kinds.isEmpty();
  }

  /** What is left out, as a part of a sentence. */
  public Sentence sentence() {
    List<Sentence> parts = new ArrayList<>();
    if (!steps.isEmpty()) {
      parts.add(Sentence.of("without steps %s", numbers()));
    }
    if (!tables.isEmpty()) {
      parts.add(Sentence.of("without {tables} %s", Few.of(tables)));
    }
    if (!nodes.isEmpty()) {
      parts.add(Sentence.of("without {nodes} %s", Few.of(nodes)));
    }
    if (!kinds.isEmpty()) {
      parts.add(Sentence.of("without %s", Few.of(kinds)));
    }
    if (onlyOnline) {
      parts.add(Sentence.of("with only what is set online"));
    }
    return Sentence.joined(", ", parts);
  }

  private String numbers() {
    return String.join(", ", steps.stream().map(String::valueOf).toList());
  }
}
