package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import io.proteus.testkit.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sun.misc.Signal;
import sun.misc.SignalHandler;

class ApplyCommandTest {
  private static final String QUICK = "monitor:\n  samples: 1\n";

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).byRestartOnly().build();

  @Test
  void carriesThePlanOutAndPutsTheBalancerBack() {
    Outcome applied = proteus().run("apply", "--yes");

    assertThat(applied.exitCode()).as(applied.err()).isZero();
    assertThat(applied.out())
        .contains("steps:")
        .contains("completed:")
        .containsPattern("regions misplaced +\\d+ +0");
    assertThat(cluster.incidents()).isEmpty();
    assertThat(cluster.peek().balancerOn()).isTrue();
    assertThat(cluster.faults().count(Call.RESTART)).isEqualTo(1);
  }

  @Test
  void aPlanThatTakesTwoPeopleIsNotCarriedOutAndWhatToDoIsSaid() {
    Outcome refused =
        new CommandLineUnderTest(folder, clock)
            .on(cluster)
            .configured(QUICK + "approval: {fourEyes: {restarts: 0}}\n")
            .run("apply", "--yes");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(refused.err())
        .contains("This plan takes two people: BEYOND_LIMIT: it would restart 1")
        .contains("[approval.fourEyes.restarts]")
        .contains("Nothing was changed. `proteus serve` proposes it");
    assertNothingIssued();
  }

  @Test
  void whatWasAppliedIsInTheHistoryAndTheNextOneCoolsDown() {
    proteus().run("apply", "--yes");

    Outcome history = proteus().run("history");
    Outcome again = proteus().run("apply", "--yes", "--regardless-of-load");

    assertThat(history.exitCode()).isZero();
    assertThat(history.out())
        .contains("asked for apply")
        .contains("decided    retarget")
        .contains("planned")
        .contains("done: restart rs2")
        .contains("completed after");
    assertThat(again.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(again.out()).contains("COOLDOWN").contains("[guards.cooldown]");
  }

  @Test
  void aPlanInACooldownSaysWhatItWouldHaveBeen() {
    proteus().run("apply", "--yes");
    List<Partition> partitions = cluster.peek().partitions();
    for (int i = 0; i < partitions.size(); i++) {
      cluster.rate(
          partitions.get(i).id(),
          i % 2 == 0 ? new RequestRates(0, 0, 3000) : new RequestRates(2000, 0, 0));
    }

    Outcome shown = proteus().run("plan", "--regardless-of-load");

    assertThat(shown.out()).contains("COOLDOWN").contains("It would have been:").contains("steps:");
    assertThat(proteus().run("plan", "--regardless-of-load", "--json").out())
        .contains("\"heldBack\"");
  }

  @Test
  void theReasonIsInTheJournalWithThePlan() {
    proteus().run("apply", "--yes", "--reason", " ticket 7 ");
    String given = proteus().run("history").out();
    clock.advance(Duration.ofSeconds(1));
    proteus().run("undo", "--yes");
    String unsaid = proteus().run("history").out();

    assertThat(given).containsPattern("asked for apply plan-\\d+-\\d+: ticket 7");
    assertThat(unsaid)
        .containsPattern("asked for undo plan-\\d+-\\d+: undo on the command line")
        .containsPattern("plan-\\d+-\\d+ is put back, by \\S+: undo on the command line");
  }

  @Test
  void anEmptyReasonOrOneThatIsTooLongIsRefusedBeforeAnythingIsDone() {
    for (String command : new String[] {"apply", "undo"}) {
      for (String reason : new String[] {" ", "x".repeat(501)}) {
        Outcome refused = proteus().run(command, "--yes", "--reason", reason);

        assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
        assertThat(refused.err()).contains(command + ": --reason: want 1 to 500 characters");
      }
    }
    assertNothingIssued();
    assertThat(cluster.faults().count(Call.CLAIM)).isZero();
  }

  @Test
  void asksAndDoesNothingUnlessTheAnswerIsYes() {
    Outcome declined = proteus().answering("no\n").run("apply");
    Outcome silent = proteus().answering("").run("apply");

    assertThat(declined.exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(silent.exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(declined.err()).containsPattern("Apply these \\d+ steps\\? \\[y/N\\]");
    assertNothingIssued();
  }

  @Test
  void aPlanWhoseQuestionWaitedForLongIsNotBegun() {
    Outcome late = proteus().answering("y\n").after(Duration.ofHours(9)).run("apply");

    assertThat(late.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(late.err())
        .contains("The plan is 9 h 0 min old")
        .contains("[guards.staleAfter and guards.cooldown together]")
        .contains("Nothing was changed");
    assertNothingIssued();
    assertThat(proteus().run("history").out()).doesNotContain("asked for apply");
  }

  @Test
  void anAnswerMayTakeAsLongAsACooldown() {
    Outcome applied = proteus().answering("y\n").after(Duration.ofMinutes(10)).run("apply");

    assertThat(applied.exitCode()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("completed:");
  }

  @Test
  void withoutATerminalItWantsYesAndLooksAtNothing() {
    Outcome refused = proteus().run("apply");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--yes");
    assertThat(cluster.faults().count(Call.SAMPLE)).isZero();
  }

  @Test
  void withoutAFileThereIsNoJournalSoNothingIsApplied() {
    Outcome refused = proteus().run("apply", "--zookeeper", "zk1", "--yes");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("proteus init");
    assertNothingIssued();
  }

  @Test
  void theSecondProteusOnAClusterRefuses() throws PortException {
    try (Claim first = cluster.claim("the first one, process 7")) {
      assertThat(first.isHeld()).isTrue();

      Outcome second = proteus().run("apply", "--yes");

      assertThat(second.exitCode()).isEqualTo(ExitCode.CLAIMED);
      assertThat(second.err()).contains("the first one, process 7");
      assertNothingIssued();
    }
  }

  @Test
  void aPlanThatTheStoreRefusesIsAbandonedAndTheBalancerPutBack() {
    cluster.faults().refuseNext(Call.MOVE, 1000);

    Outcome abandoned = proteus().run("apply", "--yes");

    assertThat(abandoned.exitCode()).isEqualTo(ExitCode.ABANDONED);
    assertThat(abandoned.out()).contains("abandoned:");
    assertThat(cluster.peek().balancerOn()).isTrue();
  }

  /** As a pod whose program refuses its new settings: it would be waited for for minutes. */
  @Test
  void aSignalEndsTheWaitForANodeThatDoesNotComeBackAndTheNextOneGoesOn() {
    InMemoryCluster stuck =
        MixedClusters.lopsided(clock).byRestartOnly().pace(new Pace(1, 1, 1, 1_000_000, 1)).build();
    CommandLineUnderTest proteus =
        new CommandLineUnderTest(folder, clock).on(stuck).configured(QUICK);
    AtomicReference<Instant> asked = new AtomicReference<>();
    stuck
        .faults()
        .beforeEach(
            call -> {
              if (asked.get() == null && !stuck.peek().deadNodes().isEmpty()) {
                asked.set(clock.instant());
                receive(new Signal("TERM"));
              }
            });

    Outcome stopped = proteus.run("apply", "--yes");

    assertThat(stopped.exitCode()).as(stopped.out()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(Duration.between(asked.get(), clock.instant())).isLessThan(Duration.ofSeconds(20));
    assertThat(stopped.out())
        .containsPattern("stopped: stopped as asked, after \\d+ steps?\\. Not done yet, and waited")
        .containsPattern("waited for no more: restart rs\\d with ")
        .contains("where a RegionServer does not come up, its own log tells why");
    assertThat(stuck.peek().balancerOn()).isTrue();

    Outcome next = proteus.run("apply", "--yes");

    assertThat(next.err()).contains("An earlier run was cut short.");
    assertThat(next.out())
        .containsPattern("rs\\d, which an earlier plan had stopped, does not come");
  }

  /** As the process does, and at once. */
  private static void receive(Signal signal) {
    SignalHandler handler = Signal.handle(signal, SignalHandler.SIG_IGN);
    Signal.handle(signal, handler);
    handler.handle(signal);
  }

  /** It is killed as it asks for a node. */
  @Test
  void whoeverFinishesWhatStartedNodesFillsThemToo() {
    InMemoryCluster growing = MixedClusters.two(clock, 0.9).build();
    CommandLineUnderTest proteus =
        new CommandLineUnderTest(folder, clock)
            .on(growing)
            .configured(QUICK + "nodes:\n  max: 3\n");
    AtomicBoolean dead = new AtomicBoolean();
    growing
        .faults()
        .beforeEach(
            call -> {
              if (dead.get() || call == Call.LAUNCH) {
                dead.set(true);
                throw new Killed();
              }
            });
    assertThatThrownBy(() -> proteus.run("apply", "--yes")).isInstanceOf(Killed.class);
    growing.faults().beforeEach(call -> {});
    growing.expireClaim();

    Outcome finished = proteus.run("apply", "--yes");

    assertThat(finished.exitCode()).as(finished.err()).isZero();
    assertThat(finished.out())
        .contains("the new RegionServers are there")
        .contains("RESIZE_CONTINUES")
        .contains("completed:");
    assertThat(growing.peek().nodes()).hasSize(3);
    assertThat(growing.peek().partitionsByNode().values()).noneMatch(List::isEmpty);
    assertThat(growing.peek().balancerOn()).isTrue();
  }

  /** The process is gone. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void runActsOnceAndHoldsFromThenOn() {
    Outcome ran = proteus().interruptedAfter(Duration.ofMinutes(10)).run("run");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines().filter(line -> line.contains("ACTED"))).hasSize(1);
    assertThat(ran.out()).contains("completed:").contains("HOLD  COOLDOWN");
    assertThat(cluster.incidents()).isEmpty();
    assertThat(cluster.peek().balancerOn()).isTrue();
  }

  @Test
  void aDryRunOnlySaysWhatItWouldDo() {
    Outcome ran = proteus().interruptedAfter(Duration.ofMinutes(2)).run("run", "--dry-run");
    assertThat(ran.err())
        .startsWith("Connecting to HBase cluster ")
        .contains("\nLooking every ")
        .contains("nothing is changed.");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("WOULD ACT").containsPattern("\\d+ steps");
    assertNothingIssued();
    assertThat(folder.resolve("proteus-data")).doesNotExist();
  }

  @Test
  void runGoesOnWhileTheClusterCannotBeRead() {
    cluster.readable(new NodeId("rs1"), false);

    Outcome ran = proteus().interruptedAfter(Duration.ofMinutes(2)).run("run");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("HOLD  METRICS_INCOMPLETE: rs1");
    assertThat(ran.out().lines().count()).isGreaterThan(2);
  }

  private void assertNothingIssued() {
    for (Call call :
        new Call[] {
          Call.MOVE,
          Call.RESTART,
          Call.SET_MEMORY_SPLIT,
          Call.SET_BLOCK_SIZE,
          Call.COMPACT,
          Call.SWITCH_BALANCER
        }) {
      assertThat(cluster.faults().count(call)).as("%s", call).isZero();
    }
  }

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock).on(cluster).configured(QUICK);
  }
}
