package io.proteus.lab.bulkload;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.lab.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
      int servers) {}

  LoadFigures {
    trials = List.copyOf(trials);
  }

  /** A line for each configuration that was measured with as many rows. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (long rows : trials.stream().map(LoadTrial::rows).distinct().sorted().toList()) {
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

  /** For the screen. */
  String table() {
    return AsciiTable.getTable(
        lines(),
        List.of(
            figure("rows").with(line -> "%,d".formatted(line.rows())),
            text("configuration").with(line -> line.configuration().id()),
            figure("rows/s").with(line -> range("%,.0f", line.rowsPerSecond())),
            figure("over default")
                .with(line -> line.ratio() == null ? "-" : range("%.2f", line.ratio())),
            text("paper").with(line -> line.configuration().paper()),
            figure("longest pause, s").with(line -> range("%.1f", line.pause())),
            figure("servers").with(line -> Integer.toString(line.servers()))));
  }

  private static String range(String format, Spread spread) {
    String median = String.format(Locale.ROOT, format, spread.median());
    return spread.count() == 1
        ? median
        : String.format(
            Locale.ROOT, "%s (" + format + "-" + format + ")", median, spread.min(), spread.max());
  }

  private static Column text(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT);
  }

  private static Column figure(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.RIGHT);
  }
}
