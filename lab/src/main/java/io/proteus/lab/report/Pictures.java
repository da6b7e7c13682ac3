package io.proteus.lab.report;

import io.proteus.lab.result.ArrangementResult;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.RepeatResult;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Draws each chart for a light and a dark page, and keeps them for the report's folder. */
final class Pictures {
  private final Charts light;
  private final Charts dark;
  private final Map<String, byte[]> files = new LinkedHashMap<>();

  Pictures(ExperimentResult result) {
    this.light = new Charts(result, Theme.LIGHT);
    this.dark = new Charts(result, Theme.DARK);
  }

  Picture throughputByTenant(DataSizeResult size) {
    return keep(
        "throughput-%d-rows".formatted(size.rowsPerTenant()),
        "Throughput of each tenant under each arrangement",
        light.throughputByTenant(size),
        dark.throughputByTenant(size));
  }

  Optional<Picture> ratioByDataSize() {
    String text = "Geometric mean of the tenants' ratios by data size";
    return light
        .ratioByDataSize()
        .flatMap(
            lightPng ->
                dark.ratioByDataSize()
                    .map(darkPng -> keep("ratio-by-data-size", text, lightPng, darkPng)));
  }

  Picture timeline(
      DataSizeResult size,
      ArrangementResult arrangement,
      RepeatResult repeat,
      Reconfiguration reconfiguration) {
    return keep(
        "timeline-%d-rows-%s-%d".formatted(size.rowsPerTenant(), arrangement.id(), repeat.repeat()),
        "Throughput by the second while %s was reconfigured".formatted(arrangement.title()),
        light.timeline(reconfiguration),
        dark.timeline(reconfiguration));
  }

  /** What was drawn so far for a light page, by file name. */
  Map<String, byte[]> files() {
    return Collections.unmodifiableMap(files);
  }

  private Picture keep(String name, String text, byte[] lightPng, byte[] darkPng) {
    files.put(name + ".png", lightPng);
    return new Picture(text, dataUri(lightPng), dataUri(darkPng));
  }

  private static String dataUri(byte[] png) {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
  }

  /**
   * A chart inside the page.
   *
   * @param text what it shows, for who cannot see it
   */
  record Picture(String text, String light, String dark) {}
}
