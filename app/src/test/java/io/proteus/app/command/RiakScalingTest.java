package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.riak.RecordedRiak;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Riak cluster that answers as a recorded one did is watched and grown. */
class RiakScalingTest {
  private static final double SPEED = 60;

  @TempDir private Path folder;
  private RecordedRiak riak;

  @BeforeEach
  void start() {
    riak = new RecordedRiak(folder.resolve("bin"), SPEED);
    RecordedRiakCloud.newest = riak;
  }

  @AfterEach
  void stop() throws Exception {
    riak.close();
  }

  private CommandLineUnderTest proteus(String strategy) {
    String addresses =
        riak.addresses().entrySet().stream()
            .map(node -> "\"%s\": \"%s\"".formatted(node.getKey(), node.getValue()))
            .collect(Collectors.joining(", "));
    return new CommandLineUnderTest(folder, ManualClock.start())
        .reachedBy(new StoreConnector(line -> {}))
        .onRealTime()
        .file(
            "proteus.yaml",
            """
            cluster: {name: rings}
            engine:
              type: riak
              nodes: [riak1@127.0.0.1, riak2@127.0.0.1]
              addresses: {%s}
              command: %s
              directory: %s
            cloud: {type: recorded-riak}
            strategy: %s
            nodes: {min: 3, max: 4}
            monitor: {period: 500ms, samples: 2}
            threshold: {average: off}
            forecast: {keepUntilLearned: false}
            """
                .formatted(addresses, riak.command(), folder.resolve("notes"), strategy));
  }

  @Test
  void itIsWatchedAndSaidThatLoadsOfVnodesAreNotKnown() {
    Outcome watched = proteus("threshold").run("watch", "--once");

    assertThat(watched.err()).doesNotContain("error");
    assertThat(watched.exitCode()).isZero();
    assertThat(watched.out())
        .contains("riak1@127.0.0.1", "the store places vnodes itself", "counted by node only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"threshold", "forecast"})
  void itGrowsToFourUnderALoad(String strategy) {
    riak.ask(2800);
    Outcome grew = proteus(strategy).run("apply", "--yes");
    assertThat(grew.err()).doesNotContain("error");
    assertThat(grew.out()).contains("start a node, 4 in all");
    await().atMost(Duration.ofSeconds(30)).until(() -> riak.stage().equals("FOUR"));
    assertThat(riak.machines()).hasSize(4);
  }
}
