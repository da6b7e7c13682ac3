package io.proteus.core.workload;

import static io.proteus.core.workload.AccessClass.IDLE;
import static io.proteus.core.workload.AccessClass.READ;
import static io.proteus.core.workload.AccessClass.READ_WRITE;
import static io.proteus.core.workload.AccessClass.SCAN;
import static io.proteus.core.workload.AccessClass.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MET-6. */
class ClassifierTest {
  private final Classifier met = Classifier.MET;

  @ParameterizedTest(name = "{0} reads, {1} scans, {2} writes: {3}")
  @CsvSource({
    "100, 0, 0, READ",
    "0, 0, 100, WRITE",
    "0, 100, 0, SCAN",
    "50, 0, 50, READ_WRITE",
    // exactly 60 % is not over 60 %
    "60, 0, 40, READ_WRITE",
    "61, 0, 39, READ",
    "40, 0, 60, READ_WRITE",
    "39, 0, 61, WRITE",
    "40, 60, 0, READ",
    "39, 61, 0, SCAN",
    // a scan is a read request: it counts towards reads, and is asked for before them
    "30, 31, 39, READ",
    "20, 41, 39, SCAN",
    // among few read requests scans may dominate without making a write partition a scan one
    "1, 4, 95, WRITE",
    "5, 15, 80, WRITE",
    "10, 40, 50, SCAN",
    // MET-16's tenants
    "5, 0, 95, WRITE",
    "0, 95, 5, SCAN",
    "100, 0, 50, READ",
  })
  void aPartitionIsClassedByTheSharesOfItsRequests(
      double reads, double scans, double writes, AccessClass expected) {
    assertThat(met.classify(new RequestRates(reads, scans, writes))).isEqualTo(expected);
  }

  @Test
  void sharesCountAndNotAmounts() {
    assertThat(met.classify(new RequestRates(0.06, 0, 0.01))).isEqualTo(READ);
    assertThat(met.classify(new RequestRates(6e6, 0, 1e6))).isEqualTo(READ);
  }

  @Test
  void aPartitionWithoutRequestsIsIdle() {
    assertThat(met.classify(RequestRates.NONE)).isEqualTo(IDLE);
    assertThat(met.classify(new RequestRates(0.003, 0.003, 0.003))).isEqualTo(IDLE);
    assertThat(met.classify(new RequestRates(0.005, 0, 0.005))).isEqualTo(READ_WRITE);
  }

  @Test
  void everyThresholdIsASetting() {
    Classifier strict = new Classifier(Ratio.of(0.9), Ratio.of(0.8), Ratio.of(0.7), 5);

    assertThat(strict.classify(new RequestRates(15, 0, 85))).isEqualTo(READ_WRITE);
    assertThat(strict.classify(new RequestRates(9, 0, 91))).isEqualTo(WRITE);
    assertThat(strict.classify(new RequestRates(21, 79, 0))).isEqualTo(READ);
    assertThat(strict.classify(new RequestRates(19, 81, 0))).isEqualTo(SCAN);
    assertThat(strict.classify(new RequestRates(66, 0, 34))).isEqualTo(READ_WRITE);
    assertThat(strict.classify(new RequestRates(4, 0, 0))).isEqualTo(IDLE);
  }

  @Test
  void aNegativeIdleLimitIsRefused() {
    assertThatThrownBy(
            () -> new Classifier(Ratio.of(0.6), Ratio.of(0.6), Ratio.of(0.6), Double.NaN))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("idleBelow");
  }

  @Test
  void aPartitionIsNearlyWhatItWouldBeWithAFewRequestsOfAnotherKind() {
    assertThat(met.isNearly(READ, new RequestRates(56, 0, 44))).isTrue();
    assertThat(met.isNearly(READ, new RequestRates(54, 0, 46))).isFalse();
    assertThat(met.isNearly(READ_WRITE, new RequestRates(64, 0, 36))).isTrue();
    assertThat(met.isNearly(WRITE, new RequestRates(44, 0, 56))).isTrue();
    assertThat(met.isNearly(SCAN, new RequestRates(44, 56, 0))).isTrue();
    assertThat(met.isNearly(READ, new RequestRates(36, 64, 0))).isTrue();
    assertThat(met.isNearly(WRITE, new RequestRates(100, 0, 0))).isFalse();
    assertThat(met.isNearly(IDLE, new RequestRates(100, 0, 0))).isFalse();
  }

  @Test
  void withoutSlackItIsNearlyOnlyWhatItIs() {
    Classifier exact =
        new Classifier(Ratio.of(0.6), Ratio.of(0.6), Ratio.of(0.6), 0.01, Ratio.ZERO);

    assertThat(exact.isNearly(READ, new RequestRates(61, 0, 39))).isTrue();
    assertThat(exact.isNearly(READ_WRITE, new RequestRates(61, 0, 39))).isFalse();
  }
}
