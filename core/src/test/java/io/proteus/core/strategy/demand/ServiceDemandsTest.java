package io.proteus.core.strategy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.fixture.Figures;
import io.proteus.core.strategy.demand.ServiceDemands.Kind;
import io.proteus.core.strategy.demand.ServiceDemands.Measured;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ServiceDemandsTest {
  private static Measured node(double reads, double writes, double missed, double cpu) {
    return new Measured(new double[] {reads, 0, writes, missed, 0}, cpu, 0);
  }

  @Test
  void withoutMeasurementsTheyAreTheEngines() {
    assertThat(ServiceDemands.fitted(Figures.DEMANDS, List.of()).of(Kind.READ))
        .isCloseTo(80e-6, within(1e-9));
  }

  @Test
  void aMachineOfFourCoresTakesAQuarterOfItsTimeAndTheRatiosStay() {
    ServiceDemands fitted =
        ServiceDemands.fitted(
            Figures.DEMANDS, List.of(node(10_000, 0, 0, 0.2), node(0, 10_000, 0, 0.4125)));

    assertThat(fitted.of(Kind.READ)).isCloseTo(20e-6, Percentage.withPercentage(5));
    assertThat(fitted.of(Kind.WRITE)).isCloseTo(41.25e-6, Percentage.withPercentage(5));
    assertThat(fitted.of(Kind.MISS)).isCloseTo(179e-6, Percentage.withPercentage(5));
  }

  @Test
  void whatNodesTellApartIsCorrectedAndTheRestStaysAsTheEngineSaysIt() {
    // a write takes three times what the engine says beside a read
    ServiceDemands fitted =
        ServiceDemands.fitted(
            Figures.DEMANDS, List.of(node(5000, 0, 0, 0.4), node(0, 1000, 0, 0.495)));

    assertThat(fitted.of(Kind.WRITE) / fitted.of(Kind.READ))
        .isCloseTo(3 * 165.0 / 80, Percentage.withPercentage(10));
  }

  @Test
  void aDiskThatIsWaitedForWithoutMissesIsNotTheRequestsFault() {
    Measured waits = new Measured(new double[] {100, 0, 0, 0, 0}, 0.1, 0.5);

    assertThat(ServiceDemands.fitted(Figures.DEMANDS, List.of(waits)).missedDisk()).isZero();
  }
}
