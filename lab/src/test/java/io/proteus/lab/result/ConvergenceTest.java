package io.proteus.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.lab.convergence.SampleExperiment;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConvergenceTest {
  private final Reconfiguration reconfiguration = SampleExperiment.reconfiguration();
  private final Convergence convergence = Convergence.of(reconfiguration).orElseThrow();

  @Test
  void theWorstMomentIsComparedWithWhatWasBefore() {
    assertThat(convergence.beforePerSecond()).isEqualTo(6000);
    assertThat(convergence.worstPerSecond()).isCloseTo(3000, within(1.0));
    assertThat(convergence.worstShare()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void timesAreCountedFromTheDecision() {
    assertThat(convergence.reconfiguring()).isEqualTo(Duration.ofSeconds(50));
    assertThat(convergence.afterPerSecond()).isEqualTo(12_000);
    // 95 % of 12,000 is reached at 36 s, the mean of three samples a second later
    assertThat(convergence.recovered()).contains(Duration.ofSeconds(37));
  }

  @Test
  void itHasCaughtUpOnceTheLossIsMadeGood() {
    // lost 3 x 3,000; gained 600, 750, 900 ... from the fourth second on
    assertThat(convergence.caughtUp()).contains(Duration.ofSeconds(11));
  }

  @Test
  void thereIsNothingToTellWithoutADecisionOrAnEnd() {
    var noEnd =
        new Reconfiguration(reconfiguration.events().subList(0, 2), reconfiguration.samples());
    var noSamples = new Reconfiguration(reconfiguration.events(), List.of());

    assertThat(Convergence.of(noEnd)).isEmpty();
    assertThat(Convergence.of(noSamples)).isEmpty();
  }
}
