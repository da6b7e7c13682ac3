package io.proteus.app.rendering;

import io.proteus.app.view.ClusterView;
import io.proteus.app.view.Figures;
import io.proteus.app.view.NodeRow;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cluster before and after a plan.
 *
 * @param words the engine's
 */
public record ComparisonRendering(Words words, int width, Paint paint) {
  private record Line(String what, String before, String after) {}

  /** A few lines, with a line break at the end. */
  public String render(ClusterView before, ClusterView after) {
    List<Line> lines =
        List.of(
            line("op/s", before, after, view -> Figures.rate(view.requests())),
            line("hottest CPU", before, after, v -> Figures.percent(most(v, HostLoad::cpu))),
            line(
                "hottest I/O wait", before, after, v -> Figures.percent(most(v, HostLoad::ioWait))),
            line(
                "lowest %s hit".formatted(SplitWords.cache(words)),
                before,
                after,
                view -> Figures.percent(least(view, NodeLoad::cacheHitRatio))),
            line(
                words.partition().many() + " misplaced",
                before,
                after,
                view -> Figures.whole(view.misplaced())),
            line(
                words.node().many() + " misconfigured",
                before,
                after,
                view -> Figures.whole(view.misconfigured())));
    return new Grid<Line>()
            .text("", 0, Line::what)
            .figure("before", 0, Line::before)
            .figure("after", 0, Line::after)
            .render(lines, width, paint)
        + "\n";
  }

  private static Line line(
      String what, ClusterView before, ClusterView after, Function<ClusterView, String> figure) {
    return new Line(what, figure.apply(before), figure.apply(after));
  }

  private static @Nullable Ratio most(
      ClusterView view, Function<HostLoad, @Nullable Ratio> figure) {
    return known(view, load -> figure.apply(load.host())).stream()
        .max(Ratio::compareTo)
        .orElse(null);
  }

  private static @Nullable Ratio least(
      ClusterView view, Function<NodeLoad, @Nullable Ratio> figure) {
    return known(view, figure).stream().min(Ratio::compareTo).orElse(null);
  }

  private static List<Ratio> known(ClusterView view, Function<NodeLoad, @Nullable Ratio> figure) {
    return view.nodes().stream()
        .map(NodeRow::load)
        .filter(Objects::nonNull)
        .flatMap(load -> Optional.ofNullable(figure.apply(load)).stream())
        .toList();
  }
}
