package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.run.SimulationResult.Decided;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A run under a strategy is as long as one under nobody, whatever is in flight at its end. */
class LastPlanTest {
  private static Scenario lasting(Duration lasts) {
    Scenario base = ScenarioFile.find("met-16", Path.of(".")).withOnline(false);
    return new Scenario(
        base.name(),
        base.description(),
        lasts,
        base.nodes(),
        base.store(),
        base.hardware(),
        base.memory(),
        base.blockSize(),
        base.layout(),
        base.online(),
        base.balancer(),
        base.cloud(),
        base.tenants(),
        base.faults(),
        base.acts(),
        base.proteus());
  }

  @Test
  void aPlanThatIsInFlightAtTheEndIsLetEndAndItsTimeIsNotCounted() throws Exception {
    Decided whole = Simulation.run(lasting(Duration.ofMinutes(20)), "met", 1).decisions().get(0);
    Duration middle = Duration.ofMillis((long) (1000 * (whole.from() + whole.at()) / 2));
    SimulationResult nobody = Simulation.run(lasting(middle), Simulation.NOBODY, 1);

    SimulationResult met = Simulation.run(lasting(middle), "met", 1);

    assertThat(met.decisions().get(0).at()).isGreaterThan(middle.toMillis() / 1e3);
    assertThat(met.unfinishedPlans()).isZero();
    assertThat(met.seconds()).isEqualTo(nobody.seconds()).isEqualTo(middle.toMillis() / 1e3);
    assertThat(met.nodeHours()).isCloseTo(nobody.nodeHours(), within(1e-6));
    assertThat(met.points()).allMatch(point -> point.at() <= met.seconds());
    assertThat(met.meanThroughput(0, met.seconds()) * met.seconds())
        .as("the curves go on to the end, and not beyond")
        .isCloseTo(met.operations(), within(1.0));
  }
}
