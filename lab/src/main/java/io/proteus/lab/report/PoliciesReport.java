package io.proteus.lab.report;

import io.proteus.lab.report.FigureCharts.Bar;
import io.proteus.lab.report.FiguresPage.FigureTable;
import io.proteus.lab.report.FiguresPage.Row;
import io.proteus.lab.report.FiguresPage.Section;
import io.proteus.lab.result.PoliciesResult;
import io.proteus.lab.result.PoliciesResult.Case;
import io.proteus.lab.result.PoliciesResult.Figures;
import io.proteus.lab.result.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The page of an experiment with policies: each workload's ratio beside the paper's. */
public final class PoliciesReport {
  private PoliciesReport() {}

  /** Writes the page into a folder, and returns it. */
  public static Path write(PoliciesResult result, Path folder) throws IOException {
    return new FiguresPage(
            "policies",
            List.of(
                "Started %s, ended %s. %s"
                    .formatted(
                        result.startedAt(),
                        result.endedAt(),
                        FiguresPage.environment(result.environment())),
                "Each workload under HBase's defaults and under the policy for it, %d times, in turns, every second time in the reverse order. %s"
                    .formatted(result.repeats(), result.method())),
            List.of(ratios(result), settings(result), FiguresPage.failures(result.failures())))
        .write(folder);
  }

  private static Section ratios(PoliciesResult result) {
    List<Bar> bars = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (Case one : result.cases()) {
      Optional<Figures> measured = result.figures(one);
      if (measured.isPresent()) {
        Figures figures = measured.get();
        Spread ratio = figures.ratio();
        bars.add(
            new Bar(
                one.workload(),
                ratio.median(),
                Math.max(ratio.max() - ratio.median(), ratio.median() - ratio.min())));
        rows.add(
            new Row(
                one.workload(),
                List.of(
                    one.policy(),
                    FiguresPage.range(figures.defaults(), Wording::rate),
                    FiguresPage.range(figures.policy(), Wording::rate),
                    FiguresPage.range(ratio, Wording::ratio),
                    one.paper(),
                    FiguresPage.range(figures.p99Ratio(), Wording::ratio))));
      }
    }
    return new Section(
        "Throughput over HBase's defaults",
        "Medians of the repeats and their range; ratios are of the same repeat. The bars reach to"
            + " the farthest one.",
        bars.isEmpty()
            ? List.of()
            : List.of(
                FiguresPage.picture(
                    "Throughput over the defaults by workload",
                    theme -> FigureCharts.bars(theme, "times the defaults", bars))),
        List.of(
            new FigureTable(
                List.of(
                    "workload",
                    "policy",
                    "defaults, op/s",
                    "policy, op/s",
                    "ratio",
                    "paper's ratio",
                    "p99 over the defaults'"),
                rows)));
  }

  private static Section settings(PoliciesResult result) {
    List<Row> rows = new ArrayList<>();
    for (Case one : result.cases()) {
      rows.add(
          new Row(
              one.workload(),
              List.of(
                  one.description(),
                  new TreeMap<>(one.values()).toString(),
                  String.join(", ", new TreeSet<>(one.leftOut())))));
    }
    return new Section(
        "What was set",
        "What a policy sets besides is left out: the heap is the cluster's, its tables do not"
            + " split, and servers are not restarted.",
        List.of(),
        List.of(new FigureTable(List.of("workload", "what", "set", "left out"), rows)));
  }
}
