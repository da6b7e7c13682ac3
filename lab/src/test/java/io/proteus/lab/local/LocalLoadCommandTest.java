package io.proteus.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLoadCommandTest {
  @TempDir private Path folder;

  @Test
  void whereNoClusterRunsItSaysWhatBringsOneUpAndLeavesNothingBehind() {
    Outcome refused =
        new CommandLineUnderTest(folder, ManualClock.start())
            .run("local", "load", "--directory", "elsewhere");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .isEqualTo(
            "proteus: no local cluster runs in %s. `proteus local up` brings one up.\n"
                .formatted(folder.resolve("elsewhere")));
    assertThat(folder).isEmptyDirectory();
  }
}
