package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything can be tried on a simulated cluster, which lives on from command to command. */
class SimulatedClusterTest {
  @TempDir Path folder;
  private CommandLineUnderTest proteus;

  @BeforeEach
  void configure() {
    proteus =
        new CommandLineUnderTest(folder, new ManualClock(Instant.parse("2026-03-02T08:00:00Z")))
            .onRealTime()
            .reachedBy(new StoreConnector(line -> {}))
            .file(
                "proteus.yaml",
                """
                cluster: {name: try}
                engine: {type: simulated, scenario: hot-spot, speed: 200}
                strategy: met
                monitor: {period: 10s, samples: 2}
                """);
  }

  private Outcome run(String... args) {
    Outcome outcome = proteus.run(args);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome;
  }

  @Test
  void itIsWatchedAndSaidToBeSimulated() {
    Outcome watched = run("watch", "--once");

    assertThat(watched.out()).contains("Simulator cluster hot-spot-", "11 partitions of 2 tables");
    assertThat(watched.err()).contains("Simulated, not measured: there is no such cluster.");
  }

  @Test
  void whatOneCommandDidTheNextOnesSeeAndUndo() {
    assertThat(run("plan").out()).contains("move feed-00");
    assertThat(run("apply", "--yes").out()).contains("completed:");
    assertThat(run("watch", "--once").out()).doesNotContain("misplaced", "misconfigured");
    assertThat(run("history").out()).contains("completed after");
    assertThat(run("undo", "--yes").out()).contains("is as it was before");
    assertThat(run("watch", "--once").out()).contains("misplaced");
  }

  @Test
  void withoutAFileNothingIsKeptOfIt() throws Exception {
    Files.delete(folder.resolve("proteus.yaml"));

    Outcome watched = run("watch", "--simulated", "hot-spot", "--once", "--interval", "10s");
    assertThat(watched.err())
        .startsWith("Connecting to Simulator cluster unnamed at hot-spot, seed 1\n");
    assertThat(watched.out()).contains("Simulator cluster hot-spot-");
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
    Outcome two = proteus.run("watch", "--simulated", "hot-spot", "--zookeeper", "zk1");
    assertThat(two.exitCode()).isEqualTo(2);
  }

  @Test
  void initWritesAFileForIt() throws Exception {
    assertThat(run("init", "--engine", "simulated", "--yes").out())
        .contains("Set cluster.name in it");
    assertThat(Files.readString(folder.resolve("proteus.yaml")))
        .contains("type: simulated", "scenario: hot-spot")
        .doesNotContain("zookeeper");
    assertThat(run("watch", "--once", "--interval", "10s").out()).contains("hot-spot-");
    try (Stream<Path> made = Files.walk(folder.resolve("proteus-data"))) {
      assertThat(made.filter(Files::isDirectory))
          .as("the journal is kept there, too, so they are for their owner alone")
          .hasSizeGreaterThan(1)
          .allSatisfy(
              each ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                      .isEqualTo("rwx------"));
    }
  }
}
