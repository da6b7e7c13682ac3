package io.proteus.lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts of bars with their spread, and of what came one after the other, as PNG. */
final class FigureCharts {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 560;
  private static final int TALL = 640;
  private static final int SLANT = 40;

  private FigureCharts() {}

  /**
   * A bar.
   *
   * @param reach how far it may be off, to each side
   */
  record Bar(String name, double value, double reach) {}

  static byte[] bars(Theme theme, String what, List<Bar> bars) {
    CategoryChart chart =
        new CategoryChartBuilder().width(WIDTH).height(TALL).yAxisTitle(what).build();
    theme.applyTo(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setXAxisLabelRotation(SLANT);
    chart.getStyler().setErrorBarsColor(theme.foreground());
    chart.addSeries(
        what,
        bars.stream().map(Bar::name).toList(),
        bars.stream().map(Bar::value).toList(),
        bars.stream().map(Bar::reach).toList());
    return png(chart);
  }

  /**
   * What was measured one after the other.
   *
   * @param name in the legend
   */
  record Trace(String name, List<Double> at, List<Double> values, boolean joined) {}

  static byte[] traces(Theme theme, String across, String up, List<Trace> traces) {
    XYChart chart =
        new XYChartBuilder().width(WIDTH).height(HEIGHT).xAxisTitle(across).yAxisTitle(up).build();
    theme.applyTo(chart.getStyler());
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisDecimalPattern("#,###");
    chart.getStyler().setXAxisDecimalPattern("#");
    for (Trace trace : traces) {
      if (trace.at().isEmpty()) {
        continue;
      }
      var series = chart.addSeries(trace.name(), trace.at(), trace.values());
      if (trace.joined()) {
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
        series.setMarker(SeriesMarkers.NONE);
      } else {
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      }
    }
    return png(chart);
  }

  /** The highest value up to each place. */
  static List<Double> bestSoFar(List<Double> values) {
    List<Double> best = new ArrayList<>();
    double most = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      most = Math.max(most, value);
      best.add(most);
    }
    return best;
  }

  private static byte[] png(Chart<?, ?> chart) {
    try {
      return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
    } catch (IOException e) {
      throw new UncheckedIOException("chart " + chart.getTitle(), e);
    }
  }
}
