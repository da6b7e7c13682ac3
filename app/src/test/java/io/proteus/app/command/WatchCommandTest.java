package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchCommandTest {
  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster =
      InMemoryCluster.cluster()
          .clock(clock)
          .node("rs1")
          .holding("orders", 2, new RequestRates(0, 0, 300))
          .holding("users", 2, new RequestRates(200, 0, 0))
          .node("rs2")
          .build();

  @Test
  void onceShowsRatesWithNothingButAZooKeeperGiven() {
    Outcome seen = proteus().run("watch", "--zookeeper", "zk1", "--once");

    assertThat(seen.exitCode()).isZero();
    assertThat(seen.out())
        .contains("2 RegionServers, 4 regions of 2 tables, 1,000 op/s")
        .contains("write 60%, read 40%")
        .contains("misplaced -> rs2");
    assertThat(seen.err())
        .as("what it does, and where, before it does it")
        .isEqualTo(
            "Connecting to HBase cluster unnamed at zk1:2181/hbase\n"
                + "Looking twice, 15 s apart. Nothing is changed.\n");
  }

  @Test
  void whatSomebodyHasSetByHandIsNamed() {
    InMemoryCluster odd =
        InMemoryCluster.cluster()
            .clock(clock)
            .node("rs1")
            .holding("users", 2, new RequestRates(200, 0, 0))
            .families("users", Map.of("a", 8, "b", 64, "c", 256))
            .node("rs2")
            .build();

    assertThat(
            new CommandLineUnderTest(folder, clock)
                .on(odd)
                .run("watch", "-z", "zk1", "--once")
                .out())
        .contains("set by hand, and kept: users (a 8 KB, c 256 KB)")
        .contains("..500000000000");
  }

  @Test
  void jsonIsAnObservationThatPlanReads() throws Exception {
    Outcome seen = proteus().run("watch", "-z", "zk1", "--once", "--json", "--save", "now.json");

    Schemas.assertValid("observation", seen.out());
    Schemas.assertValid("observation", Files.readString(folder.resolve("now.json")));
    Outcome plan = proteus().run("plan", "--from", "now.json", "--regardless-of-load", "--json");
    assertThat(plan.exitCode()).isZero();
    Schemas.assertValid("plan", plan.out());
  }

  @Test
  void regionsBeyondTheTopAreCounted() {
    assertThat(proteus().run("watch", "-z", "zk1", "--once", "--top", "1").out())
        .contains("and 3 regions more");
  }

  @Test
  void aHalfReadableClusterIsShownWithItsGaps() {
    cluster.readable(new NodeId("rs1"), false);

    Outcome seen = proteus().run("watch", "-z", "zk1", "--once");

    assertThat(seen.exitCode()).isZero();
    assertThat(seen.out())
        .contains("op/s not known")
        .contains("METRICS_INCOMPLETE: rs1")
        .contains("unreadable");
  }

  @Test
  void aClusterThatDoesNotAnswerForAWhileIsWaitedFor() {
    refuseSample(3);

    Outcome seen =
        proteus()
            .interruptedAfter(Duration.ofSeconds(45))
            .run("watch", "-z", "zk1", "--interval", "10s");

    assertThat(seen.err())
        .containsOnlyOnce("waiting for the cluster, what is shown is 10 s old: SAMPLE was refused");
    assertThat(seen.out().split("HBase cluster", -1)).hasSize(1 + 3);
    assertThat(seen.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void whoeverWatchesIsToldThatAPlanRuns() throws Exception {
    CommandLineUnderTest proteus = proteus().configured("");
    Path file = folder.resolve("proteus-data/test/journal.db");
    Files.createDirectories(file.getParent());
    Plan plan =
        new Plan(
            "plan-1",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            List.of(),
            Price.NOTHING,
            List.of(ReasonCode.ASKED_FOR.says("by the test")));
    try (SqliteJournal journal = SqliteJournal.open(file, Duration.ofDays(1))) {
      journal.append(clock.instant(), new Planned(plan, null));
    }

    String running = proteus.run("watch", "--once").out();
    try (SqliteJournal journal = SqliteJournal.open(file, Duration.ofDays(1))) {
      journal.append(
          clock.instant(), new PlanEnded("plan-1", "completed", Sentence.verbatim("done"), 0));
    }

    assertThat(running).contains("plan-1 is being carried out.");
    assertThat(proteus.run("watch", "--once").out()).doesNotContain("is being carried out");
  }

  @Test
  void theFirstObservationAndTheOnlyOneHaveToSucceed() {
    refuseSample(1);
    assertThat(proteus().run("watch", "-z", "zk1").exitCode()).isEqualTo(ExitCode.ERROR);

    refuseSample(2);
    Outcome once = proteus().run("watch", "-z", "zk1", "--once");
    assertThat(once.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(once.err()).contains("\nproteus: SAMPLE was refused");
  }

  /** The so manieth from now on. */
  private void refuseSample(int number) {
    int before = cluster.faults().count(Call.SAMPLE);
    cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SAMPLE && cluster.faults().count(Call.SAMPLE) == before + number) {
                cluster.faults().refuseNext(Call.SAMPLE, 1);
              }
            });
  }

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock).on(cluster);
  }
}
