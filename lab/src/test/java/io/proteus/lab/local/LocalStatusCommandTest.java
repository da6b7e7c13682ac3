package io.proteus.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStatusCommandTest {
  @TempDir private Path folder;

  @Test
  void whoFindsNoClusterIsToldWhatMakesOneThere() {
    Outcome seen =
        new CommandLineUnderTest(folder, ManualClock.start())
            .run("local", "status", "--directory", "proteus-data/demo");

    assertThat(seen.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(seen.out())
        .startsWith(
            "%s holds no cluster. Make one with `proteus local up --directory proteus-data/demo`.\n"
                .formatted(folder.resolve("proteus-data/demo")));
    assertThat(folder.resolve("proteus-data")).doesNotExist();
  }
}
