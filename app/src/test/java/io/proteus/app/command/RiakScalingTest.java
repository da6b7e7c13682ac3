package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * A Riak cluster that answers as a recorded one did is watched, grown and shrunk. It goes by the
 * test's clock, while Proteus stamps its looks by the real one, so that rates tell nothing here.
 */
class RiakScalingTest {
  private final ManualClock clock = ManualClock.start();

  @TempDir private Path folder;
  private RecordedRiak riak;

  @BeforeEach
  void start() {
    riak = new RecordedRiak(folder.resolve("bin"), clock);
    RecordedRiakCloud.newest = riak;
  }

  @AfterEach
  void stop() throws Exception {
    riak.close();
  }

  private Outcome proteus(String strategy, String... command) {
    String addresses =
        riak.addresses().entrySet().stream()
            .map(node -> "\"%s\": \"%s\"".formatted(node.getKey(), node.getValue()))
            .collect(Collectors.joining(", "));
    return new CommandLineUnderTest(folder, clock)
        .reachedBy(new StoreConnector(line -> {}))
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
            monitor: {period: 30s, samples: 2}
            execution: {pollEvery: 15s}
            forecast: {keepUntilLearned: false}
            """
                .formatted(addresses, riak.command(), folder.resolve("notes"), strategy))
        .run(command);
  }

  @Test
  void itIsWatchedAndSaidThatLoadsOfVnodesAreNotKnown() {
    Outcome watched = proteus("threshold", "watch", "--once");

    assertThat(watched.err()).doesNotContain("error");
    assertThat(watched.exitCode()).isZero();
    assertThat(watched.out())
        .contains("riak1@127.0.0.1", "the store places vnodes itself", "counted by node only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"threshold", "forecast"})
  void itGrowsToFourAndShrinksToThree(String strategy) {
    riak.ask(2800);
    Outcome grew = proteus(strategy, "apply", "--yes");
    assertThat(grew.err()).doesNotContain("error");
    assertThat(grew.out()).contains("start a node, 4 in all");
    clock.advance(Duration.ofMinutes(4)); // until the last hints are handed off
    assertThat(riak.stage()).isEqualTo("FOUR");
    assertThat(riak.machines()).hasSize(4);

    riak.ask(40);
    assertThat(proteus(strategy, "apply", "--yes").out()).contains("[guards.cooldown]");
    clock.advance(Duration.ofMinutes(31)); // scaling.oppositeWindow
    Outcome shrank = proteus(strategy, "apply", "--yes");
    assertThat(shrank.err()).doesNotContain("error");
    assertThat(shrank.out()).contains("have riak4@127.0.0.1 leave");
    assertThat(riak.stage()).isEqualTo("THREE");
    assertThat(riak.machines()).hasSize(3);
    assertThat(proteus(strategy, "history").out())
        .contains(
            "done: have the new node join, 4 in all",
            "done: have riak4@127.0.0.1 leave",
            "done: stop riak4@127.0.0.1 for good");
  }
}
