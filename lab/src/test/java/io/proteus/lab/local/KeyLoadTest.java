package io.proteus.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyLoadTest {
  private static final Duration SHORT = Duration.ofMillis(1);
  private static final int KEYS = 100;

  @TempDir Path folder;

  /** A store in memory that may forget. */
  private static class InMemory implements KeyLoad.Keys {
    final Map<String, String> values = new ConcurrentHashMap<>();

    @Override
    public @Nullable String get(String key) {
      return values.get(key);
    }

    @Override
    public void set(String key, String value) {
      values.put(key, value);
    }
  }

  @Test
  void everyAcknowledgedWriteIsReadBack() throws Exception {
    assertThat(code(new InMemory())).isEqualTo(ExitCode.OK);
  }

  @Test
  void aWriteThatWasAcknowledgedAndIsNotThereIsAnError() throws Exception {
    KeyLoad.Keys forgetful =
        new InMemory() {
          @Override
          public void set(String key, String value) {
            if (!key.equals("user42")) {
              super.set(key, value);
            }
          }
        };

    assertThat(code(forgetful)).isEqualTo(ExitCode.ERROR);
  }

  @Test
  void whyTheKeysCannotBeWrittenIsSaid() {
    KeyLoad.Keys full =
        new InMemory() {
          @Override
          public void set(String key, String value) {
            throw new IllegalStateException("no room is left");
          }
        };

    assertThatThrownBy(() -> code(full))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("no room is left");
  }

  private int code(KeyLoad.Keys keys) throws Exception {
    return new KeyLoad(keys, KEYS, null)
        .run(new CommandLineUnderTest(folder, ManualClock.start()).environment(), SHORT);
  }
}
