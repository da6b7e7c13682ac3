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
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();

  @Test
  void aHealthyClusterGivesNoFindingAndNothingIsChanged() {
    InMemoryCluster cluster = balanced().build();

    Outcome doctor = on(cluster).run("doctor", "-z", "zk1");

    assertThat(doctor.out())
        .startsWith("HBase cluster in-memory: nothing is wrong")
        .contains("healthy: the busiest of 2 RegionServers is at 50 % CPU")
        .doesNotContain("cure:");
    assertThat(doctor.exitCode()).isZero();
    for (Call call :
        EnumSet.complementOf(
            EnumSet.of(Call.TOPOLOGY, Call.SAMPLE, Call.READ_HOSTS, Call.MACHINES))) {
      assertThat(cluster.faults().count(call)).as("%s", call).isZero();
    }
  }

  @Test
  void findingsComeInOrderOfWhatTheyCostEachWithItsCure() {
    InMemoryCluster cluster = balanced().node("rs3").cpu(0.97).build();
    CommandLineUnderTest line =
        on(cluster)
            .set(
                settings("rs1", "rs2", "rs3")
                    .table("orders", Map.of("DURABILITY", "SKIP_WAL"), Map.of()));

    Outcome doctor = line.run("doctor", "-z", "zk1");

    assertThat(doctor.exitCode()).isEqualTo(ExitCode.FINDINGS);
    assertThat(doctor.out())
        .containsSubsequence(
            "findings: 1 error, ",
            "error contradicting-settings",
            "proteus parameters --changed",
            "warning overloaded-nodes",
            "cure:",
            "proteus plan");
  }

  @Test
  void theStoresOwnCommandCuresTheDead() {
    InMemoryCluster cluster = balanced().node("rs3").build();
    cluster.kill(new NodeId("rs3"), 1000);

    assertThat(on(cluster).run("doctor", "-z", "zk1").out())
        .contains("dead: rs3")
        .contains("echo clear_deadservers | hbase shell -n");
  }

  @Test
  void theBalancerIsAFindingOnlyBesideAProteusThatLeads() throws Exception {
    InMemoryCluster cluster = balanced().build();
    assertThat(on(cluster).run("doctor", "-z", "zk1").out()).doesNotContain("balancer");

    cluster.claim("anna");

    assertThat(on(cluster).run("doctor", "-z", "zk1").out())
        .contains("warning balancer-beside")
        .contains("the store's own balancer is on, and anna leads")
        .contains("echo 'balance_switch false' | hbase shell -n");
    cluster.balancer(false);
    assertThat(on(cluster).run("doctor", "-z", "zk1").out()).doesNotContain("balancer");
  }

  @Test
  void whatAProteusLeftSwitchedOffIsAnErrorOnceItIsGone() throws Exception {
    InMemoryCluster cluster = balanced().balancerOff().build();
    cluster.switchCompactions(Set.of(new NodeId("rs1")), false);
    cluster.claim("anna");
    assertThat(on(cluster).run("doctor", "-z", "zk1").out()).doesNotContain("left-switched-off");

    cluster.expireClaim();

    assertThat(on(cluster).run("doctor", "-z", "zk1").out())
        .contains("error left-switched-off")
        .contains("the store's own compactions are off on rs1")
        .contains("proteus run");
  }

  @Test
  void whatDoesNotTellIsNotSaidToBeFine() {
    InMemoryCluster cluster = balanced().build();
    CommandLineUnderTest line =
        on(cluster).set(settings("rs1").unreadable("rs2", "nothing answers at http://rs2:16030"));

    Outcome doctor = line.run("doctor", "-z", "zk1");

    assertThat(doctor.out())
        .contains("1 could not be looked at")
        .contains("could not be looked at: rs2: nothing answers at http://rs2:16030");
    assertThat(doctor.exitCode()).isEqualTo(ExitCode.FINDINGS);
    assertThat(line.run("doctor", "-z", "zk1", "--fail-on", "warning").exitCode()).isZero();
    assertThat(line.run("doctor", "-z", "zk1", "--fail-on", "never").exitCode()).isZero();
  }

  @Test
  void itSaysWhatProteusCannotDoAndWhatIsMissing() {
    Outcome doctor =
        on(balanced().without(Capability.RESTART_NODE, Capability.RESIZE).build())
            .run("doctor", "-z", "zk1");

    assertThat(doctor.exitCode()).isZero();
    assertThat(doctor.out())
        .contains("What Proteus cannot do here:")
        .contains("restart RegionServers: nobody here runs them [cloud.type]");
  }

  @Test
  void jsonIsWhatTheSchemaSays() throws Exception {
    InMemoryCluster cluster = balanced().node("rs3").cpu(0.97).build();
    cluster.readable(new NodeId("rs3"), false);

    Outcome sick = on(cluster).run("doctor", "-z", "zk1", "--json");
    Outcome well = on(balanced().build()).run("doctor", "-z", "zk1", "--json");

    Schemas.assertValid("doctor", sick.out());
    Schemas.assertValid("doctor", well.out());
    assertThat(sick.out()).contains("\"severity\" : \"unknown\"");
    assertThat(well.out()).contains("\"findings\" : [ ]").contains("\"health\" : \"healthy\"");
    assertThat(sick.exitCode()).isEqualTo(ExitCode.FINDINGS);
  }

  @Test
  void aSavedObservationIsLookedAtWithoutACluster() throws Exception {
    Files.copy(Path.of("../docs/schema/small.observation.json"), folder.resolve("small.json"));

    Outcome doctor = new CommandLineUnderTest(folder, clock).run("doctor", "--from", "small.json");

    assertThat(doctor.out()).startsWith("HBase cluster ");
    assertThat(doctor.err()).isEmpty();
  }

  @Test
  void aSeverityThatThereIsNotIsRefused() {
    Outcome doctor = on(balanced().build()).run("doctor", "-z", "zk1", "--fail-on", "bad");

    assertThat(doctor.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(doctor.err())
        .contains("--fail-on: want one of error, warning, unknown, note or never, got 'bad'.");
  }

  private CommandLineUnderTest on(InMemoryCluster cluster) {
    return new CommandLineUnderTest(folder, clock).on(cluster).set(settings("rs1", "rs2"));
  }

  private static FixedSettings settings(String... servers) {
    FixedSettings settings = new FixedSettings();
    for (String server : servers) {
      settings.server(server, 1024);
    }
    return settings;
  }

  private ClusterBuilder balanced() {
    return InMemoryCluster.cluster()
        .clock(clock)
        .node("rs1")
        .cpu(0.5)
        .holding("orders", 20, new RequestRates(10, 0, 30))
        .node("rs2")
        .cpu(0.5)
        .holding("users", 20, new RequestRates(10, 0, 30));
  }
}
