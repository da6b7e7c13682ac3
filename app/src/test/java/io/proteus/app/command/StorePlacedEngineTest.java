package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.NodeId;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.ring.RingEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A store that places its partitions itself, three copies of each, and counts requests for nodes
 * only: the whole command line works with it.
 */
class StorePlacedEngineTest {
  private final ManualClock clock = ManualClock.start();
  private RingEngine ring = RingEngine.restart(clock);

  @TempDir private Path folder;

  @BeforeEach
  void begin() {
    ring = RingEngine.restart(clock);
  }

  private CommandLineUnderTest proteus(String strategy, String more) {
    return new CommandLineUnderTest(folder, clock)
        .reachedBy(new StoreConnector(line -> {}))
        .file(
            "proteus.yaml",
            """
            cluster: {name: rings}
            engine: {type: ring}
            strategy: %s
            nodes: {min: 3, max: 8}
            monitor: {period: 30s, samples: 2}
            %s
            """
                .formatted(strategy, more));
  }

  private int nodes() {
    return ring.topology().nodes().size();
  }

  @Test
  void itIsWatchedAndWhatItsFiguresRestOnIsSaid() {
    Outcome watched = proteus("threshold", "").run("watch", "--once");

    assertThat(watched.err()).doesNotContain("error");
    assertThat(watched.exitCode()).isZero();
    assertThat(watched.out())
        .contains(
            "ring-1",
            "ring-4",
            "the store places partitions itself, 3 copies of each partition, requests of partitions"
                + " are counted by node only");
  }

  @Test
  void itGrowsByPlanAndApplyAndIsUndone() {
    ring.ask(2400);
    Outcome plan = proteus("threshold", "").run("plan");
    Outcome applied = proteus("threshold", "").run("apply", "--yes");

    assertThat(plan.out()).contains("start a node, 5 in all").doesNotContain("move vnode");
    assertThat(applied.err()).doesNotContain("error");
    assertThat(applied.exitCode()).isZero();
    assertThat(nodes()).isEqualTo(5);

    clock.advance(Duration.ofMinutes(5));
    Outcome undone = proteus("threshold", "").run("undo", "--yes");

    assertThat(undone.err()).doesNotContain("error");
    assertThat(undone.out()).contains("have ring-5 leave", "stop ring-5 for good");
    assertThat(nodes()).isEqualTo(4);
    assertThat(ring.machines()).hasSize(4);
    assertThat(ring.topology().deadNodes()).isEmpty();
  }

  @Test
  void ofNodesThatJoinTogetherTheStoreIsToldWhichIsTheLast() {
    Outcome added = proteus("threshold", "").run("nodes", "add", "3", "--yes");

    assertThat(added.exitCode()).as(added.err()).isZero();
    assertThat(ring.followed())
        .containsExactlyInAnyOrder(new NodeId("ring-5"), new NodeId("ring-6"));
    assertThat(nodes()).isEqualTo(7);
  }

  @Test
  void aCommandStaysUntilTheStoreIsDone() {
    ring.movesFor(Duration.ofMinutes(40));

    Outcome added = proteus("threshold", "").run("nodes", "add", "1", "--yes");

    assertThat(added.exitCode()).as(added.err()).isZero();
    assertThat(added.err()).containsOnlyOnce("Waiting until the store is done");
    assertThat(added.out()).contains("hottest CPU");
    assertThat(ring.topology().inTransition()).isEmpty();
  }

  @Test
  void aSignalEndsACommandThatWaitsForTheStore() {
    ring.movesFor(Duration.ofMinutes(40));

    Outcome added =
        proteus("threshold", "")
            .interruptedAfter(Duration.ofMinutes(10))
            .run("nodes", "add", "1", "--yes");

    assertThat(added.err()).contains("Waiting until the store is done").doesNotContain("error");
    assertThat(added.out()).contains("completed").doesNotContain("hottest CPU");
    assertThat(nodes()).isEqualTo(5);
    assertThat(ring.topology().inTransition()).isNotEmpty();
  }

  @Test
  void whatAnEarlierRunLeftToBeDoneAfterAJoinIsDone() {
    ring.leaveWork();

    Outcome applied = proteus("threshold", "").run("apply", "--yes");

    assertThat(applied.exitCode()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("the store does what was to follow a join");
    assertThat(applied.err()).contains("An earlier run was cut short", "Waiting until the store");
    assertThat(ring.hasLeftWork()).isFalse();
    assertThat(ring.topology().inTransition()).isEmpty();
  }

  @Test
  void aRunDoesWhatWasLeftByItself() {
    ring.leaveWork();

    Outcome ran = proteus("threshold", "").interruptedAfter(Duration.ofMinutes(5)).run("run");

    assertThat(ran.err()).doesNotContain("error");
    assertThat(ring.hasLeftWork()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"met", "threshold", "target", "mdp", "forecast"})
  void itGrowsAndShrinksUnderALoad(String strategy) {
    ring.ask(3300);
    Outcome grew = proteus(strategy, "").interruptedAfter(Duration.ofMinutes(90)).run("run");
    int most = nodes();
    ring.ask(60);
    Outcome shrank =
        proteus(strategy, "forecast: {keepUntilLearned: false}")
            .interruptedAfter(Duration.ofHours(6))
            .run("run");

    assertThat(grew.err() + shrank.err()).doesNotContain("error");
    assertThat(most).isGreaterThan(4);
    assertThat(nodes()).isLessThan(most).isGreaterThanOrEqualTo(3);
    assertThat(ring.machines()).hasSize(nodes());
  }

  @Test
  void metCountsNodesAndSaysWhyItDoesNotGroupThem() {
    Outcome plan = proteus("met", "").run("plan", "--regardless-of-load");

    assertThat(plan.exitCode()).isZero(); // nothing is to be done
    assertThat(plan.out())
        .contains(
            "PLACED_BY_STORE: this store places partitions itself, so only the number of nodes is"
                + " decided, and 4 nodes stay");
  }

  @Test
  void whatItDidIsReplayedInTheSimulator() {
    ring.ask(2400);
    proteus("threshold", "").interruptedAfter(Duration.ofMinutes(30)).run("run");

    Outcome simulated =
        proteus("threshold", "")
            .run(
                "simulate",
                "--from-journal",
                "proteus-data/rings/journal.db",
                "--config",
                "proteus.yaml",
                "--strategy",
                "none,threshold,target,mdp,forecast,met");

    assertThat(simulated.err()).doesNotContain("error");
    assertThat(simulated.exitCode()).isZero();
  }

  @Test
  void aDeadNodeIsReplacedAndStruckOffOnceItIsNoLongerWaitedFor() {
    NodeId dead = new NodeId("ring-2");
    ring.ask(700); // not too little for four, nor too much for three
    proteus("threshold", "").interruptedAfter(Duration.ofMinutes(5)).run("run");
    ring.terminate(dead);

    Outcome waited = proteus("threshold", "").interruptedAfter(Duration.ofHours(2)).run("run");

    assertThat(waited.err()).doesNotContain("error");
    assertThat(ring.topology().deadNodes()).containsExactly(dead);
    assertThat(nodes()).isEqualTo(4);

    Outcome ran = proteus("threshold", "").interruptedAfter(Duration.ofHours(2)).run("run");

    assertThat(ran.err()).doesNotContain("error");
    assertThat(nodes()).isEqualTo(4);
    assertThat(ring.topology().deadNodes()).isEmpty();
    assertThat(ring.topology().partitions()).allMatch(vnode -> vnode.replicas().size() == 3);
  }
}
