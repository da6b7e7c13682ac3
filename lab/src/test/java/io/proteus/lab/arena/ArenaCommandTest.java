package io.proteus.lab.arena;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArenaCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--families steady,stedy|--families: want some of [steady, growth,",
        "--seeds 0|--seeds and --workers: want 1 or more, got 0 and 2",
        "--workers 0|--seeds and --workers: want 1 or more, got 2 and 0"
      })
  void whatCannotBePlayedIsRefused(String options, String message) {
    Outcome refused =
        new CommandLineUnderTest(folder, ManualClock.start())
            .run(("experiment arena " + options).split(" "));

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains(message);
  }
}
