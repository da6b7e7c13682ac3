package io.proteus.lab.report;

import io.proteus.lab.report.FigureCharts.Bar;
import io.proteus.lab.report.FigureCharts.Trace;
import io.proteus.lab.report.FiguresPage.FigureTable;
import io.proteus.lab.report.FiguresPage.Row;
import io.proteus.lab.report.FiguresPage.Section;
import io.proteus.lab.report.Pictures.Picture;
import io.proteus.lab.result.Spread;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Effect;
import io.proteus.lab.tuner.Interaction;
import io.proteus.lab.tuner.Sensitivity.Verdict;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.TuningResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The page of a tuning: what matters, what hangs together, and how the search went. */
public final class TuningReport {
  private final TuningResult result;

  private TuningReport(TuningResult result) {
    this.result = result;
  }

  /** Writes the page into a folder, and returns it. */
  public static Path write(TuningResult result, Path folder) throws IOException {
    return new TuningReport(result).page().write(folder);
  }

  private FiguresPage page() {
    List<Section> sections = new ArrayList<>();
    sections.add(comparison());
    sections.add(sensitivity());
    sections.add(interactions());
    sections.add(trajectory());
    sections.add(trials());
    return new FiguresPage(
        "tune: %s on %s".formatted(result.workload(), result.on()),
        List.of(
            result.conclusion(),
            "%d trials of %d asked for, seed %d, %s to %s (%d min). %s"
                .formatted(
                    result.trials().stream().filter(t -> t.purpose() != Purpose.COMPARE).count(),
                    result.asked(),
                    result.seed(),
                    result.startedAt(),
                    result.endedAt(),
                    Math.max(1, Duration.between(result.startedAt(), result.endedAt()).toMinutes()),
                    FiguresPage.environment(result.environment())),
            result.measurement(),
            result.test()
                + " Repeats differ by %s (standard deviation, %d degrees of freedom)."
                    .formatted(percent(result.noise().sigma()), result.noise().freedom())),
        sections);
  }

  private Section comparison() {
    List<Bar> bars = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (Comparison side : result.comparison()) {
      if (!side.perSecond().isEmpty()) {
        Spread rates = Spread.of(side.perSecond());
        bars.add(
            new Bar(
                side.name(),
                rates.median(),
                Math.max(rates.max() - rates.median(), rates.median() - rates.min())));
      }
      rows.add(
          new Row(
              side.name(),
              List.of(
                  side.perSecond().isEmpty() ? "-" : range(Spread.of(side.perSecond())),
                  side.ratio() == null ? "-" : ratios(side.ratio()),
                  interval(side.low(), side.high()),
                  side.ratio() == null ? "-" : side.significant() ? "yes" : "no",
                  "%d of %d".formatted(side.failures(), side.made()))));
    }
    return new Section(
        "The result beside the defaults and the policies known before",
        "Measured after the search, in turns, every second time in the reverse order: none of these"
            + " figures had a part in the choice. The bars reach to the farthest repeat.",
        bars.isEmpty()
            ? List.of()
            : List.of(
                FiguresPage.picture(
                    "Rates of the sides", theme -> FigureCharts.bars(theme, "operations/s", bars))),
        rows.isEmpty()
            ? List.of()
            : List.of(
                new FigureTable(
                    List.of(
                        "setting",
                        "operations/s",
                        "over the defaults",
                        "95 % interval",
                        "beyond noise",
                        "failed"),
                    rows)));
  }

  private Section sensitivity() {
    List<Bar> bars = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (Effect effect : result.effects()) {
      String name = effect.parameter() + " " + shown(effect.value());
      bars.add(
          new Bar(
              name,
              100 * (effect.ratio() - 1),
              effect.high() == null ? 0 : 100 * (effect.high() - effect.ratio())));
      Verdict verdict = result.verdicts().getOrDefault(effect.parameter(), Verdict.UNDECIDED);
      rows.add(
          new Row(
              name,
              List.of(
                  effect.gaveWay().isEmpty() ? "" : effect.gaveWay().toString(),
                  Wording.ratio(effect.ratio()) + (effect.failed() ? " (failed)" : ""),
                  interval(effect.low(), effect.high()),
                  String.format(Locale.ROOT, "%.3f", effect.chance()),
                  effect.significant() ? "yes" : "no",
                  word(verdict))));
    }
    return new Section(
        "Which parameters matter",
        "Each alone at the ends of its range, the others at their defaults. Change of the rate in"
            + " percent; the bars reach to the upper end of the 95 % interval. A failed trial"
            + " counts as the worst rate seen.",
        bars.isEmpty()
            ? List.of()
            : List.of(
                FiguresPage.picture(
                    "Effects", theme -> FigureCharts.bars(theme, "change, %", bars))),
        List.of(
            new FigureTable(
                List.of(
                    "parameter",
                    "gave way",
                    "rate over the defaults'",
                    "95 % interval",
                    "p",
                    "beyond noise",
                    "verdict"),
                rows)));
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case MATTERS -> "matters";
      case UNDECIDED -> "undecided";
      case NO_EFFECT -> "less than 5 %";
    };
  }

  private Section interactions() {
    List<Row> rows = new ArrayList<>();
    for (Interaction pair : result.interactions()) {
      rows.add(
          new Row(
              "%s %s, %s %s"
                  .formatted(
                      pair.first(),
                      shown(pair.firstValue()),
                      pair.second(),
                      shown(pair.secondValue())),
              List.of(
                  Wording.ratio(pair.ratio()),
                  interval(pair.low(), pair.high()),
                  String.format(Locale.ROOT, "%.3f", pair.chance()),
                  pair.significant() ? "yes" : "no")));
    }
    return new Section(
        "Which hang together",
        "Two that matter at their better ends: the rate over what it would be if both effects multiplied. 1 is no interaction.%s"
            .formatted(rows.isEmpty() ? " No pair was tried." : ""),
        List.of(),
        rows.isEmpty()
            ? List.of()
            : List.of(
                new FigureTable(
                    List.of("pair", "over independent", "95 % interval", "p", "beyond noise"),
                    rows)));
  }

  private Section trajectory() {
    Map<Purpose, List<Trial>> groups = new TreeMap<>();
    List<Trial> own = new ArrayList<>();
    for (Trial trial : result.trials()) {
      if (trial.perSecond() != null && trial.purpose() != Purpose.COMPARE) {
        groups.computeIfAbsent(trial.purpose(), purpose -> new ArrayList<>()).add(trial);
        own.add(trial);
      }
    }
    List<Trace> traces = new ArrayList<>();
    groups.forEach(
        (purpose, trials) ->
            traces.add(
                new Trace(
                    purpose.name().toLowerCase(Locale.ROOT),
                    numbers(trials),
                    rates(trials),
                    false)));
    traces.add(new Trace("best so far", numbers(own), FigureCharts.bestSoFar(rates(own)), true));
    Picture picture =
        FiguresPage.picture(
            "Rates of the trials in order",
            theme -> FigureCharts.traces(theme, "trial", "operations/s", traces));
    return new Section(
        "How the search went",
        "Every trial in order. The line is the best single figure so far; of noisy figures the best"
            + " is too good, so the choice goes by means of repeats.",
        own.isEmpty() ? List.of() : List.of(picture),
        List.of());
  }

  private static List<Double> numbers(List<Trial> trials) {
    return trials.stream().map(trial -> (double) trial.number()).toList();
  }

  private static List<Double> rates(List<Trial> trials) {
    return trials.stream().map(Trial::perSecond).filter(Objects::nonNull).toList();
  }

  private Section trials() {
    List<Row> rows = new ArrayList<>();
    for (Trial trial : result.trials()) {
      Double rate = trial.perSecond();
      rows.add(
          new Row(
              Integer.toString(trial.number()),
              List.of(
                  trial.purpose().name().toLowerCase(Locale.ROOT),
                  trial.subject(),
                  rate == null ? "failed: " + trial.failure() : Wording.rate(rate),
                  trial.values().toString())));
    }
    return new Section(
        "Every trial",
        "",
        List.of(),
        List.of(new FigureTable(List.of("trial", "for", "about", "operations/s", "values"), rows)));
  }

  private static String range(Spread spread) {
    return "%s (%s to %s)"
        .formatted(
            Wording.rate(spread.median()), Wording.rate(spread.min()), Wording.rate(spread.max()));
  }

  private static String ratios(Spread spread) {
    return "%s (%s to %s)"
        .formatted(
            Wording.ratio(spread.median()),
            Wording.ratio(spread.min()),
            Wording.ratio(spread.max()));
  }

  private static String interval(@Nullable Double low, @Nullable Double high) {
    return low == null || high == null
        ? "not known"
        : Wording.ratio(low) + " to " + Wording.ratio(high);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  /** Large sizes in megabytes. */
  private static String shown(String value) {
    return value.matches("\\d{7,}") ? "%d MB".formatted(Long.parseLong(value) / (1 << 20)) : value;
  }
}
