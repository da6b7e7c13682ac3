package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.NodeId;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More and fewer nodes by an operator's command (TIR-9). */
class NodesResizeCommandTest {
  private static final NodeId RS2 = new NodeId("rs2");

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).build();
  private final int before = cluster.peek().nodes().size();

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock)
        .on(cluster)
        .configured(
            "monitor:\n  samples: 1\nnodes:\n  min: %d\n  max: %d\n"
                .formatted(before - 1, before + 2));
  }

  @Test
  void soManyAreStartedAndFilledAfterAQuestionWithPlanAndPrice() {
    Outcome added = proteus().answering("y\n").run("nodes", "add", "2", "--reason", "ticket 12");

    assertThat(added.exitCode()).as(added.err() + added.out()).isZero();
    assertThat(added.out())
        .contains("NODES_ORDERED: an operator adds 2", "Price:", "Money: 0.5 an hour more");
    assertThat(added.err()).contains("Apply these 2 steps? [y/N]");
    assertThat(cluster.peek().nodes()).hasSize(before + 2);
    assertThat(cluster.faults().count(Call.LAUNCH)).isGreaterThanOrEqualTo(2);
    assertThat(proteus().run("history").out()).contains("asked for nodes add 2: ticket 12");
    assertThat(cluster.incidents()).isEmpty();
  }

  @Test
  void oneIsEmptiedAndEndedAndTheUndoBringsOneBack() {
    Outcome removed = proteus().run("nodes", "remove", "rs2", "--yes");

    assertThat(removed.exitCode()).as(removed.err() + removed.out()).isZero();
    assertThat(cluster.peek().node(RS2)).isEmpty();
    assertThat(cluster.machines()).hasSize(before - 1);
    assertThat(cluster.incidents()).isEmpty();
    assertThat(proteus().run("history").out()).contains("asked for nodes remove rs2");
    clock.advance(Duration.ofHours(2));

    Outcome undone = proteus().run("undo", "--yes");

    assertThat(undone.exitCode()).as(undone.err() + undone.out()).isZero();
    assertThat(cluster.peek().nodes()).hasSize(before);
  }

  @Test
  void beyondTheBoundsNothingIsDone() {
    Outcome more = proteus().run("nodes", "add", "3", "--yes");
    Outcome fewer = proteus().run("nodes", "remove", "2", "--yes");
    Outcome unknown = proteus().run("nodes", "remove", "rs9", "--yes");
    Outcome none = proteus().run("nodes", "add", "0", "--yes");
    Outcome nobody = proteus().run("nodes", "add", "1");
    Outcome declined = proteus().answering("no\n").run("nodes", "add", "1");

    assertThat(more.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(more.err()).contains("nodes.max is %d. Nothing was changed.".formatted(before + 2));
    assertThat(fewer.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(fewer.err()).contains("nodes.min is %d".formatted(before - 1));
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(unknown.err()).contains("rs9 is not a live");
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nobody.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(declined.exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(cluster.faults().count(Call.LAUNCH)).isZero();
    assertThat(cluster.faults().count(Call.TERMINATE)).isZero();
    assertThat(proteus().run("history").out()).doesNotContain("asked for nodes");
  }
}
