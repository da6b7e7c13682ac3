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
  void aLatencyThatIsNotKnownIsNotZero() {
    Expected unknown = new Expected(3, 1000, 900, null, true);

    assertThat(new RewardExpression("throughput - 10 * latency").of(unknown)).isNaN();
    assertThat(new RewardExpression("throughput").of(unknown)).isEqualTo(900);
    assertThat(new RewardExpression("IF(machines > 3, latency, 7)").of(unknown))
        .as("a latency that it does not come to")
        .isEqualTo(7);
  }

  @Test
  void anExpressionWithoutAnyValueIsRefusedWithItsKey() {
    assertThatThrownBy(() -> new RewardExpression("(0 - machines) ^ 0.5"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("mdp.expression: want numbers")
        .hasMessageContaining("'(0 - machines) ^ 0.5': it has no value with machines 3");
  }
}
