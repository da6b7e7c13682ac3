package io.proteus.core.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineTagsTest {
  private static final Launch LAUNCH = Launch.of(4, Map.of(), "plan-7", 2);

  @Test
  void whatIsWrittenIsReadAgain() {
    MachineTags tags = MachineTags.of("shop", LAUNCH);

    assertThat(MachineTags.read(tags.asMap())).contains(tags);
    assertThat(tags.asMap())
        .containsEntry("proteus-cluster", "shop")
        .containsEntry("proteus-plan", "plan-7");
  }

  @Test
  void aMachineThatProteusDidNotStartIsNotItsOwn() {
    Map<String, String> tags = new HashMap<>(MachineTags.of("shop", LAUNCH).asMap());
    tags.put(MachineTags.BY, "somebody");

    assertThat(MachineTags.read(tags)).isEmpty();
    assertThat(MachineTags.read(Map.of())).isEmpty();
  }

  @Test
  void theSameStepHasTheSameTokenAndAnotherStepAnother() {
    assertThat(Launch.of(4, Map.of("a", "b"), "plan-7", 2).token()).isEqualTo(LAUNCH.token());
    assertThat(Launch.of(4, Map.of(), "plan-7", 3).token()).isNotEqualTo(LAUNCH.token());
    assertThat(Launch.of(4, Map.of(), "plan-8", 2).token()).isNotEqualTo(LAUNCH.token());
    assertThatThrownBy(() -> Launch.of(4, Map.of(), "", 2)).isInstanceOf(InvalidValue.class);
  }
}
