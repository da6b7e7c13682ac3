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

/** A node that an operator empties, and lets be filled again. */
class DrainCommandTest {
  private static final NodeId RS2 = new NodeId("rs2");

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).byRestartOnly().build();

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock)
        .on(cluster)
        .configured("monitor:\n  samples: 1\n");
  }

  private long held() {
    return cluster.peek().served(RS2);
  }

  @Test
  void isEmptiedAfterAQuestionWithPlanAndPrice() {
    assertThat(held()).isPositive();

    Outcome drained = proteus().answering("y\n").run("drain", "rs2", "--reason", "ticket 11");

    assertThat(drained.exitCode()).as(drained.err()).isZero();
    assertThat(drained.out())
        .contains("DRAIN: an operator drains rs2")
        .contains("Price:")
        .contains("completed:");
    assertThat(drained.err()).containsPattern("Apply these \\d+ steps\\? \\[y/N\\]");
    assertThat(held()).isZero();
    assertThat(cluster.faults().count(Call.RESTART)).isZero();
    assertThat(cluster.peek().balancerOn()).isTrue();
    assertThat(proteus().run("history").out())
        .contains("asked for drain rs2: ticket 11")
        .contains("drained    nothing is put on rs2");
  }

  @Test
  void nothingIsRememberedWhereTheAnswerIsNo() {
    long before = held();

    Outcome declined = proteus().answering("no\n").run("drain", "rs2");

    assertThat(declined.exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(held()).isEqualTo(before);
    assertThat(proteus().run("history").out()).doesNotContain("drain");
  }

  @Test
  void noLaterPlanFillsItUntilItIsReturned() {
    proteus().run("drain", "rs2", "--yes");
    clock.advance(Duration.ofHours(2));

    Outcome again = proteus().run("drain", "rs2", "--yes");
    Outcome applied = proteus().run("apply", "--regardless-of-load", "--yes");
    long kept = held();
    clock.advance(Duration.ofHours(2));
    Outcome returned = proteus().run("undrain", "rs2", "--yes");

    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("rs2 holds nothing, and nothing is put there");
    assertThat(applied.exitCode()).as(applied.err()).isZero();
    assertThat(applied.out())
        .contains("DRAINED: left out, and nothing is put there, as operators drained it: rs2");
    assertThat(kept).isZero();
    assertThat(returned.exitCode()).as(returned.err()).isZero();
    assertThat(returned.out()).contains("an operator returned rs2");
    assertThat(held()).isPositive();
    assertThat(proteus().run("history").out()).contains("every RegionServer may be filled");
    assertThat(cluster.incidents()).isEmpty();
  }

  @Test
  void whatCannotBeIsRefusedWithTheReason() {
    Outcome unknown = proteus().run("drain", "rs9", "--yes");
    Outcome notDrained = proteus().run("undrain", "rs2", "--yes");
    Outcome nobody = proteus().run("drain", "rs2");
    Outcome noNode = proteus().run("drain");

    assertThat(unknown.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(unknown.err()).contains("drain: rs9 is not a live");
    assertThat(notDrained.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(notDrained.err()).contains("undrain: rs2 is not drained.");
    assertThat(nobody.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(noNode.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(proteus().run("history").out()).doesNotContain("drain");
  }
}
