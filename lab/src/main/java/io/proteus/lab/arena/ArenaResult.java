package io.proteus.lab.arena;

import static io.proteus.lab.result.Column.text;

import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import io.proteus.simulator.arena.Family;
import io.proteus.simulator.arena.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.descriptive.rank.Percentile;

/** The tables of an arena: all scenarios together, by family, and the worst of them. */
final class ArenaResult {
  private static final int WORST = 10;

  private static final List<Column> COLUMNS =
      List.of(
          text("strategy"),
          new Column("missed", Kind.SHARE),
          new Column("worst tenth", Kind.SHARE),
          new Column("harm, worst tenth", Kind.SHARE),
          new Column("harm, worst", Kind.SHARE),
          new Column("no harm over 1 %", Kind.SHARE),
          new Column("node-hours", Kind.TENTHS),
          new Column("regret", Kind.CHANGE),
          new Column("regret, worst tenth", Kind.CHANGE),
          new Column("resizes", Kind.TENTHS),
          new Column("opposite", Kind.TENTHS),
          new Column("moves", Kind.TENTHS),
          new Column("moved, GB", Kind.TENTHS));

  private final List<Outcome> outcomes;
  private final List<String> strategies;

  ArenaResult(List<Outcome> outcomes) {
    this.outcomes = outcomes;
    this.strategies = outcomes.stream().map(Outcome::strategy).distinct().toList();
  }

  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("All families", "", table(outcomes)));
    for (Family family : outcomes.stream().map(Outcome::family).distinct().toList()) {
      List<Outcome> own =
          outcomes.stream().filter(outcome -> outcome.family().equals(family)).toList();
      sections.add(Section.of(family.name(), family.about(), table(own)));
    }
    sections.add(Section.of("Where acting did most harm", "", worst()));
    sections.add(Section.of("Every run", "", every()));
    return sections;
  }

  private Table table(List<Outcome> among) {
    return Table.of(
        COLUMNS,
        strategies.stream()
            .map(
                strategy ->
                    row(
                        strategy,
                        among.stream().filter(o -> o.strategy().equals(strategy)).toList()))
            .toList());
  }

  private static List<Cell> row(String strategy, List<Outcome> own) {
    return List.of(
        Cell.of(strategy),
        Cell.of(of(own, Outcome::missed, 50)),
        Cell.of(of(own, Outcome::missed, 90)),
        Cell.of(of(own, Outcome::harm, 90)),
        Cell.of(of(own, Outcome::harm, 100)),
        Cell.of((double) own.stream().filter(o -> o.harm() <= 0.01).count() / own.size()),
        Cell.of(mean(own, Outcome::nodeHours)),
        Cell.of(of(own, Outcome::regret, 50)),
        Cell.of(of(own, Outcome::regret, 90)),
        Cell.of(mean(own, o -> o.tally().resizes())),
        Cell.of(mean(own, o -> o.tally().opposite())),
        Cell.of(mean(own, o -> o.tally().moves())),
        Cell.of(mean(own, ArenaResult::gigabytes)));
  }

  private static double of(List<Outcome> own, ToDoubleFunction<Outcome> figure, int percentile) {
    return new Percentile(percentile)
        .withEstimationType(Percentile.EstimationType.R_7)
        .evaluate(own.stream().mapToDouble(figure).toArray());
  }

  private static double mean(List<Outcome> own, ToDoubleFunction<Outcome> figure) {
    return Arrays.stream(own.stream().mapToDouble(figure).toArray()).average().orElse(0);
  }

  private Table worst() {
    return Table.of(
        List.of(
            text("scenario"),
            text("strategy"),
            new Column("missed", Kind.SHARE),
            new Column("harm", Kind.SHARE),
            new Column("node-hours", Kind.TENTHS),
            new Column("resizes", Kind.COUNT)),
        outcomes.stream()
            .filter(outcome -> outcome.harm() > 0)
            .sorted((one, other) -> Double.compare(other.harm(), one.harm()))
            .limit(WORST)
            .map(
                outcome ->
                    List.of(
                        Cell.of(outcome.scenario()),
                        Cell.of(outcome.strategy()),
                        Cell.of(outcome.missed()),
                        Cell.of(outcome.harm()),
                        Cell.of(outcome.nodeHours()),
                        Cell.of((double) outcome.tally().resizes())))
            .toList());
  }

  private Table every() {
    return Table.ofDetails(
        List.of(
            text("scenario"),
            text("strategy"),
            new Column("lost", Kind.SHARE),
            new Column("late", Kind.SHARE),
            new Column("harm", Kind.SHARE),
            new Column("node-hours", Kind.TENTHS),
            new Column("regret", Kind.CHANGE),
            new Column("resizes", Kind.COUNT),
            new Column("opposite", Kind.COUNT),
            new Column("moves", Kind.COUNT),
            new Column("moved, GB", Kind.TENTHS)),
        outcomes.stream()
            .map(
                o ->
                    List.of(
                        Cell.of(o.scenario()),
                        Cell.of(o.strategy()),
                        Cell.of(o.tally().lost()),
                        Cell.of(o.tally().late()),
                        Cell.of(o.harm()),
                        Cell.of(o.nodeHours()),
                        Cell.of(o.regret()),
                        Cell.of((double) o.tally().resizes()),
                        Cell.of((double) o.tally().opposite()),
                        Cell.of((double) o.tally().moves()),
                        Cell.of(gigabytes(o))))
            .toList());
  }

  private static double gigabytes(Outcome outcome) {
    return outcome.tally().movedBytes() / 1e9;
  }

  /** All of one run, for who looks on. */
  static String line(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "%-18s %-10s lost %6.2f %% late %6.2f %% harm %6.2f %% node-hours %6.1f regret %+5.0f %%"
            + " resizes %3d opposite %3d moves %4d GB %6.1f",
        outcome.scenario(),
        outcome.strategy(),
        100 * outcome.tally().lost(),
        100 * outcome.tally().late(),
        100 * outcome.harm(),
        outcome.nodeHours(),
        100 * outcome.regret(),
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
