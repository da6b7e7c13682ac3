package io.proteus.core.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.Ratio;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingMemoryTest {
  @Test
  void nodesThatAreConfiguredOtherwiseLeaveAGrowthThatWasGivenUpInMind() {
    Resized growth = new Resized(Instant.EPOCH, 3, 5);
    ScalingMemory memory =
        ScalingMemory.NONE
            .with(new Measurement(Instant.EPOCH, 3, 100, 100, null, Ratio.ONE))
            .with(growth)
            .givingUpFor(List.of());

    ScalingMemory configured = memory.withoutYields();

    assertThat(configured.measurements()).isEmpty();
    assertThat(configured.givenUp()).isEqualTo(growth);
    assertThat(configured.lastWanted()).hasValue(5);
  }
}
