package io.proteus.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Colours of the charts on a light and on a dark page; the page's own are in its template. */
enum Theme {
  LIGHT(new Color(0xffffff), new Color(0x1f2328), new Color(0xd8dee4)),
  DARK(new Color(0x0d1117), new Color(0xe6edf3), new Color(0x30363d));

  /** Okabe and Ito's colours, which colour-blind readers tell apart, without their black. */
  private static final Color[] SERIES = {
    new Color(0x0072b2), new Color(0xd55e00), new Color(0x009e73), new Color(0xcc79a7),
    new Color(0xe69f00), new Color(0x56b4e9), new Color(0x8c8c8c), new Color(0xb3a800)
  };

  private static final Marker[] MARKERS = {SeriesMarkers.CIRCLE};

  /** Large: a chart is shown at half its size on a phone. */
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 20);

  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);

  private final Color background;
  private final Color foreground;
  private final Color grid;

  Theme(Color background, Color foreground, Color grid) {
    this.background = background;
    this.foreground = foreground;
    this.grid = grid;
  }

  Color foreground() {
    return foreground;
  }

  void applyTo(AxesChartStyler style) {
    style.setChartBackgroundColor(background);
    style.setPlotBackgroundColor(background);
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesColor(grid);
    style.setPlotGridVerticalLinesVisible(false);
    style.setChartFontColor(foreground);
    style.setChartTitleFont(TITLE);
    style.setChartTitleBoxVisible(false);
    style.setAxisTickLabelsFont(TEXT);
    style.setAxisTickLabelsColor(foreground);
    style.setAxisTickMarksColor(foreground);
    style.setAxisTitleFont(TEXT);
    style.setLegendFont(TEXT);
    style.setLegendBackgroundColor(background);
    style.setLegendBorderColor(background);
    style.setSeriesColors(SERIES);
    style.setSeriesMarkers(MARKERS);
    style.setMarkerSize(10);
    style.setAnnotationLineColor(foreground);
    style.setAnnotationLineStroke(
        new BasicStroke(
            2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 0, new float[] {6f, 6f}, 0));
    style.setAnnotationTextFont(TEXT);
    style.setAnnotationTextFontColor(foreground);
    style.setAntiAlias(true);
  }
}
