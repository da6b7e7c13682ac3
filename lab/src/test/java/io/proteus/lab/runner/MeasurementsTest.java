package io.proteus.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.result.Spread;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementsTest {
  private static Measurements<String, Double> measurements(Object... ofRepeatFound) {
    List<Measurement<String, Double>> all = new ArrayList<>();
    for (int i = 0; i < ofRepeatFound.length; i += 3) {
      all.add(
          new Measurement<>(
              (String) ofRepeatFound[i],
              (Integer) ofRepeatFound[i + 1],
              (Double) ofRepeatFound[i + 2]));
    }
    return new Measurements<>(all);
  }

  @Test
  void aSpreadIsTheMedianAndTheRange() {
    assertThat(measurements("a", 1, 3.0, "a", 2, 1.0, "a", 3, 2.0, "b", 1, 9.0).spread("a", v -> v))
        .isEqualTo(new Spread(2, 1, 3, 3));
    assertThat(measurements("a", 1, 4.0, "a", 2, 1.0).spread("a", v -> v))
        .isEqualTo(new Spread(2.5, 1, 4, 2));
  }

  @Test
  void whatWasNotMeasuredHasNoFigure() {
    Measurements<String, Double> found = measurements("a", 1, 3.0, "a", 2, 1.0);

    assertThat(found.spread("b", v -> v)).isNull();
    assertThat(found.spread("a", v -> v > 2 ? v : null)).isEqualTo(new Spread(3, 3, 3, 1));
    assertThat(found.paired("a", "b", v -> v)).isNull();
    assertThat(found.ratio("a", "b", v -> v)).isNull();
  }

  @Test
  void ratiosCompareRepeatsOfTheSameNumberSoThatDriftCancels() {
    Measurements<String, Double> drifting =
        measurements("a", 1, 20.0, "b", 1, 10.0, "b", 2, 30.0, "a", 2, 60.0);

    assertThat(drifting.ratio("a", "b", v -> v)).isEqualTo(new Spread(2, 2, 2, 2));
    assertThat(drifting.paired("a", "b", v -> v)).isEqualTo(new Spread(2, 2, 2, 2));
  }

  @Test
  void repeatsThatDoNotPairAreComparedByTheirMediansAndTheSpreadIsTheWidest() {
    Measurements<String, Double> found = measurements("a", 1, 60.0, "b", 1, 10.0, "b", 2, 30.0);

    assertThat(found.ratio("a", "b", v -> v)).isEqualTo(new Spread(3, 2, 6, 1));
    assertThat(found.paired("a", "b", v -> v)).isEqualTo(new Spread(6, 6, 6, 1));
  }

  @Test
  void thereIsNoRatioOverWhatDidNothing() {
    assertThat(measurements("a", 1, 60.0, "b", 1, 0.0).ratio("a", "b", v -> v)).isNull();
  }
}
