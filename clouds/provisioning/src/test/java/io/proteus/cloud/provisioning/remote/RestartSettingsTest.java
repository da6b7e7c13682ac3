package io.proteus.cloud.provisioning.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartSettingsTest {
  private static RestartSettings settings(
      String stop, String file, String write, Map<String, String> options) {
    return settings(stop, file, write, options, Duration.ofSeconds(5));
  }

  private static RestartSettings settings(
      String stop, String file, String write, Map<String, String> options, Duration timeout) {
    return new RestartSettings(
        stop,
        "start",
        new SettingsFile(Optional.of(file), SettingsFormat.YAML, write),
        RestartSettings.HostKeys.KNOWN,
        new SshAccess(Optional.of("proteus"), options, timeout));
  }

  @Test
  void refusesWhatCannotBeOrMustNotBeAndNamesItsKey() {
    refused(
        () -> settings(" ", "/f", "tee {file}", Map.of()),
        "cloud.restart.stop: want a command, got nothing.");
    refused(
        () -> settings("stop", "f", "tee {file}", Map.of()),
        "cloud.restart.settingsFile: want an absolute path, got f.");
    refused(
        () -> settings("stop", "/f", "tee", Map.of()),
        "cloud.restart.write: want a command with {file} in it, got tee.");
    refused(
        () -> settings("stop", "/f", "tee {file}", Map.of("StrictHostKeyChecking", "no")),
        "cloud.restart.options: want no option that lets unknown hosts in, or asks, got"
            + " StrictHostKeyChecking.");
  }

  @Test
  void refusesATimeoutThatACallToACloudDoesNotWaitFor() {
    assertThat(settings("stop", "/f", "tee {file}", Map.of(), Duration.ofMinutes(6))).isNotNull();
    refused(
        () -> settings("stop", "/f", "tee {file}", Map.of(), Duration.ofMinutes(7)),
        "cloud.restart.timeout: want at most 6 min 0 s, after which a call to a cloud is cut, got 7 min 0 s.");
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(InvalidValue.class).hasMessage(message);
  }
}
