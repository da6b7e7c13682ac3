package io.proteus.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    LocalProcesses processes = running(directory);

    Outcome ended = down("--delete");

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.OK);
    assertThat(ended.out()).doesNotContain("No process");
    assertThat(processes.all()).isEmpty();
    assertThat(processes.strays()).isEmpty();
    assertThat(directory).doesNotExist();
    assertThat(down().out())
        .contains("No process of a local cluster runs in " + folder.resolve(DIRECTORY) + ".\n");
  }

  @Test
  void theJournalOfADeletedClusterIsSetAside() throws Exception {
    Path directory = Files.createDirectories(folder.resolve(DIRECTORY));
    LocalProcesses processes = running(directory);
    String file =
        "cluster: {name: local}\n"
            + "engine: {zookeeper: 'localhost:2181'}\n"
            + "cloud: {type: local, directory: '%s'}\n";
    Files.writeString(folder.resolve("proteus.yaml"), file.formatted(directory));
    Files.writeString(
        directory.resolve("proteus.yaml"), file.formatted(directory.resolveSibling("another")));
    Path journal = directory.resolve("journal.db");
    Path others = directory.resolve("proteus-data/local/journal.db");
    for (Path each : List.of(journal, others)) {
      try (SqliteJournal made = SqliteJournal.open(each, Duration.ofDays(1))) {
        made.requireOf("the first");
      }
    }

    assertThat(down().out()).doesNotContain("journal");
    assertThat(journal).exists();
    Outcome deleted = down("--delete");

    assertThat(deleted.exitCode()).as(deleted.err()).isEqualTo(ExitCode.OK);
    Matcher told =
        Pattern.compile("Its journal is (.*) now; the next cluster begins anew\\.\n")
            .matcher(deleted.out());
    assertThat(told.find()).isTrue();
    assertThat(told.find()).as("more than one").isFalse();
    assertThat(processes.all()).isEmpty();
    assertThat(journal).doesNotExist();
    assertThat(others).as("of a file that leads elsewhere").exists();
    try (SqliteJournal next = SqliteJournal.open(journal, Duration.ofDays(1))) {
      next.requireOf("the second");
    }
    told.reset();
    assertThat(told.find()).isTrue();
    try (SqliteJournal kept = SqliteJournal.openToRead(Path.of(told.group(1)))) {
      kept.requireOf("the first");
    }
  }

  @Test
  void whoLooksInTheWrongPlaceIsToldTheRightOneAndLeavesNothingBehind() throws Exception {
    Path right = Files.createDirectories(folder.resolve("elsewhere/local")).toRealPath();
    LocalProcesses processes = running(right);

    Outcome down = down();
    Outcome deleted = down("--delete");
    Outcome seen =
        new CommandLineUnderTest(folder, ManualClock.start())
            .run("local", "status", "--directory", DIRECTORY);

    assertThat(down.exitCode()).isEqualTo(ExitCode.OK);
    for (Outcome told : List.of(down, deleted, seen)) {
      assertThat(told.out())
          .contains(
              "A local cluster runs in %s: `proteus local down --directory %s` ends it.\n"
                  .formatted(right, right));
    }
    assertThat(deleted.out()).doesNotContain("Ended and deleted");
    assertThat(folder.resolve("proteus-data")).doesNotExist();
    assertThat(processes.all()).allMatch(LocalProcess::isAlive);
    assertThat(
            new CommandLineUnderTest(folder, ManualClock.start())
                .run("local", "down", "--directory", right.toString())
                .exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(processes.all()).isEmpty();
  }

  private static LocalProcesses running(Path directory) throws Exception {
    LocalProcesses processes = LocalProcesses.in(directory.resolve("state"));
    processes.start(
        new ProcessSpec(
            "rs1",
            List.of("sleep", "600"),
            Map.of(),
            directory,
            directory.resolve("logs/rs1.out"),
            "rs1"));
    return processes;
  }

  private Outcome down(String... options) {
    String[] all = new String[options.length + 4];
    System.arraycopy(new String[] {"local", "down", "--directory", DIRECTORY}, 0, all, 0, 4);
    System.arraycopy(options, 0, all, 4, options.length);
    return new CommandLineUnderTest(folder, ManualClock.start()).run(all);
  }
}
