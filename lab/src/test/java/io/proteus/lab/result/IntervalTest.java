package io.proteus.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class IntervalTest {

  @Test
  void theIntervalIsStudentsOfTheLogarithms() {
    Interval interval =
        Objects.requireNonNull(Interval.ofRatios(List.of(Math.E, 1.0, Math.E * Math.E)));

    assertThat(Math.log(interval.mean())).isCloseTo(1, within(1e-9));
    // t(2 degrees, 97.5 %) = 4.3027, deviation 1, three repeats
    assertThat(Math.log(interval.high())).isCloseTo(1 + 4.3027 / Math.sqrt(3), within(1e-3));
    assertThat(interval.mean() / interval.low())
        .as("a reciprocal is as far off")
        .isCloseTo(interval.high() / interval.mean(), within(1e-9));
  }

  @Test
  void moreRepeatsAreSurer() {
    Interval two = Objects.requireNonNull(Interval.ofRatios(List.of(1.1, 1.2)));
    Interval four = Objects.requireNonNull(Interval.ofRatios(List.of(1.1, 1.2, 1.1, 1.2)));

    assertThat(four.reach()).isLessThan(two.reach() / 4);
  }

  @Test
  void oneRepeatTellsNothingOfHowSureItIs() {
    assertThat(Interval.ofRatios(List.of(1.5))).isNull();
    assertThat(Interval.ofRatios(List.of(1.5, 0.0))).isNull();
  }
}
