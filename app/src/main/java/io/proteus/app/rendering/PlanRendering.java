package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.app.view.PlanFigures;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code plan} and {@code apply} show before anything is done.
 *
 * @param words the engine's
 * @param width of the screen, in characters
 * @param stepsShown how many steps are listed, the first ones
 */
public record PlanRendering(Words words, int width, int stepsShown, Paint paint) {
  /** Why nothing is to be done, the weightiest reason first. */
  public String held(List<Reason> reasons) {
    return paint.bold("Nothing to do now.") + "\n" + reasons(reasons) + "\n";
  }

  /** The whole plan, with a line break at its end. */
  public String render(Plan plan, Topology now) {
    List<String> blocks = new ArrayList<>();
    blocks.add(paint.bold("Plan " + plan.id()) + "\n" + reasons(plan.reasons()));
    blocks.add(targets(plan, now));
    PlanFigures figures = PlanFigures.of(plan);
    PlanFigures.Foretold foretold = figures.foretold();
    blocks.add(price(figures) + savings(plan, now) + (foretold == null ? "" : foretold(foretold)));
    blocks.add(steps(plan.steps()));
    return String.join("\n\n", blocks) + "\n";
  }

  public String reasons(List<Reason> reasons) {
    return reasons.stream()
        .map(reason -> "  " + reason.in(words))
        .collect(Collectors.joining("\n"));
  }

  /** What a node is to become. */
  private record Change(NodeTarget target, String today, int stay, int come, int go) {}

  private String targets(Plan plan, Topology now) {
    Map<String, Integer> stay = new HashMap<>();
    Map<String, Integer> go = new HashMap<>();
    Map<String, Integer> come = new HashMap<>();
    for (Partition partition : now.partitions()) {
      NodeId node = partition.node();
      NodeId goal = plan.target().targetOf(partition.id()).map(NodeTarget::node).orElse(node);
      if (node != null && node.equals(goal)) {
        stay.merge(node.value(), 1, Integer::sum);
      } else {
        count(node, go);
        count(goal, come);
      }
    }
    List<Change> changes =
        plan.target().nodes().stream()
            .map(
                target -> {
                  String name = target.node().value();
                  return new Change(
                      target,
                      today(target, now),
                      stay.getOrDefault(name, 0),
                      come.getOrDefault(name, 0),
                      go.getOrDefault(name, 0));
                })
            .toList();
    Grid<Change> nodes = new Grid<Change>().text(words.node().one(), 0, c -> name(c.target()));
    if (plan.target().nodes().stream().anyMatch(target -> !target.profile().asksNothing())) {
      nodes = nodes.text("becomes", 0, c -> c.target().profile().name());
    }
    if (plan.target().nodes().stream().anyMatch(target -> target.profile().memory() != null)) {
      nodes =
          nodes
              .text(SplitWords.split(words), 1, c -> split(c.target()))
              .text("is now", 2, Change::today);
    }
    String table =
        nodes
            .figure(words.partition().many(), 0, c -> Integer.toString(c.stay() + c.come()))
            .figure("stay", 3, c -> Integer.toString(c.stay()))
            .figure("come", 3, c -> Integer.toString(c.come()))
            .figure("go", 3, c -> Integer.toString(c.go()))
            .render(changes, width, paint);
    String gone =
        plan.target().removed().stream().map(Object::toString).collect(Collectors.joining(", "));
    return gone.isEmpty() ? table : table + "\n removed: " + gone;
  }

  private static void count(@Nullable NodeId node, Map<String, Integer> counts) {
    if (node != null) {
      counts.merge(node.value(), 1, Integer::sum);
    }
  }

  private static String name(NodeTarget target) {
    return target.node().isPlanned() ? target.node().value() + " (new)" : target.node().value();
  }

  private static String split(NodeTarget target) {
    return split(target.profile().memory());
  }

  private static String split(@Nullable MemorySplit split) {
    return split == null
        ? Figures.UNKNOWN
        : Figures.percent(split.readCache()) + " / " + Figures.percent(split.writeBuffer());
  }

  private static String today(NodeTarget target, Topology now) {
    return now.node(target.node())
        .map(Node::memory)
        .map(
            split ->
                target.profile().memory() == null || split.isAbout(target.profile().memory())
                    ? "the same"
                    : split(split))
        .orElse(Figures.UNKNOWN);
  }

  /** What it costs. */
  public String price(Plan plan) {
    return price(PlanFigures.of(plan));
  }

  private String price(PlanFigures figures) {
    return " Price: " + figures.price().in(words);
  }

  private String foretold(PlanFigures.Foretold foretold) {
    Sentence then = foretold.then();
    Sentence money = foretold.money();
    return (then == null ? "" : "\n  then: " + then.in(words))
        + "\n Takes: "
        + foretold.takes().in(words)
        + "\n  Gain: "
        + foretold.gain().in(words)
        + "\n        "
        + foretold.latency().in(words)
        + "\n  Pays: "
        + foretold.pays().in(words)
        + (money == null ? "" : "\n Money: " + money.in(words));
  }

  /**
   * What would spare nodes the restart that a new split takes, or let them have it where none can
   * be restarted: a line each, each after a line break; empty when nothing would.
   */
  public String savings(Plan plan, Topology now) {
    Set<String> suspended =
        now.gaps().stream()
            .filter(gap -> gap.kind() == Gap.Kind.SPLIT_BY_RESTART_ONLY)
            .map(Gap::subject)
            .collect(Collectors.toSet());
    int dividable = 0;
    int shrinkable = 0;
    for (NodeTarget target : plan.target().nodes()) {
      MemorySplit wanted = target.profile().memory();
      Node node = now.node(target.node()).orElse(null);
      if (node == null
          || wanted == null
          || node.memory() == null
          || node.memory().isAbout(wanted)) {
        continue;
      }
      if (!node.memoryOnline()) {
        dividable += suspended.contains(node.id().value()) ? 0 : 1;
      } else if (!node.takesOnline(wanted)) {
        shrinkable++;
      }
    }
    SplitWords savings = new SplitWords(words);
    return Stream.of(savings.ofDividing(dividable), savings.ofShrinking(shrinkable))
        .flatMap(Optional::stream)
        .map(saving -> "\n " + saving)
        .collect(Collectors.joining());
  }

  private String steps(List<Step> steps) {
    int digits = Integer.toString(steps.size()).length();
    StringBuilder text = new StringBuilder();
    text.append(' ').append(Figures.count(steps.size(), "step:", "steps:"));
    for (int i = 0; i < Math.min(stepsShown, steps.size()); i++) {
      text.append(
          String.format(
              Locale.ROOT, "\n  %" + digits + "d  %s", i + 1, steps.get(i).sentence().in(words)));
    }
    if (steps.size() > stepsShown) {
      text.append("\n  ")
          .append(
              paint.faint(
                  "and %d more: --steps %d lists them all"
                      .formatted(steps.size() - stepsShown, steps.size())));
    }
    return text.toString();
  }
}
