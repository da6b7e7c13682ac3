package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.rendering.MachinesRendering;
import io.proteus.app.rendering.Paint;
import io.proteus.app.view.MachineRow;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineTags;
import io.proteus.core.words.Words;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machines under a cluster. */
class NodesListCommandTest {
  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).build();

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock).on(cluster).configured("");
  }

  @Test
  void areListedWithTypeZoneAgePriceAndWhoseTheyAre() throws Exception {
    int before = cluster.peek().nodes().size();
    cluster.cloud().launch(Launch.of(before + 1, Map.of(), "p-7", 2));
    clock.advance(Duration.ofHours(2));

    Outcome listed = proteus().run("nodes", "list");

    assertThat(listed.exitCode()).as(listed.err()).isZero();
    assertThat(listed.out())
        .containsPattern("rs2 +serves +m-rs2 +small +zone-a +\\S.*0\\.25 +yours")
        .containsPattern("small +zone-a +2 h.*0\\.25 +Proteus, p-7")
        .contains("%d machines for".formatted(before + 1));
    assertThat(cluster.faults().count(Call.TERMINATE)).isZero();
  }

  @Test
  void whoseAMachineIsIsNotGuessedWhereTheCloudTellsNoTags() {
    Machine untagged = Machine.of(new NodeId("rs2"), clock.instant());

    String listed =
        new MachinesRendering(Words.NEUTRAL, 120, Paint.NONE)
            .render(
                List.of(
                    new MachineRow(
                        new NodeId("rs2"), MachineRow.Use.SERVES, Optional.of(untagged))),
                clock.instant(),
                Optional.empty());

    assertThat(listed).doesNotContain("yours").containsPattern("rs2 +serves");
  }

  @Test
  void aMachineThatIsTaggedForAnotherClusterIsSaidToBeThatOnes() {
    assertThat(listed(new MachineTags("orders", "p-7", "p-7-2").asMap()))
        .containsPattern("rs2 .*Proteus, for cluster orders")
        .doesNotContain("p-7");
    assertThat(listed(new MachineTags("here", "p-7", "p-7-2").asMap()))
        .containsPattern("rs2 .*Proteus, p-7");
    assertThat(listed(Map.of())).containsPattern("rs2 .*yours");
  }

  @Test
  void aMachineThatTheCloudIsAboutToTakeIsSaidToBe() {
    assertThat(listed(Map.of(), Optional.of("EC2: marked-for-termination")))
        .containsPattern("rs2 +machine alone, taken back soon");
  }

  private String listed(Map<String, String> tags) {
    return listed(tags, Optional.empty());
  }

  /** The listing of one machine by the cluster "here". */
  private String listed(Map<String, String> tags, Optional<String> takenBack) {
    Machine bare = Machine.of(new NodeId("rs2"), clock.instant());
    Machine machine =
        new Machine(
            bare.id(),
            bare.node(),
            bare.created(),
            bare.type(),
            bare.zone(),
            bare.pricePerHour(),
            tags,
            takenBack);
    return new MachinesRendering(Words.NEUTRAL, 120, Paint.NONE)
        .render(
            List.of(new MachineRow(machine.node(), MachineRow.Use.NONE, Optional.of(machine))),
            clock.instant(),
            Optional.of("here"));
  }

  @Test
  void ofACloudThatFailsTheReasonIsTold() {
    cluster.faults().refuseNext(Call.MACHINES, 1);

    Outcome listed = proteus().run("nodes", "list");

    assertThat(listed.exitCode()).isNotZero();
    assertThat(listed.out()).doesNotContain(new NodeId("rs2").value());
  }
}
