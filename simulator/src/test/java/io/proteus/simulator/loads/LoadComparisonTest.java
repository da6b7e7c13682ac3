package io.proteus.simulator.loads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.loads.LoadComparison.Row;
import io.proteus.simulator.run.Comparison.Spread;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.OpenLoops;
import io.proteus.simulator.run.SimulationResult.Percentiles;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LoadComparisonTest {
  @SuppressWarnings("unused")
  private static final Iterable<LoadCase> LOADS = LoadCase.ALL;

  private static Row row(String policy, double nodeHours, double violations) {
    Spread none = Spread.ofFigures(0);
    return new Row(
        policy,
        Spread.ofFigures(nodeHours),
        Spread.ofFigures(violations),
        none,
        none,
        none,
        false,
        List.of());
  }

  @Test
  void whoIsAsGoodAsAnyInOneOfTheTwoIsOnTheFront() {
    List<Row> judged =
        LoadComparison.judged(
            List.of(
                row("cheap", 10, 0.5),
                row("kept", 20, 0),
                row("between", 15, 0.1),
                row("beaten", 16, 0.1),
                row("beaten by one that is as cheap", 10, 0.6)));

    assertThat(judged.stream().filter(Row::onFront).map(Row::policy))
        .containsExactly("cheap", "kept", "between");
  }

  @Test
  void whatMustNotHappenIsCarriedToTheFigures() {
    SimulationResult broken = run(9_600, 5, List.of("a partition was lost"), 4, 4);

    assertThat(Measured.of(broken, CONSTANT, Duration.ZERO).incidents())
        .containsExactly("seed 1: a partition was lost");
  }

  private static SimulationResult run(double answered, double responseMs, int... machines) {
    return run(answered, responseMs, List.of(), machines);
  }

  /** Ten-second points with as many machines, all of what is asked for answered in a moment. */
  private static SimulationResult run(
      double answered, double responseMs, List<String> incidents, int... machines) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < machines.length; i++) {
      points.add(
          new Point(
              10.0 * (i + 1),
              Map.of("shop", answered),
              responseMs,
              new Percentiles(responseMs, responseMs, responseMs),
              0,
              machines[i],
              machines[i],
              0.5));
    }
    return new SimulationResult(
        "test",
        "target",
        1,
        10.0 * machines.length,
        Map.of(),
        new OpenLoops(0, 0, 0),
        points,
        new Percentiles(responseMs, responseMs, responseMs),
        List.of(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        incidents);
  }

  private static final Scenario CONSTANT = LoadCase.named("constant").scenario();

  @Test
  void whatIsBeforeTheTimeThatCountsDoesNot() {
    Measured measured = Measured.of(run(9_600, 5, 9, 9, 4, 4), CONSTANT, Duration.ofSeconds(20));

    assertThat(measured.nodeHours()).isCloseTo(80 / 3600.0, within(1e-9));
    assertThat(measured.resizes()).isZero();
    assertThat(measured.mostNodes()).isEqualTo(4);
    assertThat(measured.violations()).isZero();
  }

  @Test
  void thereAndBackIsAnOscillation() {
    Measured measured = Measured.of(run(9_600, 5, 4, 5, 5, 4, 3), CONSTANT, Duration.ZERO);

    assertThat(measured.resizes()).as("from 5 to 3 is one").isEqualTo(2);
    assertThat(measured.oscillations()).isEqualTo(1);
  }

  @Test
  void tooLittleOrTooLateIsBelowTheLevel() {
    assertThat(Measured.of(run(9_300, 5, 4, 4), CONSTANT, Duration.ZERO).violations()).isEqualTo(1);
    assertThat(Measured.of(run(9_600, 25, 4, 4), CONSTANT, Duration.ZERO).violations())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @FieldSource("LOADS")
  void everyLoadIsMeasuredForAWhileAndStaysWithinItsBounds(LoadCase load) {
    Scenario scenario = load.scenario();

    assertThat(load.lasts()).isGreaterThan(load.measuredFrom());
    for (long second = 0; second < load.lasts().toSeconds(); second += 600) {
      double factor = scenario.tenants().get(0).loadAt(Duration.ofSeconds(second));
      assertThat(factor).isBetween(0.05, 1.0);
    }
  }
}
