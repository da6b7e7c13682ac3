package io.proteus.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }

  @Test
  void stepsHoldUntilTheNext() {
    Load steps =
        new Load.Steps(
            List.of(new Load.Steps.Step(minutes(10), 2), new Load.Steps.Step(minutes(20), 0.5)));

    assertThat(steps.at(minutes(5))).isEqualTo(1);
    assertThat(steps.at(minutes(10))).isEqualTo(2);
    assertThat(steps.at(minutes(25))).isEqualTo(0.5);
  }

  @Test
  void aRampIsAStraightLine() {
    Load ramp = new Load.Ramp(minutes(10), minutes(20), 1, 3);

    assertThat(ramp.at(minutes(0))).isEqualTo(1);
    assertThat(ramp.at(minutes(15))).isCloseTo(2, within(1e-9));
    assertThat(ramp.at(minutes(30))).isEqualTo(3);
  }

  @Test
  void aSinusoidComesBackAfterItsPeriod() {
    Load sinusoid = new Load.Sinusoid(1, 0.5, minutes(60));

    assertThat(sinusoid.at(minutes(15))).isCloseTo(1.5, within(1e-9));
    assertThat(sinusoid.at(minutes(45))).isCloseTo(0.5, within(1e-9));
    assertThat(sinusoid.at(minutes(75))).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void aDayIsInterpolatedAndRepeats() {
    Load daily = new Load.Daily(List.of(1.0, 3.0));

    assertThat(daily.at(Duration.ofHours(0))).isEqualTo(1);
    assertThat(daily.at(Duration.ofHours(6))).isCloseTo(2, within(1e-9));
    assertThat(daily.at(Duration.ofHours(36))).isEqualTo(daily.at(Duration.ofHours(12)));
  }

  @Test
  void aFlashCrowdComesAndGoes() {
    Load crowd = new Load.FlashCrowd(minutes(10), minutes(5), 4);

    assertThat(crowd.at(minutes(9))).isEqualTo(1);
    assertThat(crowd.at(minutes(12))).isEqualTo(4);
    assertThat(crowd.at(minutes(15))).isEqualTo(1);
  }
}
