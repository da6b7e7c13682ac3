package io.proteus.lab.report;

import io.proteus.lab.result.ArrangementResult;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.Figures;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.lab.result.Reconfiguration.Sample;
import io.proteus.lab.result.RepeatResult;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.TenantDescription;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws an experiment's charts as PNG; needs no display. */
final class Charts {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 560;
  private static final int SMALL_HEIGHT = 300;
  private static final int SMALL_COLUMNS = 2;

  /** So that what is highest does not touch the frame, and leaves room for words. */
  private static final double HEADROOM = 1.1;

  private static final double TICKS = 30;

  private final ExperimentResult result;
  private final Theme theme;

  Charts(ExperimentResult result, Theme theme) {
    this.result = result;
    this.theme = theme;
  }

  /**
   * One small chart a tenant, each with its own scale, for their rates differ a hundredfold: a bar
   * for the median of each arrangement and a point for every repeat.
   */
  byte[] throughputByTenant(DataSizeResult size) {
    var charts = new ArrayList<CategoryChart>();
    for (TenantDescription tenant : result.tenants()) {
      charts.add(throughput(size, tenant));
    }
    var png = new ByteArrayOutputStream();
    try {
      int rows = (charts.size() + SMALL_COLUMNS - 1) / SMALL_COLUMNS;
      BitmapEncoder.saveBitmap(charts, rows, SMALL_COLUMNS, png, BitmapFormat.PNG);
    } catch (IOException e) {
      throw new UncheckedIOException("chart of throughput by tenant", e);
    }
    return png.toByteArray();
  }

  private CategoryChart throughput(DataSizeResult size, TenantDescription tenant) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH / SMALL_COLUMNS)
            .height(SMALL_HEIGHT)
            .title(tenant.name() + ": " + tenant.mix())
            .build();
    theme.applyTo(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setOverlapped(true);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisMax(HEADROOM * highestRate(size, tenant));
    chart.getStyler().setYAxisDecimalPattern("#,###");
    var figures = new Figures(result.tenants(), size);
    List<String> letters =
        IntStream.range(0, size.arrangements().size()).mapToObj(Wording::letter).toList();
    chart.addSeries(
        "median",
        letters,
        size.arrangements().stream()
            .map(arrangement -> figures.throughput(arrangement.id(), tenant.name()).median())
            .toList());
    int repeats =
        size.arrangements().stream().mapToInt(a -> a.repeats().size()).max().orElseThrow();
    for (int repeat = 0; repeat < repeats; repeat++) {
      int index = repeat;
      chart
          .addSeries(
              "repeat " + (repeat + 1),
              letters,
              size.arrangements().stream()
                  .map(arrangement -> rate(arrangement, tenant, index))
                  .toList())
          .setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Scatter)
          .setMarkerColor(theme.foreground())
          .setMarker(SeriesMarkers.CIRCLE);
    }
    return chart;
  }

  private static double highestRate(DataSizeResult size, TenantDescription tenant) {
    double highest =
        size.arrangements().stream()
            .flatMap(arrangement -> arrangement.repeats().stream())
            .mapToDouble(repeat -> repeat.tenant(tenant.name()).operationsPerSecond())
            .max()
            .orElseThrow();
    return Math.max(1, highest);
  }

  /** The repeat's rate; the last one's again where an arrangement has fewer repeats. */
  private static double rate(ArrangementResult arrangement, TenantDescription tenant, int index) {
    List<RepeatResult> repeats = arrangement.repeats();
    return repeats
        .get(Math.min(index, repeats.size() - 1))
        .tenant(tenant.name())
        .operationsPerSecond();
  }

  /** Geometric mean of the ratios over the baseline by data size; empty for a single size. */
  Optional<byte[]> ratioByDataSize() {
    if (result.dataSizes().size() < 2) {
      return Optional.empty();
    }
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle("MB a tenant")
            .yAxisTitle("times " + result.baseline())
            .build();
    theme.applyTo(chart.getStyler());
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Vertical);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setErrorBarsColor(theme.foreground());
    for (ArrangementResult arrangement : result.dataSizes().get(0).arrangements()) {
      var megabytes = new ArrayList<Double>();
      var ratios = new ArrayList<Double>();
      var errors = new ArrayList<Double>();
      for (DataSizeResult size : result.dataSizes()) {
        ratioAt(size, arrangement.id())
            .ifPresent(
                ratio -> {
                  megabytes.add(size.bytesPerTenant() / 1e6);
                  ratios.add(ratio.median());
                  errors.add(Math.max(ratio.max() - ratio.median(), ratio.median() - ratio.min()));
                });
      }
      if (!ratios.isEmpty()) {
        chart.addSeries(arrangement.title(), megabytes, ratios, errors);
      }
    }
    return Optional.of(png(chart));
  }

  private Optional<Spread> ratioAt(DataSizeResult size, String arrangement) {
    boolean measured = size.arrangements().stream().anyMatch(a -> a.id().equals(arrangement));
    return measured
        ? new Figures(result.tenants(), size).geometricMeanRatio(arrangement, result.baseline())
        : Optional.empty();
  }

  /** Throughput by the second around a reconfiguration, with its events as vertical lines. */
  byte[] timeline(Reconfiguration reconfiguration) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle("seconds since the decision")
            .yAxisTitle("operations/s, all tenants")
            .build();
    theme.applyTo(chart.getStyler());
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisDecimalPattern("#,###");
    Instant zero = zero(reconfiguration);
    List<Sample> samples = reconfiguration.samples();
    chart
        .addSeries(
            "total",
            samples.stream().map(sample -> secondsSince(zero, sample.at())).toList(),
            samples.stream().map(Sample::totalPerSecond).toList())
        .setMarker(SeriesMarkers.NONE);
    double first = secondsSince(zero, samples.get(0).at());
    double last = secondsSince(zero, samples.get(samples.size() - 1).at());
    double highest = samples.stream().mapToDouble(Sample::totalPerSecond).max().orElseThrow();
    chart.getStyler().setXAxisDecimalPattern("#");
    chart.getStyler().setXAxisMin(TICKS * Math.floor(first / TICKS));
    chart.getStyler().setXAxisMax(TICKS * Math.ceil(last / TICKS));
    chart.getStyler().setYAxisMax(HEADROOM * Math.max(1, highest));
    for (Event event : reconfiguration.events()) {
      double at = secondsSince(zero, event.at());
      chart.addAnnotation(new AnnotationLine(at, true, false));
      if (event.kind() != EventKind.STEP) {
        String word = event.kind() == EventKind.DECISION ? "decision" : "done";
        chart.addAnnotation(
            new AnnotationText(word, at + 0.04 * (last - first), highest * 1.07, false));
      }
    }
    return png(chart);
  }

  /** The decision, or the beginning of the samples when nothing was decided. */
  static Instant zero(Reconfiguration reconfiguration) {
    return reconfiguration.events().stream()
        .filter(event -> event.kind() == EventKind.DECISION)
        .map(Event::at)
        .findFirst()
        .orElseGet(() -> reconfiguration.samples().get(0).at());
  }

  static double secondsSince(Instant zero, Instant at) {
    return Duration.between(zero, at).toMillis() / 1000.0;
  }

  private static byte[] png(XYChart chart) {
    try {
      return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
    } catch (IOException e) {
      throw new UncheckedIOException("chart " + chart.getTitle(), e);
    }
  }
}
