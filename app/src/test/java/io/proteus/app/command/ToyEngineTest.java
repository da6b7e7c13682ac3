package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.toy.ToyEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An engine that nobody knows of but its own folder and a service entry: the whole command line
 * works with it.
 */
class ToyEngineTest {
  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
  private ToyEngine toy = ToyEngine.restart(clock);

  @TempDir private Path folder;

  @BeforeEach
  void begin() {
    toy = ToyEngine.restart(clock);
  }

  private CommandLineUnderTest proteus(String strategy, String more) {
    return new CommandLineUnderTest(folder, clock)
        .reachedBy(new StoreConnector(line -> {}))
        .file(
            "proteus.yaml",
            """
            cluster: {name: toys}
            engine: {type: toy}
            strategy: %s
            monitor: {period: 10s, samples: 2}
            %s
            """
                .formatted(strategy, more));
  }

  private long marblesOfTheSecondBox() throws PortException {
    return toy.topology().partitions().stream()
        .filter(marble -> String.valueOf(marble.node()).equals("box-2"))
        .count();
  }

  @Test
  void itIsWatched() {
    Outcome watched = proteus("met", "").run("watch", "--once");

    assertThat(watched.err()).doesNotContain("error");
    assertThat(watched.exitCode()).isZero();
    assertThat(watched.out()).contains("box-1", "box-2", "75");
  }

  @Test
  void whatItsPlanSaysIsDone() throws Exception {
    Outcome plan = proteus("met", "").run("plan");
    Outcome applied = proteus("met", "").run("apply", "--yes");

    assertThat(plan.out()).contains("move marble-").doesNotContain("% / ");
    assertThat(applied.err()).doesNotContain("error");
    assertThat(applied.exitCode()).isZero();
    assertThat(marblesOfTheSecondBox()).isGreaterThan(1);
  }

  @Test
  void aClaimElsewhereIsRefusedAsItsStoreKeepsTheClaim() throws Exception {
    Outcome applied =
        proteus("met", "cloud: {type: kubernetes, statefulSet: toys, lease: toys-proteus}")
            .run("apply", "--yes");

    assertThat(applied.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(applied.err())
        .contains("cloud.lease: want nothing with engine.type toy", "got toys-proteus.");
    assertThat(marblesOfTheSecondBox()).isEqualTo(1);
  }

  @Test
  void itIsRunAndServed() throws Exception {
    Outcome ran = proteus("met", "").interruptedAfter(Duration.ofMinutes(10)).run("run");

    assertThat(ran.exitCode()).isZero();
    assertThat(marblesOfTheSecondBox()).isGreaterThan(1);

    Outcome served =
        proteus("met", "server: {port: 0}\napproval: {mode: automatic}\n")
            .interruptedAfter(Duration.ofMinutes(5))
            .run("serve");

    assertThat(served.out()).contains("Serving toys at ");
    assertThat(served.exitCode()).isZero();
  }

  @Test
  void whatItDidIsReplayedInTheSimulator() {
    proteus("met", "").interruptedAfter(Duration.ofMinutes(30)).run("run");

    Outcome simulated =
        proteus("met", "")
            .run(
                "simulate",
                "--from-journal",
                "proteus-data/toys/journal.db",
                "--config",
                "proteus.yaml",
                "--strategy",
                "none,met");

    assertThat(simulated.err()).doesNotContain("error");
    assertThat(simulated.exitCode()).isZero();
  }

  /** None holds as it cannot read a memory split: there is none to be read. */
  @ParameterizedTest
  @CsvSource({"met", "threshold", "target", "mdp", "forecast"})
  void everyStrategyDecides(String strategy) {
    Outcome plan = proteus(strategy, "").run("plan", "--regardless-of-load");

    assertThat(plan.exitCode()).isZero();
    assertThat(plan.out() + plan.err()).doesNotContain("METRICS_INCOMPLETE");
    assertThat(plan.out()).contains("move marble-");
  }

  @Test
  void aTypeThatNobodyBringsIsRefusedWithTheNearest() {
    Outcome refused =
        new CommandLineUnderTest(folder, clock)
            .file("proteus.yaml", "cluster: {name: toys}\nengine: {type: toi}\n")
            .run("watch", "--once");

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("engine.type: want one of ", ", got 'toi'. Maybe 'toy'.");
  }

  @Test
  void whatItDoesNotHaveIsSaidSo() {
    assertThat(proteus("met", "").run("parameters").err())
        .contains("this store does not tell what it is set to");
  }
}
