package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();

  @Test
  void showsStepsAndPriceAndChangesNothing() {
    InMemoryCluster cluster = hot().build();

    Outcome plan = grouping(cluster).run("plan", "--interval", "10s");

    assertThat(plan.exitCode()).isZero();
    assertThat(plan.out())
        .contains("Price:")
        .contains("steps:")
        .contains("INITIAL_RECONFIGURATION");
    assertThat(plan.err()).contains("Observing for 10 s: 1 sample, 10 s apart");
    for (Call call :
        EnumSet.complementOf(
            EnumSet.of(Call.TOPOLOGY, Call.SAMPLE, Call.READ_HOSTS, Call.MACHINES))) {
      assertThat(cluster.faults().count(call)).as("%s", call).isZero();
    }
  }

  /** With MeT, which groups by use. */
  private CommandLineUnderTest grouping(InMemoryCluster cluster) {
    return on(cluster).configured("monitor: {period: 15s, samples: 1}\n");
  }

  /** Who only names a cluster gets what does no harm: nothing, where it is balanced. */
  @Test
  void aBalancedClusterIsLeftAsItIsWhateverItsUse() {
    InMemoryCluster balanced =
        InMemoryCluster.cluster()
            .clock(clock)
            .node("rs1")
            .cpu(0.5)
            .holding("orders", 20, new RequestRates(10, 0, 30))
            .node("rs2")
            .cpu(0.5)
            .holding("users", 20, new RequestRates(10, 0, 30))
            .build();

    Outcome plan = on(balanced).run("plan", "-z", "zk1");
    Outcome asked = on(balanced).run("plan", "-z", "zk1", "--regardless-of-load");

    assertThat(plan.out()).contains("Nothing to do now.").contains("SIZE_FITS");
    assertThat(asked.out()).contains("Nothing to do now.").contains("0 of them move");
  }

  @Test
  void jsonIsWhatTheSchemaSays() throws Exception {
    Outcome plan = on(hot().build()).run("plan", "-z", "zk1", "--json");

    Schemas.assertValid("plan", plan.out());
    assertThat(plan.out()).contains("\"verdict\" : \"retarget\"");
  }

  @Test
  void aHealthyClusterIsLeftAloneUnlessAskedRegardlessOfLoad() {
    InMemoryCluster calm = mixed().build();

    Outcome held = grouping(calm).run("plan");
    Outcome asked = grouping(calm).run("plan", "--regardless-of-load");

    assertThat(held.exitCode()).isZero();
    assertThat(held.out())
        .contains("Nothing to do now.")
        .contains("HEALTHY")
        .contains("[met.cpuAbove]")
        .contains("--regardless-of-load plans all the same");
    assertThat(asked.exitCode()).isZero();
    assertThat(asked.out()).contains("ASKED_FOR").contains("steps:");
  }

  @Test
  void aGuardThatHoldsEndsWithItsOwnExitCode() {
    InMemoryCluster cluster = hot().build();
    cluster.readable(new NodeId("rs1"), false);

    Outcome plan = on(cluster).run("plan", "-z", "zk1");

    assertThat(plan.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(plan.out()).contains("METRICS_INCOMPLETE");
  }

  /** As of a cluster without a cloud, of which nothing but the splits is as it should not be. */
  @Test
  void whereNothingCanBeDoneItIsSaidWhatThePluginWouldDo() {
    InMemoryCluster cluster =
        InMemoryCluster.cluster()
            .clock(clock)
            .without(Capability.RESTART_NODE, Capability.BLOCK_SIZE_ONLINE)
            .node("rs1")
            .byRestartOnly()
            .cpu(0.95)
            .holding("orders", 3, new RequestRates(0, 0, 300))
            .node("rs2")
            .byRestartOnly()
            .cpu(0.95)
            .holding("users", 3, new RequestRates(300, 0, 0))
            .build();

    Outcome plan = grouping(cluster).run("plan");

    assertThat(plan.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(plan.out())
        .contains("Nothing to do now.")
        .contains("NOT_CAPABLE: rs1, rs2 keep their memory split")
        .contains(
            "With Proteus's plugin on their class path, 2 RegionServers could be set without a"
                + " restart.\n");
  }

  @Test
  void noTablesAndOneServerAndNoTrafficAreEachSaidAndNothingIsPlanned() {
    InMemoryCluster noTables =
        InMemoryCluster.cluster().clock(clock).node("rs1").node("rs2").build();
    InMemoryCluster oneServer =
        InMemoryCluster.cluster()
            .clock(clock)
            .node("rs1")
            .cpu(0.9)
            .holding("t", 3, new RequestRates(10, 0, 0))
            .build();
    InMemoryCluster noTraffic =
        InMemoryCluster.cluster().clock(clock).node("rs1").holding("t", 3).node("rs2").build();

    assertThat(grouping(noTables).run("plan").out()).contains("NO_PARTITIONS");
    assertThat(grouping(oneServer).run("plan").out()).contains("ONE_NODE");
    assertThat(grouping(noTraffic).run("plan").out()).contains("NO_TRAFFIC");
  }

  /** As a Proteus leaves it that was killed as it began. */
  @Test
  void aJournalInWhichNothingWasWrittenIsNoPast() throws Exception {
    Files.createDirectories(folder.resolve("proteus-data"));
    Files.createFile(folder.resolve("proteus-data/journal.db"));

    Outcome plan =
        on(hot().build())
            .configured("monitor:\n  samples: 1\njournal:\n  file: proteus-data/journal.db\n")
            .run("plan");

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("steps:");
  }

  @Test
  void plansFromAFileWithoutAClusterOrAConfiguration() throws Exception {
    Files.copy(Path.of("../docs/schema/small.observation.json"), folder.resolve("small.json"));

    Outcome plan =
        new CommandLineUnderTest(folder, clock)
            .run("plan", "--from", "small.json", "--regardless-of-load", "--json");

    assertThat(plan.exitCode()).isZero();
    Schemas.assertValid("plan", plan.out());
  }

  @Test
  void aFileThatIsNotAnObservationIsRefusedWithThePlaceThatIsWrong() {
    CommandLineUnderTest proteus =
        new CommandLineUnderTest(folder, clock)
            .file(
                "wrong.json",
                """
                {"schema": "proteus/observation/1", "nodes": [{"id": "a", "cpu": 75}], "partitions": []}
                """);

    Outcome wrong = proteus.run("plan", "--from", "wrong.json");
    Outcome missing = proteus.run("plan", "--from", "missing.json");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("$.nodes[0].cpu").contains("75");
    assertThat(missing.err()).contains("there is no such file");
  }

  private CommandLineUnderTest on(InMemoryCluster cluster) {
    return new CommandLineUnderTest(folder, clock).on(cluster);
  }

  private ClusterBuilder hot() {
    return mixed().cpu(0.95);
  }

  /** A node with writes and reads beside one with reads. */
  private ClusterBuilder mixed() {
    return InMemoryCluster.cluster()
        .clock(clock)
        .node("rs1")
        .holding("orders", 3, new RequestRates(0, 0, 300))
        .holding("users", 3, new RequestRates(400, 0, 0))
        .node("rs2")
        .holding("users", 3, new RequestRates(100, 0, 0));
  }
}
