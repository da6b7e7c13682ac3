package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Table;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code undo} puts back, asks, and refuses. */
class UndoCommandTest {
  private static final Pattern PLAN = Pattern.compile("plan-\\d+-\\d+");

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).byRestartOnly().build();

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock)
        .on(cluster)
        .configured("monitor:\n  samples: 1\n");
  }

  private String applied() {
    Outcome applied = proteus().run("apply", "--yes");
    assertThat(applied.exitCode()).as(applied.err()).isZero();
    Matcher plan = PLAN.matcher(applied.out());
    assertThat(plan.find()).isTrue();
    clock.advance(Duration.ofSeconds(1));
    return plan.group();
  }

  private List<Object> picture() {
    return List.of(
        cluster.peek().partitions().stream().map(Partition::node).toList(),
        cluster.peek().nodes().stream().map(Node::memory).toList(),
        cluster.peek().tables().stream().map(Table::blockSize).toList());
  }

  @Test
  void putsBackWhatTheLastPlanChangedValueByValue() {
    List<Object> before = picture();
    String plan = applied();
    assertThat(picture()).isNotEqualTo(before);

    Outcome undone = proteus().run("undo", "--yes");

    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThat(undone.out())
        .contains("This puts back what " + plan + " changed.")
        .contains("undone: what " + plan + " had changed is as it was before");
    assertThat(picture()).isEqualTo(before);
    assertThat(cluster.incidents()).isEmpty();
    assertThat(cluster.peek().balancerOn()).isTrue();
    assertThat(proteus().run("history").out())
        .contains("undo       " + plan + " is put back, by ")
        .contains("which undoes " + plan)
        .contains("undo       " + plan + " completed after");
  }

  /** Time passes between the question and the first step, and names have the time in them. */
  @Test
  void thePlanThatIsShownIsTheOneThatIsJournalledUnderTheSameName() {
    applied();

    Outcome undone =
        proteus()
            .answering("y\n")
            .after(Duration.ofSeconds(90))
            .run("undo", "--reason", "ticket 9");

    assertThat(undone.exitCode()).as(undone.err()).isZero();
    Matcher shown = Pattern.compile("Plan (undo-\\d+-\\d+)").matcher(undone.out());
    assertThat(shown.find()).as(undone.out()).isTrue();
    String history = proteus().run("history").out();
    assertThat(Pattern.compile("undo-\\d+-\\d+").matcher(history).results())
        .extracting(found -> found.group())
        .isNotEmpty()
        .containsOnly(shown.group(1));
  }

  @Test
  void asksAndDoesNothingUnlessTheAnswerIsYes() {
    applied();
    List<Object> after = picture();

    Outcome declined = proteus().answering("no\n").run("undo");

    assertThat(declined.exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(declined.err()).containsPattern("Carry these \\d+ steps out\\? \\[y/N\\]");
    assertThat(picture()).isEqualTo(after);
    assertThat(proteus().run("history").out()).doesNotContain("is put back");
  }

  @Test
  void aDryRunOnlyShows() throws IOException {
    String plan = applied();
    List<Object> after = picture();
    int moves = cluster.faults().count(Call.MOVE);

    Outcome shown = proteus().run("undo", plan, "--dry-run");
    Outcome json = proteus().run("undo", "--dry-run", "--json");

    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("steps:").contains("restart rs2");
    Schemas.assertValid("plan", json.out());
    assertThat(json.out()).contains("\"undoes\" : \"" + plan + "\"");
    assertThat(picture()).isEqualTo(after);
    assertThat(cluster.faults().count(Call.MOVE)).isEqualTo(moves);
  }

  @Test
  void wrongWordsAreRefusedWithWhatWouldHelp() {
    assertThat(proteus().run("undo").err()).contains("--yes");
    assertThat(proteus().run("undo", "--json").err()).contains("--dry-run");
    assertThat(proteus().run("undo", "--zookeeper", "zk1", "--yes").err()).contains("proteus init");
    Outcome nothing = proteus().run("undo", "--yes");
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(nothing.err()).contains("nothing to undo");
    applied();

    Outcome unknown = proteus().run("undo", "plan-9", "--yes");

    assertThat(unknown.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(unknown.err()).contains("plan-9: the journal has no such plan");
  }

  @Test
  void whatIsUndoneIsUndoneOnceAndAnUndoCanBeUndone() {
    String plan = applied();
    List<Object> after = picture();
    proteus().run("undo", "--yes");

    Outcome twice = proteus().run("undo", plan, "--yes");
    Outcome unnamed = proteus().run("undo", "--yes");

    assertThat(twice.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(twice.err()).contains(plan + " is undone already");
    assertThat(unnamed.exitCode()).isEqualTo(ExitCode.ERROR);
    Matcher undo = Pattern.compile("proteus undo (undo-\\d+-\\d+)").matcher(unnamed.err());
    assertThat(undo.find()).isTrue();

    assertThat(proteus().run("undo", undo.group(1), "--yes").exitCode()).isZero();
    assertThat(picture()).isEqualTo(after);
  }

  /** Its Proteus died before it had ended it, so it counts as under way. */
  @Test
  void anUndoThatSomebodyStoppedIsGoneOnWithWhereThatIsAskedForAnew() throws Exception {
    List<Object> before = picture();
    String plan = applied();
    try (SqliteJournal journal =
        SqliteJournal.open(folder.resolve("proteus-data/test/journal.db"), Duration.ofDays(1))) {
      journal.append(clock.instant(), new UndoBegan(plan, "ben", Sentence.verbatim("ticket 7")));
      journal.append(clock.instant(), new OperatorAsked("anna", OperatorAsked.STOP, "a release"));
    }

    Outcome undone = proteus().run("undo", "--yes", "--reason", "the release is over");

    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThat(undone.out()).contains("undone: what " + plan);
    assertThat(picture()).isEqualTo(before);
    assertThat(proteus().run("history").out()).contains("the release is over");
  }

  @Test
  void afterAnUndoNothingLikeItIsDoneForAWhile() {
    String plan = applied();
    proteus().run("undo", "--yes");
    clock.advance(Duration.ofMinutes(11));

    Outcome again = proteus().run("apply", "--yes", "--regardless-of-load");

    assertThat(again.exitCode()).isEqualTo(ExitCode.HELD);
    assertThat(again.out())
        .contains("AFTER_UNDO: " + plan + " was undone")
        .contains("[verification.holdAfterUndo]");
  }

  @Test
  void anUndoSaysWhatItHoldsAndAnOperatorMayEndThat() {
    String plan = applied();
    Outcome undone = proteus().run("undo", "--yes");
    clock.advance(Duration.ofMinutes(11));
    String held = proteus().run("plan", "--regardless-of-load").out();

    Outcome goneOn = proteus().run("undo", "--go-on", "--reason", "it was the load");

    assertThat(undone.out())
        .contains(
            "For 60 min 0 s `run` and `serve` do nothing like it [verification.holdAfterUndo]")
        .contains("`proteus undo --go-on` ends that");
    assertThat(held).contains("AFTER_UNDO: " + plan);
    assertThat(goneOn.exitCode()).as(goneOn.err()).isZero();
    assertThat(goneOn.out()).contains("What " + plan + " had done may be done again at once");
    assertThat(proteus().run("plan", "--regardless-of-load").out()).doesNotContain("AFTER_UNDO");
    assertThat(proteus().run("history").out()).contains("go on after an undo: it was the load");
    assertThat(proteus().run("undo", "--go-on").err()).contains("nothing was undone");
    assertThat(proteus().run("undo", "--go-on", "--dry-run").err())
        .contains("--go-on undoes nothing");
  }

  @Test
  void theJournalOfAnotherClusterIsRefusedByWhateverDecidesOrActs() {
    applied();
    InMemoryCluster other = MixedClusters.lopsided(clock).byRestartOnly().named("another").build();
    long epoch = epoch(other);
    for (String[] command :
        List.of(
            new String[] {"undo", "--yes"},
            new String[] {"undo", "--dry-run"},
            new String[] {"apply", "--yes"},
            new String[] {"run"},
            new String[] {"run", "--dry-run"},
            new String[] {"plan"},
            new String[] {"watch", "--once"})) {

      Outcome refused = proteus().on(other).interruptedAfter(Duration.ofMinutes(5)).run(command);

      assertThat(refused.exitCode()).as(String.join(" ", command)).isEqualTo(ExitCode.ERROR);
      assertThat(refused.err())
          .contains("journal " + folder.resolve("proteus-data/test/journal.db"))
          .contains("is of another cluster: want another, got ")
          .contains("Set journal.file to another place");
    }

    assertThat(epoch(other)).as("nobody has claimed it meanwhile").isEqualTo(epoch + 1);
    assertThat(other.faults().count(Call.MOVE)).isZero();
    assertThat(proteus().run("history").exitCode()).isZero();
    assertThat(proteus().run("undo", "--yes").exitCode()).as("of its own cluster").isZero();
  }

  private static long epoch(InMemoryCluster cluster) {
    try (Claim claim = cluster.claim("the test")) {
      return claim.epoch();
    } catch (PortException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPlanThatWasCutShortIsPutBack() {
    List<Object> before = picture();
    cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.RESTART) {
                throw new IllegalStateException("as if the process had died");
              }
            });
    proteus().run("apply", "--yes");
    cluster.faults().beforeEach(call -> {});
    cluster.expireClaim();

    Outcome undone = proteus().run("undo", "--yes");

    assertThat(undone.exitCode()).as(undone.err()).isZero();
    assertThat(picture()).isEqualTo(before);
    assertThat(cluster.peek().balancerOn()).isTrue();
    assertThat(cluster.notCompacting()).isEmpty();
  }

  @Test
  void aDryRunShowsHowAnUndoThatWasCutShortGoesOn() {
    String plan = applied();
    cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.RESTART) {
                throw new IllegalStateException("as if the process had died");
              }
            });
    proteus().run("undo", "--yes");
    cluster.faults().beforeEach(call -> {});
    cluster.expireClaim();
    clock.advance(Duration.ofSeconds(1));

    Outcome shown = proteus().run("undo", "--dry-run");
    Outcome goesOn = proteus().run("undo", "--yes");

    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out())
        .contains("This puts back what " + plan + " changed.")
        .contains("restart rs2");
    assertThat(goesOn.exitCode()).as(goesOn.err()).isZero();
    assertThat(goesOn.out()).contains("This puts back what " + plan + " changed.");
  }
}
