package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.Table;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of which {@code plan} and {@code apply} leave out a part. */
class EditedPlanTest {
  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).byRestartOnly().build();

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock)
        .on(cluster)
        .configured("monitor:\n  samples: 1\n");
  }

  private List<Object> blocks() {
    return cluster.peek().tables().stream().map(Table::blockSize).map(Object.class::cast).toList();
  }

  @Test
  void movesAreAppliedWithoutAltersAndRestarts() {
    List<Object> before = blocks();

    Outcome applied =
        proteus()
            .answering("y\n")
            .run("apply", "--without", "tablesAltered,restarts", "--reason", "ticket 12");

    assertThat(applied.exitCode()).as(applied.err()).isZero();
    assertThat(applied.out())
        .contains("Left out:")
        .containsPattern("Plan plan-\\d+-\\d+-e1")
        .contains("EDITED: an operator made it of plan-")
        .contains("without restarts, tablesAltered")
        .contains("completed:");
    assertThat(blocks()).isEqualTo(before);
    assertThat(cluster.faults().count(Call.RESTART)).isZero();
    assertThat(cluster.faults().count(Call.MOVE)).isPositive();
    assertThat(proteus().run("history").out())
        .containsPattern("asked for apply plan-\\d+-\\d+-e1: ticket 12");
    assertThat(cluster.incidents()).isEmpty();
  }

  @Test
  void stepsThatAreLeftOutAreShownWithWhatDependsOnThem() {
    Outcome planned = proteus().run("plan");
    Outcome left = proteus().run("plan", "--without-step", "1");
    Outcome json = proteus().run("plan", "--without-step", "1", "--json");

    assertThat(planned.exitCode()).as(planned.err()).isZero();
    assertThat(left.exitCode()).as(left.err()).isZero();
    assertThat(left.out()).contains("Left out:").contains("without steps 1");
    assertThat(json.out()).contains("-e1\"");
  }

  @Test
  void whatThePlanHasNotIsRefused() {
    Outcome far = proteus().run("plan", "--without-step", "9999");
    Outcome table = proteus().run("apply", "--yes", "--without-table", "nowhere");
    Outcome kind = proteus().run("apply", "--yes", "--without", "miracles");
    Outcome number = proteus().run("plan", "--without-step", "five");

    assertThat(far.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(far.err()).contains("without step 9999");
    assertThat(table.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(table.err()).contains("without table nowhere");
    assertThat(kind.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(kind.err()).contains("tablesAltered");
    assertThat(number.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(number.err()).contains("want numbers of steps");
    assertThat(cluster.faults().count(Call.MOVE)).isZero();
  }
}
