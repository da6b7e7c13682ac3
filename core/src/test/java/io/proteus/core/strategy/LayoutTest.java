package io.proteus.core.strategy;

import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.WRITE;
import static io.proteus.core.fixture.Layouts.layout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {

  @Test
  void theOrderInWhichItIsSaidDoesNotMatter() {
    assertThat(layout().node("rs1", READ, "a", "b").node("rs2", WRITE).build())
        .isEqualTo(layout().node("rs2", WRITE).node("rs1", READ, "b", "a").build());
  }

  @Test
  void aPartitionIsOnOneNodeOnly() {
    assertThatThrownBy(() -> layout().node("rs1", READ, "a").node("rs2", READ, "a").build())
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("partition a is on two nodes");
  }

  @Test
  void aNodeHasOneTarget() {
    assertThatThrownBy(() -> layout().node("rs1", READ).node("rs1", WRITE).build())
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("node rs1 has two targets");
    assertThatThrownBy(() -> layout().node("rs1", READ).gone("rs1").build())
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("node rs1");
  }

  @Test
  void aVerdictHasAReason() {
    assertThatThrownBy(() -> new Verdict.Hold(List.of(), StrategyMemory.INITIAL))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aReasonIsReadAsOneLineWithTheSettingBehindIt() {
    assertThat(ReasonCode.COOLDOWN.because("guards.cooldown", "%d s are to pass", 600))
        .hasToString("COOLDOWN: 600 s are to pass [guards.cooldown]");
    assertThat(ReasonCode.IN_PLACE.says("nothing to do")).hasToString("IN_PLACE: nothing to do");
  }

  @Test
  void aMemoryOfTheImpossibleIsRefused() {
    assertThatThrownBy(() -> new StrategyMemory(true, 0, 0, 0)).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new StrategyMemory(true, 1, -1, 0)).isInstanceOf(InvalidValue.class);
  }
}
