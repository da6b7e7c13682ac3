package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.WrongUsage;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisWaveScriptTest {
  private final RedisWaveScript script = script(720, 360, 4500, 3500);

  @TempDir Path folder;

  private static RedisWaveScript script(long length, long period, double mean, double amplitude) {
    return new RedisWaveScript(
        Duration.ofSeconds(length), Duration.ofSeconds(period), 0.03, mean, amplitude);
  }

  @Test
  void readsComeAndGo() {
    assertThat(script.rate(90)).isCloseTo(8000, within(1e-6));
    assertThat(script.rate(270)).isCloseTo(1000, within(1e-6));
    assertThat(script.schedule().pace().applyAsDouble(270)).isCloseTo(1.0 / 8, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(longs = {720, 540, 450})
  void whatIsAskedForIsTheSumOfAllSeconds(long length) {
    RedisWaveScript cut = script(length, 360, 4500, 3500);
    double sum = 0;
    for (int tenth = 0; tenth < 10 * length; tenth++) {
      sum += cut.rate(tenth / 10.0 + 0.05) / 10;
    }

    assertThat(cut.asked()).isCloseTo(sum, within(sum * 1e-4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mdp:cost",
        "mdp:throughput",
        "mdp:throughput-less-square",
        "mdp:throughput-less-latency",
        "threshold",
        "target",
        "auto"
      })
  void itsSettingsAreTakenWithEachPolicyHereAndInTheSimulator(String policy)
      throws InvalidConfiguration {
    var configuration =
        StoreResizes.configuration(
            new ResizedRedis(), script, folder, List.of("127.0.0.1:1"), policy);
    Scenario scenario = ScenarioFile.parse("a test", script.scenario(policy));

    assertThat(configuration.monitor().samples()).isEqualTo(3);
    assertThat(scenario.lasts()).isEqualTo(Duration.ofMinutes(12));
  }

  @Test
  void aRewardThatThereIsNotIsRefused() {
    assertThatThrownBy(
            () ->
                StoreResizes.configuration(
                    new ResizedRedis(), script, folder, List.of("127.0.0.1:1"), "mdp:luck"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining("mdp.reward");
  }

  @ParameterizedTest
  @CsvSource({
    "720, 30, 4500, 3500, --period",
    "300, 360, 4500, 3500, --period",
    "720, 360, 4500, 4500, --amplitude",
    "720, 360, 4500, -1, --amplitude",
  })
  void wavesThatCannotBeAreRefused(
      long length, long period, double mean, double amplitude, String option) {
    assertThatThrownBy(() -> script(length, period, mean, amplitude))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining(option);
  }
}
