package io.proteus.lab.report;

import io.proteus.lab.report.FigureCharts.Bar;
import io.proteus.lab.report.FiguresPage.FigureTable;
import io.proteus.lab.report.FiguresPage.Row;
import io.proteus.lab.report.FiguresPage.Section;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The page of an experiment with bulk loads: each configuration beside the papers' ratios.
 *
 * @param method how it was measured, a sentence
 * @param lines the smaller loads first
 * @param failures what could not be measured, a sentence each
 */
public record LoadReport(
    Environment environment, String method, List<Line> lines, List<String> failures) {
  public LoadReport {
    lines = List.copyOf(lines);
    failures = List.copyOf(failures);
  }

  /**
   * A configuration at a data size.
   *
   * @param ratio over the default, of the same repeat; null without one
   * @param paper what the papers had for it
   * @param pauseSeconds longest time in which no client got on
   */
  public record Line(
      long rows,
      String configuration,
      Spread rowsPerSecond,
      @Nullable Spread ratio,
      String paper,
      Spread pauseSeconds) {}

  /** Writes the page into a folder, and returns it. */
  public Path write(Path folder) throws IOException {
    List<Section> sections = new ArrayList<>();
    for (long rows : lines.stream().map(Line::rows).distinct().sorted().toList()) {
      sections.add(section(rows, lines.stream().filter(line -> line.rows() == rows).toList()));
    }
    sections.add(FiguresPage.failures(failures));
    return new FiguresPage(
            "bulk load", List.of(method, FiguresPage.environment(environment)), sections)
        .write(folder);
  }

  private static Section section(long rows, List<Line> its) {
    List<Bar> bars = new ArrayList<>();
    List<Row> cells = new ArrayList<>();
    for (Line line : its) {
      Spread ratio = line.ratio();
      if (ratio != null) {
        bars.add(
            new Bar(
                line.configuration(),
                ratio.median(),
                Math.max(ratio.max() - ratio.median(), ratio.median() - ratio.min())));
      }
      cells.add(
          new Row(
              line.configuration(),
              List.of(
                  FiguresPage.range(line.rowsPerSecond(), Wording::rate),
                  ratio == null ? "-" : FiguresPage.range(ratio, Wording::ratio),
                  line.paper(),
                  FiguresPage.range(line.pauseSeconds(), LoadReport::seconds))));
    }
    String title = String.format(Locale.ROOT, "%,d rows", rows);
    return new Section(
        title,
        "Medians of the repeats and their range; ratios are of the same repeat. The bars reach to"
            + " the farthest one.",
        bars.isEmpty()
            ? List.of()
            : List.of(
                FiguresPage.picture(
                    "Rows a second over the default, " + title,
                    theme -> FigureCharts.bars(theme, "times the default", bars))),
        List.of(
            new FigureTable(
                List.of(
                    "configuration", "rows/s", "over default", "the papers'", "longest pause, s"),
                cells)));
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
