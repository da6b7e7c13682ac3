package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    assertThat(seen.err()).isEmpty();
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

    assertThat(seen.err()).containsOnlyOnce("waiting for the cluster: SAMPLE was refused");
    assertThat(seen.out().split("HBase cluster", -1)).hasSize(1 + 3);
    assertThat(seen.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void theFirstObservationAndTheOnlyOneHaveToSucceed() {
    refuseSample(1);
    assertThat(proteus().run("watch", "-z", "zk1").exitCode()).isEqualTo(ExitCode.ERROR);

    refuseSample(2);
    Outcome once = proteus().run("watch", "-z", "zk1", "--once");
    assertThat(once.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(once.err()).startsWith("proteus: SAMPLE was refused");
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
