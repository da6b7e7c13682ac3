package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.WrongUsage;
import io.proteus.controller.settings.InvalidConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisResizeScriptTest {
  private final RedisResizeScript script = script(200, 115);

  @TempDir Path folder;

  private static RedisResizeScript script(long seconds, long rush) {
    return new RedisResizeScript(
        Duration.ofSeconds(seconds), Duration.ofSeconds(rush), 0.05, 9000, 0.1);
  }

  @Test
  void mostOfTheLoadLeavesAndTheRestStays() {
    assertThat(script.datasets()).hasSize(2);
    assertThat(script.asked()).isCloseTo(900 * 200 + 8100 * 115, within(1e-6));
    assertThat(script.schedule().leaves())
        .containsExactly(new ElasticityScript.Leave("rush", Duration.ofSeconds(115)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"threshold", "auto", "target"})
  void itsSettingsAreTakenWithEachPolicy(String policy) throws InvalidConfiguration {
    var configuration = RedisResizes.configuration(script, folder, List.of("127.0.0.1:1"), policy);

    assertThat(configuration.monitor().samples()).isEqualTo(3);
  }

  @Test
  void aRushThatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> script(100, 100))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("--rush");
  }
}
