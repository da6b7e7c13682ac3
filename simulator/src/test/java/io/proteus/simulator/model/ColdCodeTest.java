package io.proteus.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.units.InvalidValue;
import org.junit.jupiter.api.Test;

class ColdCodeTest {
  private static final ColdCode COLD = new ColdCode(5, 30, 0);

  @Test
  void itCostsLessTheMoreCpuWasSpent() {
    assertThat(COLD.factor(0)).isEqualTo(5);
    assertThat(COLD.factor(30)).isCloseTo(1 + 4 / Math.E, within(1e-9));
    assertThat(COLD.factor(300)).isCloseTo(1, within(1e-3));
    assertThat(COLD.factor(Double.POSITIVE_INFINITY)).isEqualTo(1);
  }

  @Test
  void whereNothingIsColdItCostsWhatItCosts() {
    assertThat(ColdCode.NONE.factor(0)).isEqualTo(1);
    assertThat(ModelConstants.fitted().coldCode()).isEqualTo(ColdCode.NONE);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> new ColdCode(0.5, 30, 0)).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new ColdCode(5, 0, 0)).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new ColdCode(5, 30, Double.NaN))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("NaN");
  }
}
