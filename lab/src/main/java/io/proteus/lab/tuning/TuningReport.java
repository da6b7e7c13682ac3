package io.proteus.lab.tuning;

import static io.proteus.lab.result.Column.text;

import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.Table;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Effect;
import io.proteus.lab.tuner.Interaction;
import io.proteus.lab.tuner.Sensitivity.Verdict;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.TuningResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a tuning found: the conclusion, what matters, what hangs together, and how the search went.
 */
record TuningReport(TuningResult tuning) {

  Outline outline() {
    return new Outline(
        "tune", tuning.measurement() + " " + tuning.test(), tuning.environment(), facts());
  }

  List<Section> sections() {
    return List.of(
        new Section("Conclusion", tuning.conclusion(), List.of(), List.of()),
        comparison(),
        sensitivity(),
        interactions(),
        trajectory(),
        parameters(),
        trials());
  }

  private List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("workload", tuning.workload()));
    facts.add(Fact.of("on", tuning.on()));
    facts.add(Fact.of("trials asked for", tuning.asked()));
    facts.add(
        Fact.of(
            "trials made",
            tuning.trials().stream().filter(t -> t.purpose() != Purpose.COMPARE).count()));
    facts.add(Fact.of("seed", tuning.seed()));
    facts.add(Fact.of("finished", tuning.finished()));
    facts.add(
        Fact.of(
            "repeats differ by",
            "%s (standard deviation, %d degrees of freedom)"
                .formatted(percent(tuning.noise().sigma()), tuning.noise().freedom())));
    facts.add(Fact.of("searched", new TreeSet<>(tuning.searched())));
    if (tuning.chosen() != null) {
      facts.add(Fact.of("chosen", new TreeMap<>(tuning.chosen())));
      facts.add(Fact.of("of these not a default", new TreeMap<>(tuning.changed())));
    }
    return facts;
  }

  private Section comparison() {
    List<Bar> bars = new ArrayList<>();
    List<List<Cell>> rows = new ArrayList<>();
    for (Comparison side : tuning.comparison()) {
      Spread rates = side.perSecond().isEmpty() ? null : Spread.of(side.perSecond());
      if (rates != null) {
        bars.add(Bar.of(side.name(), rates));
      }
      rows.add(
          List.of(
              Cell.of(side.name()),
              Cell.of(rates),
              Cell.of(side.ratio()),
              interval(side.low(), side.high()),
              side.ratio() == null ? Cell.NOTHING : yesOrNo(side.significant()),
              Cell.of(
                  side.failures() == 0 ? "" : "%d of %d".formatted(side.failures(), side.made()))));
    }
    return new Section(
        "The result beside the defaults and the policies known before",
        "Measured after the search, in turns, every second time in the reverse order: none of these"
            + " figures had a part in the choice. The bars reach to the farthest repeat.",
        bars.isEmpty()
            ? List.of()
            : List.of(new Chart.Bars("Rates of the sides", "operations/s", bars)),
        rows.isEmpty()
            ? List.of()
            : List.of(
                Table.of(
                    List.of(
                        text("setting"),
                        new Column("operations/s", Kind.RATE),
                        new Column("over the defaults", Kind.RATIO),
                        text("95 % interval"),
                        text("beyond noise"),
                        text("failed")),
                    rows)));
  }

  private Section sensitivity() {
    List<Bar> bars = new ArrayList<>();
    List<List<Cell>> rows = new ArrayList<>();
    for (Effect effect : tuning.effects()) {
      String name = effect.parameter() + " " + shown(effect.value());
      bars.add(
          new Bar(
              name,
              100 * (effect.ratio() - 1),
              effect.high() == null ? 0 : 100 * (effect.high() - effect.ratio())));
      Verdict verdict = tuning.verdicts().getOrDefault(effect.parameter(), Verdict.UNDECIDED);
      rows.add(
          List.of(
              Cell.of(name),
              Cell.of(effect.gaveWay().isEmpty() ? "" : effect.gaveWay().toString()),
              Cell.of(Kind.RATIO.text(effect.ratio()) + (effect.failed() ? " (failed)" : "")),
              interval(effect.low(), effect.high()),
              Cell.of(effect.chance()),
              yesOrNo(effect.significant()),
              Cell.of(word(verdict))));
    }
    return new Section(
        "Which parameters matter",
        "Each alone at the ends of its range, the others at their defaults. Change of the rate in"
            + " percent; the bars reach to the upper end of the 95 % interval. A failed trial"
            + " counts as the worst rate seen.",
        bars.isEmpty() ? List.of() : List.of(new Chart.Bars("Effects", "change, %", bars)),
        rows.isEmpty()
            ? List.of()
            : List.of(
                Table.of(
                    List.of(
                        text("parameter"),
                        text("gave way"),
                        text("rate over the defaults'"),
                        text("95 % interval"),
                        new Column("p", Kind.CHANCE),
                        text("beyond noise"),
                        text("verdict")),
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
    List<List<Cell>> rows = new ArrayList<>();
    for (Interaction pair : tuning.interactions()) {
      rows.add(
          List.of(
              Cell.of(
                  "%s %s, %s %s"
                      .formatted(
                          pair.first(),
                          shown(pair.firstValue()),
                          pair.second(),
                          shown(pair.secondValue()))),
              Cell.of(pair.ratio()),
              interval(pair.low(), pair.high()),
              Cell.of(pair.chance()),
              yesOrNo(pair.significant())));
    }
    return new Section(
        "Which hang together",
        "Two that matter at their better ends: the rate over what it would be if both effects multiplied. 1 is no interaction.%s"
            .formatted(rows.isEmpty() ? " No pair was tried." : ""),
        List.of(),
        rows.isEmpty()
            ? List.of()
            : List.of(
                Table.of(
                    List.of(
                        text("pair"),
                        new Column("over independent", Kind.RATIO),
                        text("95 % interval"),
                        new Column("p", Kind.CHANCE),
                        text("beyond noise")),
                    rows)));
  }

  private Section trajectory() {
    Map<Purpose, List<Trial>> groups = new TreeMap<>();
    List<Trial> own = new ArrayList<>();
    for (Trial trial : tuning.trials()) {
      if (trial.perSecond() != null && trial.purpose() != Purpose.COMPARE) {
        groups.computeIfAbsent(trial.purpose(), purpose -> new ArrayList<>()).add(trial);
        own.add(trial);
      }
    }
    List<Curve> traces = new ArrayList<>();
    groups.forEach(
        (purpose, trials) ->
            traces.add(
                new Curve(
                    purpose.name().toLowerCase(Locale.ROOT),
                    numbers(trials),
                    rates(trials),
                    false)));
    traces.add(new Curve("best so far", numbers(own), bestSoFar(rates(own)), true));
    Chart chart = new Chart.Curves("Rates of the trials in order", "trial", "operations/s", traces);
    return new Section(
        "How the search went",
        "Every trial in order. The line is the best single figure so far; of noisy figures the best"
            + " is too good, so the choice goes by means of repeats.",
        own.isEmpty() ? List.of() : List.of(chart),
        List.of());
  }

  private static List<Double> numbers(List<Trial> trials) {
    return trials.stream().map(trial -> (double) trial.number()).toList();
  }

  private static List<Double> rates(List<Trial> trials) {
    return trials.stream().map(Trial::perSecond).filter(Objects::nonNull).toList();
  }

  private Section parameters() {
    return Section.of(
        "What was tuned, and what gave way",
        "",
        Table.ofDetails(
            List.of(text("parameter"), text("values"), text("default"), text("takes from")),
            tuning.parameters().stream()
                .map(
                    one ->
                        List.of(
                            Cell.of(one.name()),
                            Cell.of(String.join(", ", one.levels())),
                            Cell.of(one.usualValue()),
                            Cell.of(String.join(", ", new TreeSet<>(one.competitors())))))
                .toList()));
  }

  private Section trials() {
    List<List<Cell>> rows = new ArrayList<>();
    for (Trial trial : tuning.trials()) {
      Double rate = trial.perSecond();
      rows.add(
          List.of(
              Cell.of(trial.number()),
              Cell.of(trial.purpose().name().toLowerCase(Locale.ROOT)),
              Cell.of(trial.subject()),
              rate == null ? Cell.of("failed: " + trial.failure()) : Cell.of(rate),
              Cell.of(trial.values().toString())));
    }
    return Section.of(
        "Every trial",
        "",
        Table.ofDetails(
            List.of(
                new Column("trial", Kind.COUNT),
                text("for"),
                text("about"),
                new Column("operations/s", Kind.RATE),
                text("values")),
            rows));
  }

  /** The highest value up to each place. */
  private static List<Double> bestSoFar(List<Double> values) {
    List<Double> best = new ArrayList<>();
    double most = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      most = Math.max(most, value);
      best.add(most);
    }
    return best;
  }

  private static Cell yesOrNo(boolean yes) {
    return Cell.of(yes ? "yes" : "no");
  }

  private static Cell interval(@Nullable Double low, @Nullable Double high) {
    return Cell.of(
        low == null || high == null
            ? "not known"
            : Kind.RATIO.text(low) + " to " + Kind.RATIO.text(high));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  /** Large sizes in megabytes. */
  private static String shown(String value) {
    return value.matches("\\d{7,}") ? "%d MB".formatted(Long.parseLong(value) / (1 << 20)) : value;
  }
}
