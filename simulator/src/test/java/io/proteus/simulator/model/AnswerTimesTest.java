package io.proteus.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.units.InvalidValue;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTimesTest {
  private static final Percentage CLOSE = Percentage.withPercentage(10);

  /** A single exponential station: the share q is answered within -mean ln(1 - q). */
  @ParameterizedTest
  @CsvSource({"0.5", "0.95", "0.99"})
  void oneExponentialStationIsWithinATenth(double share) {
    AnswerTimes times = new AnswerTimes();
    times.add(1000, 0.02, 0.02 * 0.02);

    assertThat(times.percentileMs(share)).isCloseTo(-20 * Math.log(1 - share), CLOSE);
  }

  /** Answers from memory, and from a queue for the disk as well: against answers that are drawn. */
  @ParameterizedTest
  @CsvSource({"0.01, 20", "0.1, 20", "0.5, 35"})
  void whatIsDrawnFromStationsIsMet(double missed, double percentOff) {
    double cpu = 0.002;
    double disk = 0.030;
    AnswerTimes times = new AnswerTimes();
    times.add(1 - missed, cpu, cpu * cpu);
    times.add(missed, cpu + disk, cpu * cpu + disk * disk);
    SplittableRandom random = new SplittableRandom(1);
    double[] drawn = new double[200_000];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = -cpu * Math.log(1 - random.nextDouble());
      if (random.nextDouble() < missed) {
        drawn[i] -= disk * Math.log(1 - random.nextDouble());
      }
    }
    Arrays.sort(drawn);

    for (double share : new double[] {0.5, 0.95, 0.99}) {
      assertThat(times.percentileMs(share))
          .as("%.0f %%", 100 * share)
          .isCloseTo(
              1000 * drawn[(int) (share * drawn.length)], Percentage.withPercentage(percentOff));
    }
  }

  @Test
  void ofASpanOnlyWhatCameInItCounts() {
    AnswerTimes times = new AnswerTimes();
    times.add(100, 10, 0);
    AnswerTimes before = times.copy();
    times.add(10, 0.001, 0);

    assertThat(times.since(before).percentileMs(0.99)).isCloseTo(1, within(0.1));
    assertThat(times.percentileMs(0.99)).isGreaterThan(9000);
  }

  @Test
  void whereNothingWasAnsweredItIsZero() {
    assertThat(new AnswerTimes().percentileMs(0.5)).isZero();
    assertThatThrownBy(() -> new AnswerTimes().percentileMs(95)).isInstanceOf(InvalidValue.class);
  }
}
