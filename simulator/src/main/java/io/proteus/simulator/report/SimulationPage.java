package io.proteus.simulator.report;

import com.samskivert.mustache.Mustache;
import io.proteus.simulator.run.ComparedRuns;
import io.proteus.simulator.run.Comparison;
import io.proteus.simulator.run.Comparison.Spread;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Decided;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A page with the curves and the decisions of runs of one scenario; it needs nothing beside it. */
public final class SimulationPage {
  public static final String PAGE = "simulation.html";

  private static final int WIDTH = 1000;
  private static final int HEIGHT = 320;
  private static final Color BACKGROUND = Color.WHITE;

  /** Okabe and Ito's, which colour-blind readers tell apart. */
  private static final Color[] COLOURS = {
    new Color(0x000000),
    new Color(0x0072b2),
    new Color(0xd55e00),
    new Color(0x009e73),
    new Color(0xcc79a7),
    new Color(0x56b4e9),
    new Color(0xe69f00)
  };

  private SimulationPage() {}

  /**
   * Writes the page over one of the same name.
   *
   * @param compared the table is of all runs, curves and decisions are of the first of a strategy
   * @return the page
   */
  public static Path write(Scenario scenario, ComparedRuns compared, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve(PAGE), html(scenario, compared));
  }

  static String html(Scenario scenario, ComparedRuns compared) {
    Comparison comparison = compared.comparison(scenario);
    List<SimulationResult> runs = compared.first();
    boolean open = isOpen(comparison, runs);
    List<Map<String, Object>> charts = new ArrayList<>();
    charts.add(chart("Operations a second, all tenants", runs, Point::total));
    charts.add(
        chart("Milliseconds until an answer, mean", runs, point -> orGap(point.responseMs())));
    charts.add(
        chart(
            "Milliseconds until an answer, 99th percentile (approximated)",
            runs,
            point -> orGap(point.answers().p99Ms())));
    if (open) {
      charts.add(chart("Requests that wait for a connection (open loops)", runs, Point::waiting));
    }
    charts.add(chart("Nodes that serve", runs, Point::nodes));
    charts.add(chart("CPU share in use, mean of the nodes", runs, Point::cpu));
    List<Map<String, Object>> strategies = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Comparison.Row row = comparison.rows().get(i);
      strategies.add(strategy(row, comparison.cost(row), runs.get(i)));
    }
    try (InputStream in =
            Objects.requireNonNull(
                SimulationPage.class.getResourceAsStream("simulation.mustache"));
        Reader template = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      return Mustache.compiler()
          .compile(template)
          .execute(
              Map.of(
                  "scenario",
                  scenario.name(),
                  "description",
                  sentence(scenario.description()),
                  "seeds",
                  seeds(runs.get(0).seed(), comparison.rows().get(0).seeds()),
                  "lasts",
                  clock(scenario.lasts().toSeconds()),
                  "open",
                  open,
                  "several",
                  runs.size() > 1,
                  "hours",
                  comparison.price() == null ? "node hours" : "node hours / cost",
                  "charts",
                  charts,
                  "strategies",
                  strategies));
    } catch (IOException e) {
      throw new UncheckedIOException("the template is part of the program", e);
    }
  }

  /** With a full stop, which whoever wrote it may have set; nothing where there is none. */
  private static String sentence(String text) {
    String said = text.strip();
    return said.isEmpty() || said.endsWith(".") ? said : said + ".";
  }

  /** Whether there are requests that can be lost, as they do not wait for others. */
  private static boolean isOpen(Comparison comparison, List<SimulationResult> runs) {
    return runs.stream().anyMatch(run -> run.openLoops().arrived() > 0)
        || comparison.rows().stream().anyMatch(row -> row.lost().highest() > 0);
  }

  /** Of all seeds, but for what it decided. */
  private static Map<String, Object> strategy(
      Comparison.Row row, @Nullable Spread cost, SimulationResult first) {
    return Map.ofEntries(
        Map.entry("name", row.strategy()),
        Map.entry("operations", row.operations().text("%,.0f")),
        Map.entry("lost", row.lost().text("%,.0f")),
        Map.entry(
            "answers",
            "%s / %s / %s"
                .formatted(orDash(row.p50Ms()), orDash(row.p95Ms()), orDash(row.p99Ms()))),
        Map.entry("nodeHours", row.nodeHours().text("%,.1f")),
        Map.entry("cost", cost == null ? "" : " / " + cost.text("%,.2f")),
        Map.entry("mostNodes", row.mostNodes().text("%.0f")),
        Map.entry("resizes", row.resizes().text("%.0f")),
        Map.entry("opposite", row.oppositeResizes().text("%.0f")),
        Map.entry(
            "changes",
            "%s / %s".formatted(row.moves().text("%,.0f"), row.restarts().text("%,.0f"))),
        Map.entry("acted", !first.decisions().isEmpty()),
        Map.entry("decisions", first.decisions().stream().map(SimulationPage::decision).toList()),
        Map.entry("incidents", row.incidents()));
  }

  private static String seeds(long first, int count) {
    return count == 1
        ? "seed %d".formatted(first)
        : "seeds %d to %d: medians, with the lowest and the highest where they differ; curves and decisions are of seed %d"
            .formatted(first, first + count - 1, first);
  }

  private static Map<String, Object> decision(Decided decided) {
    return Map.of(
        "at", clock(decided.at()), "reasons", decided.reasons(), "outcome", decided.outcome());
  }

  private static String orDash(@Nullable Spread ms) {
    return ms == null ? "-" : ms.text("%,.1f");
  }

  /** What is not a number is not drawn. */
  private static double orGap(@Nullable Double ms) {
    return ms == null ? Double.NaN : ms;
  }

  private static String clock(double seconds) {
    long whole = Math.round(seconds);
    return "%d:%02d:%02d".formatted(whole / 3600, whole / 60 % 60, whole % 60);
  }

  private static Map<String, Object> chart(
      String title, List<SimulationResult> runs, ToDoubleFunction<Point> figure) {
    XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).xAxisTitle("minutes").build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setChartBackgroundColor(BACKGROUND);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setSeriesColors(COLOURS);
    for (SimulationResult run : runs) {
      double[] figures = run.points().stream().mapToDouble(figure).toArray();
      if (Arrays.stream(figures).anyMatch(Double::isFinite)) {
        chart
            .addSeries(
                run.strategy(),
                run.points().stream().mapToDouble(point -> point.at() / 60).toArray(),
                figures)
            .setMarker(SeriesMarkers.NONE);
      }
    }
    try {
      byte[] png = BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
      return Map.of("title", title, "png", Base64.getEncoder().encodeToString(png));
    } catch (IOException e) {
      throw new UncheckedIOException("chart " + title, e);
    }
  }
}
