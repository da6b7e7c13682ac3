package io.proteus.simulator.report;

import com.samskivert.mustache.Mustache;
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
import java.util.Locale;
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

  private SimulationPage() {}

  /**
   * Writes the page over one of the same name.
   *
   * @param runs one a strategy
   * @return the page
   */
  public static Path write(Scenario scenario, List<SimulationResult> runs, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve(PAGE), html(scenario, runs));
  }

  static String html(Scenario scenario, List<SimulationResult> runs) {
    List<Map<String, Object>> charts =
        List.of(
            chart("Operations a second, all tenants", runs, Point::total),
            chart(
                "Milliseconds until an answer, mean", runs, point -> orGap(point.responseMs())),
            chart(
                "Milliseconds until an answer, 99th percentile (approximated)",
                runs,
                point -> orGap(point.answers().p99Ms())),
            chart("Nodes that serve", runs, Point::nodes),
            chart("CPU share in use, mean of the nodes", runs, Point::cpu));
    List<Map<String, Object>> strategies = new ArrayList<>();
    for (SimulationResult run : runs) {
      strategies.add(
          Map.of(
              "name", run.strategy(),
              "operations", grouped(run.operations()),
              "answers", percentiles(run),
              "nodeHours", "%.1f".formatted(run.nodeHours()),
              "mostNodes", run.mostNodes(),
              "resizes", run.resizes(),
              "opposite", run.oppositeResizes(),
              "changes", "%d / %d".formatted(run.moves(), run.restarts()),
              "decisions", run.decisions().stream().map(SimulationPage::decision).toList(),
              "incidents", run.incidents()));
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
                  scenario.description(),
                  "seed",
                  runs.isEmpty() ? 0 : runs.get(0).seed(),
                  "lasts",
                  clock(scenario.lasts().toSeconds()),
                  "charts",
                  charts,
                  "strategies",
                  strategies));
    } catch (IOException e) {
      throw new UncheckedIOException("the template is part of the program", e);
    }
  }

  private static Map<String, Object> decision(Decided decided) {
    return Map.of(
        "at", clock(decided.at()), "reasons", decided.reasons(), "outcome", decided.outcome());
  }

  private static String percentiles(SimulationResult run) {
    return "%s / %s / %s"
        .formatted(
            orDash(run.answers().p50Ms()),
            orDash(run.answers().p95Ms()),
            orDash(run.answers().p99Ms()));
  }

  private static String orDash(@Nullable Double ms) {
    return ms == null ? "-" : String.format(Locale.ROOT, "%,.1f", ms);
  }

  /** What is not a number is not drawn. */
  private static double orGap(@Nullable Double ms) {
    return ms == null ? Double.NaN : ms;
  }

  private static String grouped(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
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
