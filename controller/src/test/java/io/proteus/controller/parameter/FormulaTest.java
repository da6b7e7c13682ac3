package io.proteus.controller.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FormulaTest {

  @Test
  void sizesAreInBytesAndExact() {
    Map<String, BigDecimal> heap = Map.of("heap", BigDecimal.valueOf(4L << 30));

    assertThat(new Formula("min(heap / 8, 1 * GB)").number(heap))
        .hasValueSatisfying(n -> assertThat(n).isEqualByComparingTo("536870912"));
    assertThat(new Formula("0.4 + 0.4 > 0.8").holds(Map.of())).contains(false);
  }

  @Test
  void whatIsNotKnownMakesTheResultUnknown() {
    assertThat(new Formula("heap / 8").number(Map.of())).isEmpty();
    assertThat(new Formula("heap > 1").holds(Map.of("flush", BigDecimal.ONE))).isEmpty();
    assertThat(new Formula("1 / zero").number(Map.of("zero", BigDecimal.ZERO))).isEmpty();
  }

  @Test
  void powersThatAreNoNumberAreNotKnown() {
    Map<String, BigDecimal> negative = Map.of("left", BigDecimal.valueOf(-3));

    assertThat(new Formula("left ^ 0.5").number(negative)).isEmpty();
    assertThat(new Formula("(left + 3) ^ left").number(negative)).isEmpty();
    assertThat(new Formula("left ^ 0.5 > 1").holds(negative)).isEmpty();
  }

  @Test
  void wordsAndSwitchesAreComparedToo() {
    assertThat(new Formula("durability == \"SKIP_WAL\"").holds(Map.of("durability", "SKIP_WAL")))
        .contains(true);
    assertThat(new Formula("on && cached == false").holds(Map.of("on", true, "cached", false)))
        .contains(true);
  }

  @Test
  void namesAreComparedWithoutRegardToCase() {
    Formula formula = new Formula("flushSize * 2 + KB");

    assertThat(formula.unknown(Set.of("heap"))).containsExactly("flushsize");
    assertThat(formula.unknown(Set.of("flushSize"))).isEmpty();
    assertThat(formula.number(Map.of("flushSize", BigDecimal.TEN)))
        .hasValueSatisfying(n -> assertThat(n).isEqualByComparingTo("1044"));
  }

  @Test
  void whatIsNoFormulaIsRefusedWithThePlace() {
    assertThatThrownBy(() -> new Formula("heap / (8"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("at character");
    assertThatThrownBy(() -> new Formula("now()")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new Formula("1 + ".repeat(200) + "1"))
        .hasMessageContaining("longer than 500");
  }
}
