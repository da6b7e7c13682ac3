package io.proteus.lab.bulkload;

import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What follows from a bulk load experiment: medians, ranges, ratios repeat by repeat. */
record LoadFigures(Measurements<Loaded, LoadTrial> loads) {

  /** The figures of one configuration at one size. */
  record Line(Loaded of, Measurements<Loaded, LoadTrial> loads) {
    Spread rowsPerSecond() {
      return Objects.requireNonNull(loads.spread(of, LoadTrial::rowsPerSecond));
    }

    /** Over the default, of the same repeat; null without one. */
    @Nullable Spread ratio() {
      Loaded baseline = new Loaded(LoadConfiguration.DEFAULT, of.rows());
      return loads.paired(of, baseline, LoadTrial::rowsPerSecond);
    }

    private int servers() {
      return loads.of(of).stream()
          .mapToInt(load -> load.found().regionsByServer().size())
          .max()
          .orElse(0);
    }
  }

  /** A line for each configuration that was measured with as many rows. */
  List<Line> lines(long rows) {
    return Arrays.stream(LoadConfiguration.values())
        .map(configuration -> new Loaded(configuration, rows))
        .filter(of -> !loads.of(of).isEmpty())
        .map(of -> new Line(of, loads))
        .toList();
  }

  /** A section for each number of rows, then what was set, then every load. */
  List<Section> sections(List<LoadBed.Setup> setups) {
    List<Section> sections = new ArrayList<>();
    loads.all().stream()
        .map(load -> load.of().rows())
        .distinct()
        .sorted()
        .forEach(rows -> sections.add(section(rows, lines(rows))));
    sections.add(settings(setups));
    sections.add(everyLoad());
    return sections;
  }

  private static Section section(long rows, List<Line> its) {
    List<Bar> bars = new ArrayList<>();
    for (Line line : its) {
      Spread ratio = line.ratio();
      if (ratio != null) {
        bars.add(Bar.of(line.of().configuration().id(), ratio));
      }
    }
    String title = String.format(Locale.ROOT, "%,d rows", rows);
    return new Section(
        title,
        "Medians of the repeats and their range; ratios are of the same repeat.",
        Chart.bars(
            "Rows a second over the default, %s; to the farthest repeat".formatted(title),
            "times the default",
            bars),
        List.of(
            new Columns<Line>()
                .text("configuration", line -> line.of().configuration().id())
                .figure("rows/s", Kind.RATE, Line::rowsPerSecond)
                .figure("over default", Kind.RATIO, Line::ratio)
                .text("the papers'", line -> line.of().configuration().paper())
                .figure(
                    "longest pause, s",
                    Kind.SECONDS,
                    line -> line.loads().spread(line.of(), LoadTrial::longestPauseSeconds))
                .count("servers", Line::servers)
                .of(its)));
  }

  private static Section settings(List<LoadBed.Setup> setups) {
    return Section.of(
        "What was set",
        "",
        new Columns<LoadBed.Setup>()
            .text("configuration", LoadBed.Setup::id)
            .count("rows", LoadBed.Setup::rows)
            .text("what", LoadBed.Setup::description)
            .count("regions", LoadBed.Setup::regions)
            .text("attributes", setup -> new TreeMap<>(setup.attributes()))
            .ofDetails(setups));
  }

  private Section everyLoad() {
    return Section.of(
        "Every load",
        "",
        new Columns<Measurement<Loaded, LoadTrial>>()
            .text("configuration", load -> load.of().configuration().id())
            .count("repeat", Measurement::repeat)
            .count("rows", load -> load.of().rows())
            .figure("seconds", Kind.SECONDS, load -> load.found().seconds())
            .figure("longest pause, s", Kind.SECONDS, load -> load.found().longestPauseSeconds())
            .count("rows found", load -> load.found().rowsFound())
            .text("regions of the servers", load -> new TreeMap<>(load.found().regionsByServer()))
            .ofDetails(loads.all()));
  }
}
