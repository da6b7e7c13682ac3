package io.proteus.lab.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.proteus.lab.result.ArrangementResult;
import io.proteus.lab.result.Convergence;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.Figures;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.RepeatResult;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The page of a report: the template {@code report.mustache} filled from a result. */
final class ReportPage {
  private final ExperimentResult result;
  private final Pictures pictures;

  ReportPage(ExperimentResult result, Pictures pictures) {
    this.result = result;
    this.pictures = pictures;
  }

  String html() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("experiment", result.experiment());
    page.put("startedAt", result.startedAt().truncatedTo(ChronoUnit.SECONDS).toString());
    page.put("took", minutes(Duration.between(result.startedAt(), result.endedAt())));
    page.put("environment", ResultPage.environment(result.environment()));
    page.put("method", method());
    page.put("tenants", result.tenants());
    page.put("ratioChart", list(pictures.ratioByDataSize()));
    page.put("sizes", result.dataSizes().stream().map(this::size).toList());
    return template().execute(page);
  }

  private Map<String, Object> size(DataSizeResult size) {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put(
        "title",
        "%s a tenant (%s rows)"
            .formatted(
                Wording.megabytes(size.bytesPerTenant()),
                String.format(Locale.ROOT, "%,d", size.rowsPerTenant())));
    section.put("headlines", headlines(size));
    section.put("arrangements", arrangements(size));
    section.put("throughputChart", pictures.throughputByTenant(size));
    section.put("tables", new ReportTables(result, size).all());
    section.put("reconfigurations", reconfigurations(size));
    section.put("integrity", integrity(size));
    return section;
  }

  private List<Map<String, String>> arrangements(DataSizeResult size) {
    var list = new ArrayList<Map<String, String>>();
    for (int index = 0; index < size.arrangements().size(); index++) {
      ArrangementResult arrangement = size.arrangements().get(index);
      list.add(
          Map.of(
              "letter", Wording.letter(index),
              "title", arrangement.title(),
              "description", arrangement.description()));
    }
    return list;
  }

  private List<String> headlines(DataSizeResult size) {
    var figures = new Figures(result.tenants(), size);
    var lines = new ArrayList<String>();
    String baselineTitle = size.arrangement(result.baseline()).title();
    for (ArrangementResult arrangement : size.arrangements()) {
      if (!arrangement.id().equals(result.baseline())) {
        var mean =
            Wording.cell(
                figures.geometricMeanRatio(arrangement.id(), result.baseline()), Wording::ratio);
        var total =
            Wording.cell(figures.totalRatio(arrangement.id(), result.baseline()), Wording::ratio);
        lines.add(
            "%s: %s times %s in the geometric mean of the tenants%s, %s times in total."
                .formatted(
                    arrangement.title(),
                    mean.text(),
                    baselineTitle,
                    mean.range().isBlank() ? "" : " (" + mean.range() + ")",
                    total.text()));
      }
    }
    return lines;
  }

  private List<Map<String, Object>> reconfigurations(DataSizeResult size) {
    var sections = new ArrayList<Map<String, Object>>();
    for (ArrangementResult arrangement : size.arrangements()) {
      for (RepeatResult repeat : arrangement.repeats()) {
        Reconfiguration reconfiguration = repeat.reconfiguration();
        if (reconfiguration != null && !reconfiguration.samples().isEmpty()) {
          sections.add(
              Map.of(
                  "title", "%s, repeat %d".formatted(arrangement.title(), repeat.repeat()),
                  "chart", pictures.timeline(size, arrangement, repeat, reconfiguration),
                  "facts", facts(reconfiguration),
                  "events", events(reconfiguration)));
        }
      }
    }
    return sections;
  }

  private static List<String> facts(Reconfiguration reconfiguration) {
    long failed =
        reconfiguration.samples().stream().mapToLong(Reconfiguration.Sample::failed).sum();
    var facts = new ArrayList<String>();
    Convergence.of(reconfiguration)
        .ifPresent(
            convergence -> {
              facts.add(
                  "From the decision to its last step's end: "
                      + Wording.seconds(convergence.reconfiguring()));
              facts.add(
                  "Worst moment: %s operations/s, %s of the %s before"
                      .formatted(
                          Wording.rate(convergence.worstPerSecond()),
                          Wording.percent(convergence.worstShare()),
                          Wording.rate(convergence.beforePerSecond())));
              facts.add(
                  "At its new level of %s operations/s after "
                          .formatted(Wording.rate(convergence.afterPerSecond()))
                      + convergence.recovered().map(Wording::seconds).orElse("the end shown"));
              facts.add(
                  "Caught up in sum after "
                      + convergence.caughtUp().map(Wording::seconds).orElse("the end shown"));
            });
    facts.add("Operations failed: %d".formatted(failed));
    return facts;
  }

  private static List<Map<String, String>> events(Reconfiguration reconfiguration) {
    return reconfiguration.events().stream()
        .map(
            event ->
                Map.of(
                    "seconds",
                    String.format(
                        Locale.ROOT,
                        "%.1f",
                        Charts.secondsSince(Charts.zero(reconfiguration), event.at())),
                    "kind",
                    event.kind().name().toLowerCase(Locale.ROOT),
                    "text",
                    event.text()))
        .toList();
  }

  private List<String> integrity(DataSizeResult size) {
    var figures = new Figures(result.tenants(), size);
    var lines = new ArrayList<String>();
    for (ArrangementResult arrangement : size.arrangements()) {
      long failures = figures.failures(arrangement.id());
      if (failures > 0) {
        lines.add(
            "%s: %d operations failed in measured windows."
                .formatted(arrangement.title(), failures));
      }
    }
    if (lines.isEmpty()) {
      lines.add("No operation failed in a measured window.");
    }
    for (IntegrityCheck check : size.integrity()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "After %s: %,d rows with an acknowledged write read back, %d lost.%s",
              check.after(),
              check.checked(),
              check.lost(),
              check.examples().isEmpty() ? "" : " " + String.join("; ", check.examples())));
    }
    if (size.integrity().isEmpty()) {
      lines.add("Acknowledged writes were not read back.");
    }
    return lines;
  }

  private String method() {
    var parameters = result.parameters();
    return "Every arrangement was measured %s, interleaved with the others: %s s of warm-up, then a window of %s s. Rows of %d bytes."
        .formatted(
            parameters.repeats() == 1 ? "once" : parameters.repeats() + " times",
            Wording.rate(parameters.warmUpSeconds()),
            Wording.rate(parameters.windowSeconds()),
            parameters.rowBytes());
  }

  private static String minutes(Duration duration) {
    return "%d min".formatted(Math.max(1, Math.round(duration.toSeconds() / 60.0)));
  }

  private static <T> List<T> list(Optional<T> value) {
    return value.map(List::of).orElse(List.of());
  }

  private static Template template() {
    return Mustache.compiler()
        .withLoader(ResultPage::resource)
        .compile(ResultPage.resource("report"));
  }
}
