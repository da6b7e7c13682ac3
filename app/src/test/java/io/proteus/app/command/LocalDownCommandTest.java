package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that sleeps stands for a cluster's daemon. */
class LocalDownCommandTest {
  private static final String DIRECTORY = "proteus-data/local";

  @TempDir private Path folder;

  @Test
  void aClusterWhoseFileCannotBeReadIsEndedAndDeleted() throws Exception {
    Path directory = Files.createDirectories(folder.resolve(DIRECTORY));
    Files.writeString(directory.resolve("cluster.json"), "not any more");
    LocalProcesses processes = LocalProcesses.in(directory.resolve("state"));
    processes.start(
        new ProcessSpec(
            "rs1",
            List.of("sleep", "600"),
            Map.of(),
            directory,
            directory.resolve("logs/rs1.out"),
            "rs1"));

    Outcome ended = down("--delete");

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.OK);
    assertThat(ended.out()).doesNotContain("No process");
    assertThat(processes.all()).isEmpty();
    assertThat(processes.strays()).isEmpty();
    assertThat(directory).doesNotExist();
    assertThat(down().out()).contains("No process of a local cluster runs in " + DIRECTORY);
  }

  private Outcome down(String... options) {
    String[] all = new String[options.length + 4];
    System.arraycopy(new String[] {"local", "down", "--directory", DIRECTORY}, 0, all, 0, 4);
    System.arraycopy(options, 0, all, 4, options.length);
    return new CommandLineUnderTest(folder, ManualClock.start()).run(all);
  }
}
