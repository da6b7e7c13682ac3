package io.proteus.lab.arena;

import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import io.proteus.simulator.arena.Family;
import io.proteus.simulator.arena.Outcome;
import io.proteus.simulator.run.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.descriptive.rank.Percentile;

/** The tables of an arena: all scenarios together, by family, and the worst of them. */
final class ArenaResult {
  private static final int WORST = 10;
  private static final double HARMLESS = 0.01;

  /** What a strategy may be behind the best other of a family. */
  private static final double AS_GOOD = 0.02;

  private final List<Outcome> outcomes;
  private final List<String> strategies;
  private final double price;

  /**
   * @param price of a node-hour
   */
  ArenaResult(List<Outcome> outcomes, double price) {
    this.outcomes = List.copyOf(outcomes);
    this.strategies = outcomes.stream().map(Outcome::strategy).distinct().toList();
    this.price = price;
  }

  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("Targets", "", targets()));
    sections.add(section("All families", "", outcomes));
    sections.add(Section.of("Cost by family", "Node-hours and misses in one figure.", costs()));
    for (Family family : families()) {
      sections.add(section(family.name(), family.about(), of(family)));
    }
    sections.add(Section.of("Where acting did most harm", "", worst()));
    sections.add(Section.of("Every run", "", every()));
    return sections;
  }

  private List<Family> families() {
    return outcomes.stream().map(Outcome::family).distinct().toList();
  }

  private List<Outcome> of(Family family) {
    return outcomes.stream().filter(outcome -> outcome.family().equals(family)).toList();
  }

  /** What one strategy made of some scenarios. */
  private record Played(String strategy, List<Outcome> runs) {
    double percentile(ToDoubleFunction<Outcome> figure, int percentile) {
      return new Percentile(percentile)
          .withEstimationType(Percentile.EstimationType.R_7)
          .evaluate(runs.stream().mapToDouble(figure).toArray());
    }

    double mean(ToDoubleFunction<Outcome> figure) {
      return StatUtils.mean(runs.stream().mapToDouble(figure).toArray());
    }

    double harmless() {
      return mean(outcome -> outcome.harm() <= HARMLESS ? 1 : 0);
    }
  }

  private List<Played> played(List<Outcome> among) {
    return strategies.stream()
        .map(
            name ->
                new Played(name, among.stream().filter(o -> o.strategy().equals(name)).toList()))
        .toList();
  }

  private Section section(String title, String note, List<Outcome> among) {
    List<Played> rows = played(among);
    return new Section(title, note, List.of(), List.of(service(rows), nodes(rows)));
  }

  private static Columns<Played> byStrategy() {
    return new Columns<Played>().text("strategy", Played::strategy);
  }

  private static Table service(List<Played> rows) {
    return byStrategy()
        .figure("lost, mean", Kind.SHARE, own -> own.mean(o -> o.tally().lost()))
        .figure("late, mean", Kind.SHARE, own -> own.mean(o -> o.tally().late()))
        .figure("missed, median", Kind.SHARE, own -> own.percentile(Outcome::missed, 50))
        .figure("worst tenth", Kind.SHARE, own -> own.percentile(Outcome::missed, 90))
        .figure("worst", Kind.SHARE, own -> own.percentile(Outcome::missed, 100))
        .figure("harm, median", Kind.SHARE, own -> own.percentile(Outcome::harm, 50))
        .figure("worst tenth", Kind.SHARE, own -> own.percentile(Outcome::harm, 90))
        .figure("worst", Kind.SHARE, own -> own.percentile(Outcome::harm, 100))
        .of(rows);
  }

  private Table nodes(List<Played> rows) {
    return byStrategy()
        .figure("node-hours", Kind.TENTHS, own -> own.mean(Outcome::nodeHours))
        .figure("money", Kind.RATIO, own -> price * own.mean(Outcome::nodeHours))
        .figure("regret, median", Kind.CHANGE, own -> own.percentile(Outcome::regret, 50))
        .figure("worst tenth", Kind.CHANGE, own -> own.percentile(Outcome::regret, 90))
        .figure("worst", Kind.CHANGE, own -> own.percentile(Outcome::regret, 100))
        .figure("resizes", Kind.TENTHS, own -> own.mean(o -> o.tally().resizes()))
        .figure("opposite", Kind.TENTHS, own -> own.mean(o -> o.tally().opposite()))
        .figure("moves", Kind.TENTHS, own -> own.mean(o -> o.tally().moves()))
        .figure("moved, GB", Kind.TENTHS, own -> own.mean(ArenaResult::gigabytes))
        .figure("cost", Kind.RATIO, own -> own.mean(Outcome::cost))
        .of(rows);
  }

  /** What is asked of a strategy that may be the default. */
  private Table targets() {
    return byStrategy()
        .figure("harm of 1 % at most (want 99 %)", Kind.SHARE, Played::harmless)
        .figure("most (want 3 %)", Kind.SHARE, own -> own.percentile(Outcome::harm, 100))
        .figure(
            "regret, median (want +15 %)", Kind.CHANGE, own -> own.percentile(Outcome::regret, 50))
        .figure("worst tenth (want +40 %)", Kind.CHANGE, own -> own.percentile(Outcome::regret, 90))
        .text(
            "families as good as the best other",
            own -> "%d of %d".formatted(asGood(own.strategy()), families().size()))
        .of(played(outcomes));
  }

  private long asGood(String strategy) {
    return families().stream()
        .filter(
            family ->
                cost(family, strategy)
                    <= (1 + AS_GOOD)
                        * strategies.stream()
                            .filter(other -> !other.equals(strategy))
                            .mapToDouble(other -> cost(family, other))
                            .min()
                            .orElse(Double.POSITIVE_INFINITY))
        .count();
  }

  private double cost(Family family, String strategy) {
    return new Played(
            strategy, of(family).stream().filter(o -> o.strategy().equals(strategy)).toList())
        .mean(Outcome::cost);
  }

  private Table costs() {
    Columns<Family> columns = new Columns<Family>().text("family", Family::name);
    for (String strategy : strategies) {
      columns.figure(strategy, Kind.RATIO, family -> cost(family, strategy));
    }
    return columns
        .text(
            "best",
            family ->
                strategies.stream()
                    .min(Comparator.comparingDouble(strategy -> cost(family, strategy)))
                    .orElse(Simulation.NOBODY))
        .of(families());
  }

  private static Columns<Outcome> byScenario() {
    return new Columns<Outcome>()
        .text("scenario", Outcome::scenario)
        .text("strategy", Outcome::strategy)
        .figure("lost", Kind.SHARE, o -> o.tally().lost())
        .figure("late", Kind.SHARE, o -> o.tally().late())
        .figure("harm", Kind.SHARE, Outcome::harm)
        .figure("node-hours", Kind.TENTHS, Outcome::nodeHours)
        .figure("regret", Kind.CHANGE, Outcome::regret)
        .count("resizes", o -> o.tally().resizes())
        .count("opposite", o -> o.tally().opposite())
        .count("moves", o -> o.tally().moves())
        .figure("moved, GB", Kind.TENTHS, ArenaResult::gigabytes);
  }

  private Table worst() {
    return byScenario()
        .of(
            outcomes.stream()
                .filter(outcome -> outcome.harm() > 0)
                .sorted(Comparator.comparingDouble(Outcome::harm).reversed())
                .limit(WORST)
                .toList());
  }

  private Table every() {
    return byScenario().ofDetails(outcomes);
  }

  private static double gigabytes(Outcome outcome) {
    return outcome.tally().movedBytes() / 1e9;
  }

  /** All of one run, for who looks on. */
  static String line(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "%-26s %-10s lost %6.2f %% late %6.2f %% harm %6.2f %% node-hours %6.1f regret %+5.0f %%"
            + " cost %5.2f resizes %3d opposite %3d moves %4d GB %6.1f",
        outcome.scenario(),
        outcome.strategy(),
        100 * outcome.tally().lost(),
        100 * outcome.tally().late(),
        100 * outcome.harm(),
        outcome.nodeHours(),
        100 * outcome.regret(),
        outcome.cost(),
        outcome.tally().resizes(),
        outcome.tally().opposite(),
        outcome.tally().moves(),
        gigabytes(outcome));
  }

  /** What must not have happened, a sentence each. */
  List<String> incidents() {
    return outcomes.stream()
        .filter(outcome -> outcome.tally().failures() > 0)
        .map(
            outcome ->
                "%s, %s: %d incidents"
                    .formatted(outcome.scenario(), outcome.strategy(), outcome.tally().failures()))
        .toList();
  }
}
