package io.proteus.lab.elasticity;

import static io.proteus.lab.result.Column.text;

import io.proteus.core.units.ByteSize;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.Resize;
import io.proteus.lab.result.Resize.Side;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
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
    return List.of(comparison(), resizes(), sides(), decisions(), writes(), points());
  }

  /** What must hold of every run. */
  List<Criterion> criteria() {
    List<String> lost = new ArrayList<>();
    List<String> incidents = new ArrayList<>();
    for (ElasticityRun run : runs) {
      if (run.integrity() != null && run.integrity().lost() > 0) {
        lost.add(
            "%s: %d writes were lost: %s"
                .formatted(name(run), run.integrity().lost(), run.integrity().examples()));
      }
      run.incidents()
          .forEach(
              incident ->
                  incidents.add("%s, %s: %s".formatted(run.strategy(), run.where(), incident)));
    }
    return List.of(
        new Criterion("No acknowledged write was lost.", lost),
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
            Table.of(
                List.of(
                    text("strategy"),
                    text("where"),
                    new Column("asked", Kind.COUNT),
                    new Column("operations", Kind.COUNT),
                    new Column("ratio", Kind.RATIO),
                    new Column("ms", Kind.MILLISECONDS),
                    new Column("node hours", Kind.RATIO),
                    new Column("most", Kind.COUNT),
                    new Column("at end", Kind.COUNT),
                    new Column("resizes", Kind.COUNT),
                    new Column("opposite", Kind.COUNT),
                    new Column("failed", Kind.COUNT),
                    new Column("lost", Kind.COUNT)),
                runs.stream().map(this::cells).toList())));
  }

  private List<Cell> cells(ElasticityRun run) {
    return List.of(
        Cell.of(run.strategy()),
        Cell.of(run.where().toString()),
        Cell.of(asked),
        Cell.of(run.operations()),
        Cell.of(ratio(run)),
        Cell.of(run.meanLatencyMillis()),
        Cell.of(run.nodeHours()),
        Cell.of(run.mostNodes()),
        Cell.of(run.nodesAtEnd()),
        Cell.of(run.resizes()),
        Cell.of(run.oppositeResizes()),
        count(run.failedOperations()),
        run.integrity() == null ? Cell.NOTHING : Cell.of(run.integrity().lost()));
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

  /** The record of each resize (TIR-8): seconds of its parts, then before and after. */
  private Section resizes() {
    List<List<Cell>> rows = new ArrayList<>();
    for (ElasticityRun run : runs) {
      run.resized().forEach(resize -> rows.add(cells(run.strategy(), resize)));
    }
    List<Column> columns = new ArrayList<>(List.of(text("strategy"), text("servers")));
    for (String part :
        List.of(
            "configured",
            "machine",
            "registered",
            "set anew",
            "regions",
            "data",
            "removed",
            "in all")) {
      columns.add(new Column(part, Kind.SECONDS));
    }
    for (String figure :
        List.of("moved", "op/s", "ms", "p99 ms", "CPU %", "hottest %", "busiest/mean", "local %")) {
      columns.add(text(figure));
    }
    return new Section(
        "Each resize of the real cluster",
        "Seconds of its parts, then before and after.",
        List.of(),
        List.of(new Table(columns, rows, rows.isEmpty())));
  }

  private static List<Cell> cells(String strategy, Resize resize) {
    Resize.Times times = resize.times();
    return List.of(
        Cell.of(strategy),
        Cell.of("%d to %d".formatted(resize.nodesBefore(), resize.nodesAfter())),
        mean(resize, Resize.Joining::configurationSeconds),
        mean(resize, Resize.Joining::machineSeconds),
        mean(resize, Resize.Joining::registrationSeconds),
        Cell.of(times.reconfigurationSeconds()),
        Cell.of(times.placementSeconds()),
        Cell.of(times.dataSeconds()),
        Cell.of(times.removingSeconds()),
        Cell.of(times.totalSeconds()),
        Cell.of(
            "%d, %s".formatted(resize.work().moves(), new ByteSize(resize.work().movedBytes()))),
        both(resize, Kind.RATE, Side::operationsPerSecond),
        both(resize, Kind.MILLISECONDS, Side::meanLatencyMillis),
        both(resize, Kind.COUNT, Side::worstP99Millis),
        both(resize, Kind.COUNT, side -> percent(side.meanCpu())),
        both(resize, Kind.COUNT, side -> percent(side.hottestCpu())),
        both(resize, Kind.RATIO, Side::busiestOverMean),
        both(resize, Kind.COUNT, side -> percent(side.localShare())));
  }

  private static Cell mean(Resize resize, ToDoubleFunction<Resize.Joining> part) {
    OptionalDouble mean = resize.joinings().stream().mapToDouble(part).average();
    return mean.isPresent() ? Cell.of(mean.getAsDouble()) : Cell.NOTHING;
  }

  private static Cell both(Resize resize, Kind kind, Function<Side, @Nullable Double> figure) {
    return Cell.of(
        "%s to %s".formatted(of(resize.before(), kind, figure), of(resize.after(), kind, figure)));
  }

  private static String of(
      @Nullable Side side, Kind kind, Function<Side, @Nullable Double> figure) {
    return new Column("", kind).text(side == null ? Cell.NOTHING : Cell.of(figure.apply(side)));
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null ? null : Double.valueOf(100 * share);
  }

  private static Cell count(@Nullable Long count) {
    return count == null ? Cell.NOTHING : Cell.of(count);
  }

  /** All that was measured before and after each resize. */
  private Section sides() {
    List<List<Cell>> rows = new ArrayList<>();
    for (ElasticityRun run : runs) {
      for (Resize resize : run.resized()) {
        rows.add(side(run, resize, "before", resize.before()));
        rows.add(side(run, resize, "after", resize.after()));
      }
    }
    return Section.of(
        "Before and after each resize",
        "",
        Table.ofDetails(
            List.of(
                text("strategy"),
                text("decided at"),
                text("why"),
                text("outcome"),
                text("side"),
                new Column("op/s", Kind.RATE),
                new Column("ms", Kind.MILLISECONDS),
                new Column("worst p99, ms", Kind.MILLISECONDS),
                new Column("requests/s of the servers", Kind.RATE),
                new Column("busiest over mean", Kind.RATIO),
                new Column("bytes stored", Kind.COUNT),
                new Column("local", Kind.SHARE),
                new Column("CPU", Kind.SHARE),
                new Column("hottest CPU", Kind.SHARE)),
            rows));
  }

  private static List<Cell> side(
      ElasticityRun run, Resize resize, String word, @Nullable Side side) {
    List<Cell> cells = new ArrayList<>();
    for (String told :
        List.of(
            run.strategy(), resize.decidedAt().toString(), resize.why(), resize.outcome(), word)) {
      cells.add(Cell.of(told));
    }
    List<Function<Side, @Nullable Double>> figures =
        List.of(
            Side::operationsPerSecond,
            Side::meanLatencyMillis,
            Side::worstP99Millis,
            Side::requestsPerSecond,
            Side::busiestOverMean,
            of -> of.storedBytes() == null ? null : Double.valueOf(of.storedBytes()),
            Side::localShare,
            Side::meanCpu,
            Side::hottestCpu);
    figures.forEach(figure -> cells.add(side == null ? Cell.NOTHING : Cell.of(figure.apply(side))));
    return cells;
  }

  private Section decisions() {
    List<List<Cell>> rows = new ArrayList<>();
    for (ElasticityRun run : runs) {
      for (Decided decided : run.decisions()) {
        rows.add(
            List.of(
                Cell.of(name(run)),
                Cell.of(decided.seconds()),
                Cell.of(String.join("; ", decided.reasons())),
                Cell.of(decided.outcome())));
      }
    }
    return Section.of(
        "Decisions that were acted on",
        "",
        Table.ofDetails(
            List.of(
                text("run"), new Column("at, s", Kind.SECONDS), text("reasons"), text("outcome")),
            rows));
  }

  /** The writes that were looked for once a strategy had run. */
  private Section writes() {
    return Section.of(
        "Acknowledged writes",
        "",
        Table.ofDetails(
            List.of(
                text("after"),
                new Column("checked", Kind.COUNT),
                new Column("lost", Kind.COUNT),
                new Column("failed, but applied late", Kind.COUNT)),
            runs.stream()
                .map(ElasticityRun::integrity)
                .filter(Objects::nonNull)
                .map(
                    check ->
                        List.of(
                            Cell.of(check.after()),
                            Cell.of(check.checked()),
                            Cell.of(check.lost()),
                            Cell.of(check.overtaken())))
                .toList()));
  }

  private Section points() {
    List<List<Cell>> rows = new ArrayList<>();
    for (ElasticityRun run : runs) {
      for (Point point : run.points()) {
        rows.add(
            List.of(
                Cell.of(name(run)),
                Cell.of(point.seconds()),
                Cell.of(point.operationsPerSecond()),
                Cell.of(point.meanLatencyMillis()),
                Cell.of(point.nodes()),
                Cell.of(point.cpu())));
      }
    }
    return Section.of(
        "Every ten seconds",
        "",
        Table.ofDetails(
            List.of(
                text("run"),
                new Column("until, s", Kind.SECONDS),
                new Column("op/s", Kind.RATE),
                new Column("ms", Kind.MILLISECONDS),
                new Column("servers", Kind.COUNT),
                new Column("CPU", Kind.SHARE)),
            rows));
  }
}
