package io.proteus.lab.report;

import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Chart.Mark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts of bars with their spread, and of what came one after the other, as PNG. */
final class FigureCharts {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 560;
  private static final int TALL = 640;
  private static final int SLANT = 40;

  private FigureCharts() {}

  static byte[] png(Chart chart, Theme theme) {
    return chart instanceof Chart.Bars bars
        ? bars(theme, bars.up(), bars.bars())
        : curves(theme, (Chart.Curves) chart);
  }

  private static byte[] bars(Theme theme, String what, List<Bar> bars) {
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
    return encoded(chart);
  }

  private static byte[] curves(Theme theme, Chart.Curves curves) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(curves.across())
            .yAxisTitle(curves.up())
            .build();
    theme.applyTo(chart.getStyler());
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisDecimalPattern("#,###");
    chart.getStyler().setXAxisDecimalPattern("#");
    for (Curve curve : curves.curves()) {
      if (curve.at().isEmpty()) {
        continue;
      }
      var series = chart.addSeries(curve.name(), curve.at(), curve.values());
      if (curve.joined()) {
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
        series.setMarker(SeriesMarkers.NONE);
      } else {
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      }
    }
    List<Mark> marks = curves.marks() == null ? List.of() : curves.marks();
    for (Mark mark : marks) {
      chart.addAnnotation(new AnnotationLine(mark.at(), true, false));
      if (!mark.text().isBlank()) {
        chart.addAnnotation(new AnnotationText(mark.text(), mark.at(), highest(curves), false));
      }
    }
    return encoded(chart);
  }

  private static double highest(Chart.Curves curves) {
    return curves.curves().stream()
        .flatMap(curve -> curve.values().stream())
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }

  private static byte[] encoded(org.knowm.xchart.internal.chartpart.Chart<?, ?> chart) {
    try {
      return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
    } catch (IOException e) {
      throw new UncheckedIOException("chart " + chart.getTitle(), e);
    }
  }
}
