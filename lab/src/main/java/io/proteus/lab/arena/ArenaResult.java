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
          new Column("moves", Kind.TENTHS));

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
        Cell.of(mean(own, Outcome::resizes)),
        Cell.of(mean(own, Outcome::opposite)),
        Cell.of(mean(own, Outcome::moves)));
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
                        Cell.of("%s-%d".formatted(outcome.family().name(), outcome.seed())),
                        Cell.of(outcome.strategy()),
                        Cell.of(outcome.missed()),
                        Cell.of(outcome.harm()),
                        Cell.of(outcome.nodeHours()),
                        Cell.of((double) outcome.resizes())))
            .toList());
  }

  /** What must not have happened, a sentence each. */
  List<String> incidents() {
    return outcomes.stream()
        .filter(outcome -> outcome.failures() > 0)
        .map(
            outcome ->
                "%s-%d, %s: %d incidents"
                    .formatted(
                        outcome.family().name(),
                        outcome.seed(),
                        outcome.strategy(),
                        outcome.failures()))
        .toList();
  }
}
