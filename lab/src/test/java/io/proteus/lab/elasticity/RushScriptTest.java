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

class RushScriptTest {
  private final RushScript script = script(200, 115);

  @TempDir Path folder;

  private static RushScript script(long seconds, long rush) {
    return new RushScript(
        RushedStore.REDIS, Duration.ofSeconds(seconds), Duration.ofSeconds(rush), 0.05, 9000, 0.1);
  }

  @Test
  void mostOfTheLoadLeavesAndTheRestStays() {
    assertThat(script.datasets()).hasSize(2);
    assertThat(script.asked()).isCloseTo(900 * 200 + 8100 * 115, within(1e-6));
    assertThat(script.schedule().leaves())
        .containsExactly(new ElasticityScript.Leave("rush", Duration.ofSeconds(115)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"threshold", "auto", "target", "forecast", "mdp"})
  void itsSettingsAreTakenWithEachPolicyOnEachStore(String policy) throws InvalidConfiguration {
    RushScript onCassandra =
        new RushScript(
            RushedStore.CASSANDRA, script.length(), script.leaves(), 0.2, 900, script.staying());

    assertThat(monitored(new ResizedRedis(), script, "127.0.0.1:1", policy)).isEqualTo(3);
    assertThat(monitored(new ResizedCassandra(folder), onCassandra, "127.0.0.1", policy))
        .isEqualTo(3);
  }

  private int monitored(ResizedStore store, RushScript played, String address, String policy)
      throws InvalidConfiguration {
    return StoreResizes.configuration(store, played, folder, List.of(address), policy)
        .monitor()
        .samples();
  }

  @Test
  void aRushThatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> script(100, 100))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("--rush");
  }
}
