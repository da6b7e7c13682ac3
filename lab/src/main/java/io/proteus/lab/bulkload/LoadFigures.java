package io.proteus.lab.bulkload;

import static io.proteus.lab.result.Column.text;

import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What follows from a bulk load experiment: medians, ranges, ratios repeat by repeat. */
record LoadFigures(List<LoadTrial> trials) {
  private static final String BASELINE = LoadConfiguration.DEFAULT.id();

  /**
   * A line of the table.
   *
   * @param ratio over the default, of the same repeat; null without one
   */
  record Line(
      LoadConfiguration configuration,
      long rows,
      Spread rowsPerSecond,
      @Nullable Spread ratio,
      Spread pause,
      int servers) {

    List<Cell> cells() {
      return List.of(
          Cell.of(configuration.id()),
          Cell.of(rowsPerSecond),
          Cell.of(ratio),
          Cell.of(configuration.paper()),
          Cell.of(pause),
          Cell.of(servers));
    }
  }

  LoadFigures {
    trials = List.copyOf(trials);
  }

  /** A line for each configuration that was measured with as many rows. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (long rows : sizes()) {
      for (LoadConfiguration configuration : LoadConfiguration.values()) {
        List<LoadTrial> its = of(configuration.id(), rows);
        if (!its.isEmpty()) {
          lines.add(
              new Line(
                  configuration,
                  rows,
                  spread(its, LoadTrial::rowsPerSecond),
                  ratio(its, rows).orElse(null),
                  spread(its, LoadTrial::longestPauseSeconds),
                  its.stream().mapToInt(t -> t.regionsByServer().size()).max().orElse(0)));
        }
      }
    }
    return lines;
  }

  private List<Long> sizes() {
    return trials.stream().map(LoadTrial::rows).distinct().sorted().toList();
  }

  private List<LoadTrial> of(String configuration, long rows) {
    return trials.stream()
        .filter(trial -> trial.configuration().equals(configuration) && trial.rows() == rows)
        .toList();
  }

  private static Spread spread(List<LoadTrial> trials, ToDoubleFunction<LoadTrial> value) {
    return Spread.of(trials.stream().map(value::applyAsDouble).toList());
  }

  private Optional<Spread> ratio(List<LoadTrial> its, long rows) {
    List<Double> ratios = new ArrayList<>();
    for (LoadTrial trial : its) {
      of(BASELINE, rows).stream()
          .filter(base -> base.repeat() == trial.repeat())
          .forEach(base -> ratios.add(trial.rowsPerSecond() / base.rowsPerSecond()));
    }
    return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
  }

  /** A section for each number of rows, then what was set, then every load. */
  List<Section> sections(List<LoadBed.Setup> setups) {
    List<Section> sections = new ArrayList<>();
    for (long rows : sizes()) {
      sections.add(section(rows, lines().stream().filter(line -> line.rows() == rows).toList()));
    }
    sections.add(settings(setups));
    sections.add(everyLoad());
    return sections;
  }

  private static Section section(long rows, List<Line> its) {
    List<Bar> bars = new ArrayList<>();
    for (Line line : its) {
      if (line.ratio() != null) {
        bars.add(Bar.of(line.configuration().id(), line.ratio()));
      }
    }
    String title = String.format(Locale.ROOT, "%,d rows", rows);
    return new Section(
        title,
        "Medians of the repeats and their range; ratios are of the same repeat.",
        bars.isEmpty()
            ? List.of()
            : List.of(
                new Chart.Bars(
                    "Rows a second over the default, %s; to the farthest repeat".formatted(title),
                    "times the default",
                    bars)),
        List.of(
            Table.of(
                List.of(
                    text("configuration"),
                    new Column("rows/s", Kind.RATE),
                    new Column("over default", Kind.RATIO),
                    text("the papers'"),
                    new Column("longest pause, s", Kind.SECONDS),
                    new Column("servers", Kind.COUNT)),
                its.stream().map(Line::cells).toList())));
  }

  private static Section settings(List<LoadBed.Setup> setups) {
    return Section.of(
        "What was set",
        "",
        Table.ofDetails(
            List.of(
                text("configuration"),
                new Column("rows", Kind.COUNT),
                text("what"),
                new Column("regions", Kind.COUNT),
                text("attributes")),
            setups.stream().map(LoadBed.Setup::cells).toList()));
  }

  private Section everyLoad() {
    return Section.of(
        "Every load",
        "",
        Table.ofDetails(
            List.of(
                text("configuration"),
                new Column("repeat", Kind.COUNT),
                new Column("rows", Kind.COUNT),
                new Column("seconds", Kind.SECONDS),
                new Column("longest pause, s", Kind.SECONDS),
                new Column("rows found", Kind.COUNT),
                text("regions of the servers")),
            trials.stream().map(LoadFigures::cells).toList()));
  }

  private static List<Cell> cells(LoadTrial trial) {
    return List.of(
        Cell.of(trial.configuration()),
        Cell.of(trial.repeat()),
        Cell.of(trial.rows()),
        Cell.of(trial.seconds()),
        Cell.of(trial.longestPauseSeconds()),
        Cell.of(trial.rowsFound()),
        Cell.of(new TreeMap<>(trial.regionsByServer()).toString()));
  }
}
