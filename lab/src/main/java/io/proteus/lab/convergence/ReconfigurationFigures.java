package io.proteus.lab.convergence;

import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Chart.Mark;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Convergence;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.run.ThroughputSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How reconfigurations under load went for the clients, second by second. */
record ReconfigurationFigures(DataSize size, Measurements<Placed, Measured> found) {

  /** One for each reconfiguration with a time line. */
  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    for (Measurement<Placed, Measured> measurement : found.all()) {
      Reconfiguration reconfiguration = measurement.found().reconfiguration();
      if (measurement.of().rows() == size.rows()
          && reconfiguration != null
          && !reconfiguration.samples().isEmpty()) {
        sections.add(section(measurement, reconfiguration));
      }
    }
    return sections;
  }

  private Section section(
      Measurement<Placed, Measured> measurement, Reconfiguration reconfiguration) {
    Arrangement arrangement = measurement.of().arrangement();
    Instant zero = zero(reconfiguration);
    List<ThroughputSample> samples = reconfiguration.samples();
    return new Section(
        "%s: reconfiguration under load, (%s) %s, repeat %d"
            .formatted(size, arrangement.id(), arrangement.title(), measurement.repeat()),
        String.join(" ", facts(reconfiguration)),
        List.of(
            new Chart.Curves(
                "Throughput by the second while (%s) was reconfigured".formatted(arrangement.id()),
                "seconds since the decision",
                "operations/s, all tenants",
                List.of(
                    new Curve(
                        "all tenants",
                        samples.stream().map(sample -> seconds(zero, sample.at())).toList(),
                        samples.stream().map(ThroughputSample::totalPerSecond).toList(),
                        true)),
                reconfiguration.events().stream()
                    .map(event -> new Mark(seconds(zero, event.at()), event.kind().mark()))
                    .toList())),
        List.of(
            new Columns<Event>()
                .figure("s", Kind.SECONDS, event -> seconds(zero, event.at()))
                .text("kind", event -> event.kind().name().toLowerCase(Locale.ROOT))
                .text("what", Event::text)
                .ofDetails(reconfiguration.events()),
            bySecond(zero, samples)));
  }

  private static Table bySecond(Instant zero, List<ThroughputSample> samples) {
    Columns<ThroughputSample> columns =
        new Columns<ThroughputSample>()
            .figure("s", Kind.SECONDS, sample -> seconds(zero, sample.at()))
            .figure("op/s", Kind.RATE, ThroughputSample::totalPerSecond);
    samples
        .get(0)
        .operationsPerSecond()
        .keySet()
        .forEach(
            tenant ->
                columns.figure(
                    tenant, Kind.RATE, sample -> sample.operationsPerSecond().get(tenant)));
    return columns.count("failed", ReconfigurationFigures::failed).ofDetails(samples);
  }

  private static long failed(ThroughputSample sample) {
    return sample.failed().values().stream().mapToLong(Long::longValue).sum();
  }

  private static List<String> facts(Reconfiguration reconfiguration) {
    List<String> facts = new ArrayList<>();
    Convergence.of(reconfiguration)
        .ifPresent(
            convergence -> {
              facts.add(
                  "From the decision to its last step's end: %s."
                      .formatted(seconds(convergence.reconfiguring())));
              facts.add(
                  "Worst moment: %s operations/s, %.0f %% of the %s before."
                      .formatted(
                          Kind.RATE.text(convergence.worstPerSecond()),
                          100 * convergence.worstShare(),
                          Kind.RATE.text(convergence.beforePerSecond())));
              facts.add(
                  "At its new level of %s operations/s after %s."
                      .formatted(
                          Kind.RATE.text(convergence.afterPerSecond()),
                          seconds(convergence.recovered())));
              facts.add("Caught up in sum after %s.".formatted(seconds(convergence.caughtUp())));
            });
    facts.add(
        "Operations failed: %d."
            .formatted(
                reconfiguration.samples().stream()
                    .mapToLong(ReconfigurationFigures::failed)
                    .sum()));
    return facts;
  }

  /** The decision, or the beginning of the samples where nothing was decided. */
  private static Instant zero(Reconfiguration reconfiguration) {
    return reconfiguration.events().stream()
        .filter(event -> event.kind() == EventKind.DECISION)
        .map(Event::at)
        .findFirst()
        .orElseGet(() -> reconfiguration.samples().get(0).at());
  }

  private static double seconds(Instant zero, Instant at) {
    return Duration.between(zero, at).toMillis() / 1e3;
  }

  private static String seconds(Optional<Duration> duration) {
    return duration.map(ReconfigurationFigures::seconds).orElse("the end shown");
  }

  private static String seconds(Duration duration) {
    return "%.0f s".formatted(duration.toMillis() / 1e3);
  }
}
