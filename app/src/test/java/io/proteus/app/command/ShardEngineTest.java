package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.NodeId;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.ring.ShardEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store whose partitions Proteus moves with their followers, and which counts requests for nodes
 * only: they are divided by what each partition holds.
 */
class ShardEngineTest {
  private final ManualClock clock = ManualClock.start();
  private ShardEngine shards = ShardEngine.restart(clock);

  @TempDir private Path folder;

  @BeforeEach
  void begin() {
    shards = ShardEngine.restart(clock);
  }

  private CommandLineUnderTest proteus(String strategy) {
    return new CommandLineUnderTest(folder, clock)
        .reachedBy(new StoreConnector(line -> {}))
        .file(
            "proteus.yaml",
            """
            cluster: {name: shards}
            engine: {type: shards}
            strategy: %s
            nodes: {min: 2, max: 6}
            monitor: {period: 30s, samples: 2}
            """
                .formatted(strategy));
  }

  private long heldByTheFirst() {
    return shards.topology().served(new NodeId("shard-1"));
  }

  @Test
  void itsFiguresAreSaidToBeApportionedAndNoClassIsMadeOfThem() {
    Outcome watched = proteus("met").run("watch", "--once");

    assertThat(watched.exitCode()).isZero();
    assertThat(watched.out())
        .contains(
            "2 copies of each partition, requests of partitions are apportioned by what each holds")
        .doesNotContain("read 100%");
  }

  @ParameterizedTest
  @ValueSource(strings = {"met", "threshold", "target", "mdp", "forecast"})
  void everyStrategySpreadsWhatTheFirstShardHolds(String strategy) {
    assertThat(heldByTheFirst()).isEqualTo(6);

    Outcome applied = proteus(strategy).run("apply", "--yes", "--regardless-of-load");

    assertThat(applied.err()).doesNotContain("error");
    assertThat(applied.exitCode()).isZero();
    assertThat(heldByTheFirst()).isLessThan(6);
    assertThat(shards.topology().partitions())
        .allMatch(
            range -> range.copies().get(0).node().value().startsWith(String.valueOf(range.node())));
  }

  @Test
  void metSaysWhyItDoesNotGroupByUse() {
    assertThat(proteus("met").run("plan", "--regardless-of-load").out())
        .contains("USE_UNKNOWN: requests are apportioned by what each holds, so partitions are");
  }

  @Test
  void itGrowsAndFillsTheNewShardAndShrinksAndEmptiesOne() {
    shards.ask(2900);
    Outcome grew = proteus("threshold").interruptedAfter(Duration.ofMinutes(90)).run("run");
    int most = shards.topology().nodes().size();
    long emptyNodes =
        shards.topology().nodes().stream()
            .filter(node -> shards.topology().served(node.id()) == 0)
            .count();
    shards.ask(50);
    Outcome shrank = proteus("threshold").interruptedAfter(Duration.ofHours(4)).run("run");

    assertThat(grew.err() + shrank.err()).doesNotContain("error");
    assertThat(most).isGreaterThan(3);
    assertThat(emptyNodes).isZero();
    assertThat(shards.topology().nodes()).hasSizeLessThan(most);
    assertThat(shards.topology().partitions()).allMatch(range -> range.node() != null);
  }
}
