package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.strategy.scaling.Expected;
import io.proteus.core.units.InvalidValue;
import org.junit.jupiter.api.Test;

class RewardExpressionTest {
  private static Expected machines(int machines) {
    return new Expected(machines, 1000, 900, 5.0, true);
  }

  @Test
  void aPowerThatIsNoNumberIsNoReward() {
    RewardExpression root = new RewardExpression("100 - (machines - 2) ^ 0.5");
    RewardExpression inverse = new RewardExpression("(machines - 2) ^ (2 - machines)");

    assertThat(root.of(machines(3))).isEqualTo(99);
    assertThat(root.of(machines(1))).isNaN();
    assertThat(inverse.of(machines(3))).isEqualTo(1);
    assertThat(new RewardExpression("(machines - 2) ^ (0 - 1)").of(machines(2))).isNaN();
    assertThat(new RewardExpression("1 / (machines - 2)").of(machines(2))).isNaN();
  }

  @Test
  void anExpressionWithoutAnyValueIsRefusedWithItsKey() {
    assertThatThrownBy(() -> new RewardExpression("(0 - machines) ^ 0.5"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("mdp.expression: want numbers")
        .hasMessageContaining("'(0 - machines) ^ 0.5': it has no value with machines 3");
  }
}
