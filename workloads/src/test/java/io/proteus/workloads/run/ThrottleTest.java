package io.proteus.workloads.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.OperationsPerSecond;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Optional<OperationsPerSecond> TEN = Optional.of(new OperationsPerSecond(10));

  @Test
  void withoutACapAnOperationIsDueAtOnce() {
    var throttle = new Throttle(Optional.empty(), 0, 1, () -> 1, 0);

    assertThat(throttle.due(123)).isEqualTo(123);
  }

  @Test
  void workersShareTheCapAndStartEvenlySpread() {
    var first = new Throttle(TEN, 0, 2, () -> 1, 0);
    var second = new Throttle(TEN, 1, 2, () -> 1, 0);

    assertThat(first.due(0)).isZero();
    assertThat(first.due(0)).isEqualTo(SECOND / 5);
    assertThat(second.due(0)).isEqualTo(SECOND / 10);
  }

  @Test
  void aShortStallIsCaughtUp() {
    var throttle = new Throttle(TEN, 0, 1, () -> 1, 0);
    throttle.due(0);

    assertThat(throttle.due(SECOND / 2)).isEqualTo(SECOND / 10);
    assertThat(throttle.due(SECOND / 2)).isEqualTo(2 * SECOND / 10);
  }

  @Test
  void ofALongStallOnlyTheLastSecondIsCaughtUp() {
    var throttle = new Throttle(TEN, 0, 1, () -> 1, 0);
    throttle.due(0);

    assertThat(throttle.due(60 * SECOND)).isEqualTo(59 * SECOND);
  }

  @Test
  void aSlowerPaceHoldsFromTheNextOperationOn() {
    double[] pace = {1};
    var throttle = new Throttle(TEN, 0, 1, () -> pace[0], 0);
    throttle.due(0);

    assertThat(throttle.due(0)).isEqualTo(SECOND / 10);
    pace[0] = 0.5;
    assertThat(throttle.due(0)).isEqualTo(SECOND / 5);
    assertThat(throttle.due(0)).isEqualTo(2 * SECOND / 5);
  }
}
