package io.proteus.lab.elasticity;

import io.proteus.core.units.ByteSize;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Resize;
import io.proteus.lab.result.Resize.Side;
import io.proteus.lab.result.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What strategies came to in an elasticity experiment.
 *
 * @param asked operations that the tenants ask for
 */
record ElasticityFigures(List<ElasticityRun> runs, double asked) {
  ElasticityFigures {
    runs = List.copyOf(runs);
  }

  List<Section> sections() {
    List<IntegrityCheck> checks =
        runs.stream().map(ElasticityRun::integrity).filter(Objects::nonNull).toList();
    return List.of(
        comparison(), resizes(), sides(), decisions(), IntegrityCheck.section(checks), points());
  }

  /** What must hold of every run. */
  List<Criterion> criteria() {
    List<String> incidents = new ArrayList<>();
    for (ElasticityRun run : runs) {
      run.incidents().forEach(incident -> incidents.add("%s: %s".formatted(name(run), incident)));
    }
    return List.of(
        IntegrityCheck.noneLost(
            runs.stream().map(ElasticityRun::integrity).filter(Objects::nonNull).toList()),
        new Criterion("Nothing happened that must never happen.", incidents));
  }

  /** Strategies, each in both worlds; ratios are over the first strategy in the same world. */
  private Section comparison() {
    return new Section(
        "Strategies",
        "Ratios are over the first strategy in the same world. Opposite: a resize within a quarter"
            + " of an hour of one the other way.",
        List.of(
            curves("Operations by the second", "operations/s", Point::operationsPerSecond),
            curves("Servers that ran", "servers", Point::nodes)),
        List.of(
            new Columns<ElasticityRun>()
                .text("strategy", ElasticityRun::strategy)
                .text("where", ElasticityRun::where)
                .count("asked", run -> asked)
                .count("operations", ElasticityRun::operations)
                .figure("ratio", Kind.RATIO, this::ratio)
                .figure("ms", Kind.MILLISECONDS, ElasticityRun::meanLatencyMillis)
                .figure("node hours", Kind.RATIO, ElasticityRun::nodeHours)
                .count("most", ElasticityRun::mostNodes)
                .count("at end", ElasticityRun::nodesAtEnd)
                .count("resizes", ElasticityRun::resizes)
                .count("opposite", ElasticityRun::oppositeResizes)
                .count("failed", ElasticityRun::failedOperations)
                .count("lost", run -> run.integrity() == null ? null : run.integrity().lost())
                .of(runs)));
  }

  private @Nullable Double ratio(ElasticityRun run) {
    double first =
        runs.stream()
            .filter(other -> other.where() == run.where())
            .findFirst()
            .map(ElasticityRun::operations)
            .orElse(0.0);
    return first > 0 ? Double.valueOf(run.operations() / first) : null;
  }

  private Chart curves(String title, String up, ToDoubleFunction<Point> height) {
    List<Curve> curves = new ArrayList<>();
    for (ElasticityRun run : runs) {
      curves.add(
          new Curve(
              name(run),
              run.points().stream().map(Point::seconds).toList(),
              run.points().stream().mapToDouble(height).boxed().toList(),
              true));
    }
    return new Chart.Curves(title, "s", up, curves);
  }

  private static String name(ElasticityRun run) {
    return "%s, %s".formatted(run.strategy(), run.where());
  }

  /** A resize of a run. */
  private record Resized(ElasticityRun in, Resize resize) {}

  private List<Resized> resized() {
    return runs.stream()
        .flatMap(run -> run.resized().stream().map(resize -> new Resized(run, resize)))
        .toList();
  }

  /** The record of each resize (TIR-8): seconds of its parts, then before and after. */
  private Section resizes() {
    Columns<Resized> columns =
        new Columns<Resized>()
            .text("strategy", of -> of.in().strategy())
            .text(
                "servers",
                of -> "%d to %d".formatted(of.resize().nodesBefore(), of.resize().nodesAfter()))
            .figure(
                "configured", Kind.SECONDS, of -> mean(of, Resize.Joining::configurationSeconds))
            .figure("machine", Kind.SECONDS, of -> mean(of, Resize.Joining::machineSeconds))
            .figure("registered", Kind.SECONDS, of -> mean(of, Resize.Joining::registrationSeconds))
            .figure("set anew", Kind.SECONDS, of -> of.resize().times().reconfigurationSeconds())
            .figure("regions", Kind.SECONDS, of -> of.resize().times().placementSeconds())
            .figure("data", Kind.SECONDS, of -> of.resize().times().dataSeconds())
            .figure("removed", Kind.SECONDS, of -> of.resize().times().removingSeconds())
            .figure("in all", Kind.SECONDS, of -> of.resize().times().totalSeconds())
            .text(
                "moved",
                of ->
                    "%d, %s"
                        .formatted(
                            of.resize().work().moves(),
                            new ByteSize(of.resize().work().movedBytes())))
            .text("op/s", of -> both(of, Kind.RATE, Side::operationsPerSecond))
            .text("ms", of -> both(of, Kind.MILLISECONDS, Side::meanLatencyMillis))
            .text("p99 ms", of -> both(of, Kind.COUNT, Side::worstP99Millis))
            .text("CPU %", of -> both(of, Kind.COUNT, side -> percent(side.meanCpu())))
            .text("hottest %", of -> both(of, Kind.COUNT, side -> percent(side.hottestCpu())))
            .text("busiest/mean", of -> both(of, Kind.RATIO, Side::busiestOverMean))
            .text("local %", of -> both(of, Kind.COUNT, side -> percent(side.localShare())));
    return Section.of(
        "Each resize of the real cluster",
        "Seconds of its parts, then before and after.",
        resized().isEmpty() ? columns.ofDetails(List.of()) : columns.of(resized()));
  }

  private static @Nullable Double mean(Resized of, ToDoubleFunction<Resize.Joining> part) {
    OptionalDouble mean = of.resize().joinings().stream().mapToDouble(part).average();
    return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
  }

  private static String both(Resized of, Kind kind, Function<Side, @Nullable Double> figure) {
    return "%s to %s"
        .formatted(of(of.resize().before(), kind, figure), of(of.resize().after(), kind, figure));
  }

  private static String of(
      @Nullable Side side, Kind kind, Function<Side, @Nullable Double> figure) {
    return new Column("", kind).text(side == null ? Cell.NOTHING : Cell.of(figure.apply(side)));
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null ? null : Double.valueOf(100 * share);
  }

  /** One side of a resize; null where it was not measured. */
  private record Seen(Resized of, String word, @Nullable Side side) {
    @Nullable Object figure(Function<Side, @Nullable Object> figure) {
      return side == null ? null : figure.apply(side);
    }
  }

  /** All that was measured before and after each resize. */
  private Section sides() {
    List<Seen> rows = new ArrayList<>();
    for (Resized of : resized()) {
      rows.add(new Seen(of, "before", of.resize().before()));
      rows.add(new Seen(of, "after", of.resize().after()));
    }
    return Section.of(
        "Before and after each resize",
        "",
        new Columns<Seen>()
            .text("strategy", seen -> seen.of().in().strategy())
            .text("decided at", seen -> seen.of().resize().decidedAt())
            .text("why", seen -> seen.of().resize().why())
            .text("outcome", seen -> seen.of().resize().outcome())
            .text("side", Seen::word)
            .figure("op/s", Kind.RATE, seen -> seen.figure(Side::operationsPerSecond))
            .figure("ms", Kind.MILLISECONDS, seen -> seen.figure(Side::meanLatencyMillis))
            .figure("worst p99, ms", Kind.MILLISECONDS, seen -> seen.figure(Side::worstP99Millis))
            .figure(
                "requests/s of the servers",
                Kind.RATE,
                seen -> seen.figure(Side::requestsPerSecond))
            .figure("busiest over mean", Kind.RATIO, seen -> seen.figure(Side::busiestOverMean))
            .count("bytes stored", seen -> seen.figure(Side::storedBytes))
            .figure("local", Kind.SHARE, seen -> seen.figure(Side::localShare))
            .figure("CPU", Kind.SHARE, seen -> seen.figure(Side::meanCpu))
            .figure("hottest CPU", Kind.SHARE, seen -> seen.figure(Side::hottestCpu))
            .ofDetails(rows));
  }

  /** Something of a run. */
  private record Of<T>(ElasticityRun in, T it) {}

  private <T> List<Of<T>> all(Function<ElasticityRun, List<T>> part) {
    return runs.stream()
        .flatMap(run -> part.apply(run).stream().map(it -> new Of<>(run, it)))
        .toList();
  }

  private Section decisions() {
    return Section.of(
        "Decisions that were acted on",
        "",
        new Columns<Of<Decided>>()
            .text("run", of -> name(of.in()))
            .figure("at, s", Kind.SECONDS, of -> of.it().seconds())
            .text("reasons", of -> String.join("; ", of.it().reasons()))
            .text("outcome", of -> of.it().outcome())
            .ofDetails(all(ElasticityRun::decisions)));
  }

  private Section points() {
    return Section.of(
        "Every ten seconds",
        "",
        new Columns<Of<Point>>()
            .text("run", of -> name(of.in()))
            .figure("until, s", Kind.SECONDS, of -> of.it().seconds())
            .figure("op/s", Kind.RATE, of -> of.it().operationsPerSecond())
            .figure("ms", Kind.MILLISECONDS, of -> of.it().meanLatencyMillis())
            .count("servers", of -> of.it().nodes())
            .figure("CPU", Kind.SHARE, of -> of.it().cpu())
            .ofDetails(all(ElasticityRun::points)));
  }
}
