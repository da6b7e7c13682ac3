package io.proteus.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.deployment.hbase.LocalCloudSettings;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.lab.faults.FaultsExperiment.Campaign;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Table;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.StageSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTrialsTest {
  private static final List<FaultKind> TWO =
      List.of(FaultKind.PROTEUS_BOUNDARY, FaultKind.FULL_DISK);

  private static final NodeId NODE = new NodeId("rs1");

  @TempDir private Path folder;

  @Test
  void everyBoundaryOfAPlanHasItsTurnInAsManyTrialsAsThereAre() {
    for (int steps = 0; steps < 60; steps++) {
      int all = steps;
      assertThat(
              IntStream.rangeClosed(0, steps)
                  .map(trial -> ProteusKilled.AtBoundary.boundary(trial, all)))
          .as("%d steps", steps)
          .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(0, steps).boxed().toList());
    }
  }

  @Test
  void kindsTakeTurnsAndWhatWasMadeIsNotMadeAgain() {
    List<TrialRecord> made =
        List.of(
            trial(FaultKind.FULL_DISK, 0, true, List.of()),
            trial(FaultKind.PROTEUS_BOUNDARY, 1, false, List.of()));

    assertThat(FaultsExperiment.schedule(TWO, 2, made))
        .containsExactly(
            new FaultsExperiment.Planned(FaultKind.PROTEUS_BOUNDARY, 0),
            new FaultsExperiment.Planned(FaultKind.PROTEUS_BOUNDARY, 1),
            new FaultsExperiment.Planned(FaultKind.FULL_DISK, 1));
  }

  /** The draws of one trial's kind, where each draw comes to this. */
  private List<Integer> draws(int trials, boolean struck, List<Integer> failing) throws Exception {
    FaultsExperiment experiment =
        experiment(campaign(List.of(FaultKind.PROTEUS_BOUNDARY), true, trials, Map.of()));
    List<Integer> draws = new ArrayList<>();
    for (Turn<FaultsExperiment.Planned> turn : experiment.turns()) {
      draws.add(turn.repeat());
      int number = turn.of().number();
      if (!failing.contains(number)) {
        experiment.keep(turn, trial(turn.of().kind(), number, struck, List.of()));
      }
    }
    return draws;
  }

  @Test
  void aTrialWhoseMomentDoesNotComeIsDrawnThreeTimes() throws Exception {
    assertThat(draws(2, false, List.of())).containsExactly(1, 2, 3, 1, 2, 3);
    assertThat(draws(2, true, List.of())).containsExactly(1, 1);
  }

  @Test
  void aTrialThatCannotBeMadeEndsItsClusterAndNotTheCampaign() throws Exception {
    assertThat(draws(3, true, List.of(1))).containsExactly(1, 1, 1);
    assertThat(experiment(campaign(TWO, true, 1, Map.of())).afterFailure())
        .isEqualTo(AfterFailure.ANOTHER_BED);
  }

  @Test
  void everyTrialIsALineOfTheLogAsSoonAsItIsMade() throws Exception {
    assertThat(draws(3, true, List.of())).hasSize(3);

    assertThat(new TrialLog(folder.resolve("trials.jsonl")).read())
        .extracting(TrialRecord::number)
        .containsExactly(0, 1, 2);
  }

  @Test
  void trialsOnServersWithThePluginComeFirst() {
    FaultsExperiment experiment =
        experiment(
            campaign(List.of(FaultKind.SERVER_RESTART, FaultKind.FULL_DISK), true, 1, Map.of()));

    assertThat(experiment.turns().iterator().next().of().kind()).isEqualTo(FaultKind.FULL_DISK);
  }

  private FaultsExperiment experiment(Campaign campaign) {
    return new FaultsExperiment(
        campaign,
        new StageSpec(folder, folder, 3, ByteSize.ofMegabytes(512), null),
        new FaultKind.Tools(null),
        new TrialLog(folder.resolve("trials.jsonl")),
        List.of());
  }

  private static Campaign campaign(
      List<FaultKind> asked, boolean byName, int trials, Map<FaultKind, String> leftOut) {
    return new Campaign(asked, byName, trials, leftOut, 42);
  }

  /** One that has ended by itself when the fault's moment is seen in its journal. */
  @Test
  void aProteusThatHasEndedIsNotStruck() throws Exception {
    Path journal = folder.resolve("journal.db");
    List<Step> steps = List.of(move("a"));
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    try (SqliteJournal written = SqliteJournal.open(journal, Duration.ofDays(1))) {
      written.append(now, new JournalEvent.Planned(plan(steps), null));
      written.append(
          now,
          new JournalEvent.StepReached(
              "plan-1", 0, StepState.ISSUED, Sentence.verbatim("move a"), null));
    }
    List<Fault> faults =
        List.of(
            new ProteusKilled.AtBoundary(),
            new ZooKeeperPaused(Duration.ofSeconds(3), Duration.ofSeconds(9)),
            new ClockJumps(folder, Duration.ofMinutes(10)));
    try (ProteusProcess nobody =
            ProteusProcess.start(folder, folder, Map.of(), List.of("no-such-program"));
        JournalWatch watch = new JournalWatch(journal)) {
      assertThat(nobody.ends(Duration.ofMinutes(2))).isTrue();
      for (Fault fault : faults) {
        fault.prepare(folder);

        Strike strike = fault.strike(sceneOf(nobody, watch));

        assertThat(strike).as(fault.toString()).isEqualTo(Strike.tooLate());
      }
    }
  }

  /** Without a cluster, which nobody gets as far as. */
  private static Scene sceneOf(ProteusProcess proteus, JournalWatch journal) {
    return new Scene(null, proteus, journal, new SplittableRandom(1), 0);
  }

  @Test
  void everyTrialHasASeedOfItsOwnThatRepeats() {
    List<FaultsExperiment.Planned> all =
        FaultsExperiment.schedule(Arrays.asList(FaultKind.values()), 50, List.of());

    assertThat(all.stream().map(planned -> planned.seed(7))).doesNotHaveDuplicates();
    assertThat(all.get(3).seed(7)).isEqualTo(all.get(3).seed(7)).isNotEqualTo(all.get(3).seed(8));
  }

  @Test
  void recordsAreReadBackAsTheyWereWritten() throws Exception {
    TrialLog log = new TrialLog(folder.resolve("reports").resolve(TrialLog.FILE));
    TrialRecord passed = trial(FaultKind.FULL_DISK, 0, true, List.of());
    TrialRecord failed =
        trial(FaultKind.FULL_DISK, 1, true, List.of(Check.failed("balancer", "is off, was on")));

    assertThat(log.read()).isEmpty();
    log.append(passed);
    log.append(failed);

    assertThat(log.read()).containsExactly(passed, failed);
  }

  @Test
  void aFileThatHoldsNoTrialsIsNamedWithItsLine() throws Exception {
    Path file = Files.writeString(folder.resolve(TrialLog.FILE), "{\"kind\": 3}\n");

    assertThatThrownBy(() -> new TrialLog(file).read())
        .isInstanceOf(PortException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("line 1");
  }

  @Test
  void theTableTellsWhatFailedWhatMissedAndWhatWasLeftOut() {
    FaultsOutcome outcome =
        outcome(
            List.of(FaultKind.values()),
            false,
            3,
            Map.of(FaultKind.CLOCK_BACK, "no library"),
            List.of(
                trial(FaultKind.PROTEUS_BOUNDARY, 0, true, List.of()),
                trial(FaultKind.PROTEUS_BOUNDARY, 1, false, List.of()),
                trial(
                    FaultKind.PROTEUS_BOUNDARY,
                    2,
                    true,
                    List.of(Check.failed("writes", "3 lost")))));

    Table table = outcome.sections().get(0).tables().get(0);
    assertThat(table.rows())
        .containsExactly(
            List.of(
                Cell.of(FaultKind.PROTEUS_BOUNDARY.title()),
                Cell.of(3),
                Cell.of(1),
                Cell.of(1),
                Cell.of("completed 3"),
                Cell.of("writes 1")),
            List.of(
                Cell.of(FaultKind.CLOCK_BACK.title()),
                Cell.of(0),
                Cell.NOTHING,
                Cell.NOTHING,
                Cell.NOTHING,
                Cell.of("not run: no library")));
    assertThat(outcome.sections().get(1).tables().get(0).rows()).as("every trial").hasSize(3);
    assertThat(violations(outcome))
        .contains("not shown: proteus-boundary 1")
        .anyMatch(said -> said.startsWith("proteus-boundary 2: FAILED writes: 3 lost"));
  }

  private static List<String> violations(FaultsOutcome outcome) {
    return outcome.criteria().stream()
        .flatMap(criterion -> criterion.violations().stream())
        .toList();
  }

  @Test
  void aCampaignIsFineOnlyWhereEveryTrialThatWasAskedForStruckAndPassed() {
    List<TrialRecord> both =
        List.of(
            trial(FaultKind.PROTEUS_BOUNDARY, 0, true, List.of()),
            trial(FaultKind.FULL_DISK, 0, false, List.of()),
            trial(FaultKind.FULL_DISK, 0, true, List.of()));

    assertThat(outcome(TWO, true, 1, Map.of(), both).notShown()).isEmpty();
    assertThat(violations(outcome(TWO, true, 1, Map.of(), both))).isEmpty();
    List<TrialRecord> failed =
        List.of(trial(FaultKind.FULL_DISK, 0, true, List.of(Check.failed("writes", "3 lost"))));
    assertThat(violations(outcome(List.of(FaultKind.FULL_DISK), true, 1, Map.of(), failed)))
        .hasSize(1);
  }

  @Test
  void aKindWhoseMomentDidNotComeIsNotShown() {
    List<TrialRecord> missed =
        List.of(
            trial(FaultKind.PROTEUS_BOUNDARY, 0, true, List.of()),
            trial(FaultKind.PROTEUS_BOUNDARY, 1, true, List.of()),
            trial(FaultKind.FULL_DISK, 0, true, List.of()),
            trial(FaultKind.FULL_DISK, 1, false, List.of()));

    for (boolean byName : new boolean[] {true, false}) {
      FaultsOutcome outcome = outcome(TWO, byName, 2, Map.of(), missed);

      assertThat(outcome.notShown()).isEqualTo(Map.of(FaultKind.FULL_DISK, 1));
      assertThat(violations(outcome)).containsExactly("not shown: full-disk 1");
    }
  }

  @Test
  void aKindThatThisMachineCannotMakeIsAnErrorWhereItWasNamed() {
    Map<FaultKind, String> leftOut = Map.of(FaultKind.FULL_DISK, "may not mount");
    List<TrialRecord> rest = List.of(trial(FaultKind.PROTEUS_BOUNDARY, 0, true, List.of()));

    FaultsOutcome named = outcome(TWO, true, 1, leftOut, rest);
    FaultsOutcome all = outcome(TWO, false, 1, leftOut, rest);

    assertThat(named.notShown()).isEqualTo(Map.of(FaultKind.FULL_DISK, 1));
    assertThat(violations(named)).containsExactly("not shown: full-disk 1");
    assertThat(all.notShown()).isEmpty();
    assertThat(violations(all)).isEmpty();
    assertThat(outcome(TWO, false, 1, leftOut, List.of()).notShown())
        .as("what can be made and was not")
        .isEqualTo(Map.of(FaultKind.PROTEUS_BOUNDARY, 1));
  }

  private static FaultsOutcome outcome(
      List<FaultKind> asked,
      boolean byName,
      int trials,
      Map<FaultKind, String> leftOut,
      List<TrialRecord> made) {
    return new FaultsOutcome(campaign(asked, byName, trials, leftOut), made);
  }

  @Test
  void whatProteusSaidIsHowThePlanEndedElseItsLastLine() {
    assertThat(ProteusRun.said(0, "a table\ncompleted: all steps are over, 9 were needed\n", "x"))
        .isEqualTo("completed: all steps are over, 9 were needed");
    assertThat(ProteusRun.said(1, "a table\n", "one\nproteus: the cluster is held\n\n"))
        .isEqualTo("proteus: the cluster is held");
    assertThat(ProteusRun.said(3, "Nothing to do now.\n  COOLDOWN: soon\n", "Observing\n"))
        .isEqualTo("COOLDOWN: soon");
    assertThat(ProteusRun.said(137, "", "")).isEmpty();
  }

  @Test
  void theConfigurationOfATrialIsOne() throws Exception {
    Configuration read =
        Configuration.parse(
            "a trial",
            TrialFolder.configuration("127.0.0.1:2181", folder, 3, Duration.ofSeconds(15)),
            folder);

    assertThat(((LocalCloudSettings) read.extensions().cloud().settings()).directory())
        .contains(folder);
    assertThat(read.journal().file()).isEqualTo(new TrialFolder(folder).journal());
    assertThat(read.execution().blockedAtMost()).isEqualTo(Duration.ofSeconds(60));
    assertThat(read.extensions().engine().settings(HBaseConnectionSettings.class).scrapeTimeout())
        .isEqualTo(Duration.ofSeconds(15));
    assertThat(read.guards().horizon()).as("whether a plan has to pay").isNull();
    assertThat(read.guards().minimumGain()).isEqualTo(Ratio.of(0));
  }

  @Test
  void aClockThatJumpedIsToldFromOneThatWentOn() {
    Duration jump = Duration.ofMinutes(10);
    Instant begun = Instant.parse("2026-01-02T03:04:05Z");
    List<Instant> slow = List.of(begun, begun.plusSeconds(200), begun.plusSeconds(400));
    List<Instant> forward = List.of(begun, begun.plusSeconds(2), begun.plusSeconds(603), begun);
    List<Instant> back = List.of(begun, begun.plusSeconds(2), begun.minusSeconds(597));

    assertThat(ClockJumps.isIn(slow, jump)).isFalse();
    assertThat(ClockJumps.isIn(slow, jump.negated())).isFalse();
    assertThat(ClockJumps.isIn(forward, jump)).isTrue();
    assertThat(ClockJumps.isIn(back, jump)).isFalse();
    assertThat(ClockJumps.isIn(back, jump.negated())).isTrue();
  }

  @Test
  void whatIsStruckWasAskedForIsNotOverAndIsNotAmongTheFirst() {
    List<Step> steps = List.of(move("a"), new ForgetNode(NODE), move("b"), move("c"));
    Plan plan = plan(steps);
    Class<MovePartition> moves = MovePartition.class;

    assertThat(Scene.inFlight(plan, moves, List.of(0, 1, 2), List.of(), 0))
        .containsExactly(move("a"), move("b"));
    assertThat(Scene.inFlight(plan, moves, List.of(0, 1, 2), List.of(0, 1), 0))
        .containsExactly(move("b"));
    assertThat(Scene.inFlight(plan, moves, List.of(0, 1, 2, 3), List.of(), 2))
        .containsExactly(move("c"));
    assertThat(Scene.inFlight(plan, moves, List.of(), List.of(), 0)).isEmpty();
  }

  private static Plan plan(List<Step> steps) {
    return new Plan(
        "plan-1", 1, Layout.of(List.of(), List.of(), Map.of()), steps, Price.of(steps), List.of());
  }

  private static MovePartition move(String partition) {
    return new MovePartition(
        new PartitionId(partition), new TableId("t"), NODE, new NodeId("rs2"), ByteSize.ZERO);
  }

  @Test
  void aLookThatMissesMetricsMustSaySoAndOneWithoutMetaMayWait() {
    JournalEvent.Decided whole = decided(ReasonCode.HEALTHY);
    JournalEvent.Decided incomplete = decided(ReasonCode.METRICS_INCOMPLETE);

    assertThat(ScrapeHangs.told(false, List.of(whole, incomplete)).passed()).isTrue();
    assertThat(ScrapeHangs.told(false, List.of()).passed()).isFalse();
    assertThat(ScrapeHangs.told(false, List.of(whole)).passed()).isFalse();
    assertThat(ScrapeHangs.told(true, List.of()).passed()).isTrue();
    assertThat(ScrapeHangs.told(true, List.of(whole)).passed()).isTrue();
    assertThat(ScrapeHangs.told(true, List.of(whole, whole)).passed())
        .as("a second look that missed nothing")
        .isFalse();
  }

  private static JournalEvent.Decided decided(ReasonCode code) {
    return new JournalEvent.Decided("hold", List.of(code.says("for a test")));
  }

  @Test
  void anUnknownKindIsToldTheKnownOnes() {
    assertThatThrownBy(() -> FaultKind.named("earthquake"))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("'earthquake'")
        .hasMessageContaining("zookeeper-long");
  }

  @Test
  void kindsThatWantALibraryObjectWithoutIt() throws Exception {
    assertThat(FaultKind.CLOCK_BACK.objection(new FaultKind.Tools(null)))
        .hasValueSatisfying(why -> assertThat(why).contains("faketime"));
    assertThat(FaultKind.CLOCK_BACK.objection(new FaultKind.Tools(folder))).isEmpty();
  }

  private static TrialRecord trial(
      FaultKind kind, int number, boolean struck, List<Check> failures) {
    return new TrialRecord(
        TrialRecord.SCHEMA,
        "1.0",
        Instant.parse("2026-01-02T03:04:05Z"),
        kind.id(),
        number,
        42,
        struck,
        "killed",
        List.of(new ProteusRun("apply --yes", 137, 12.5, "")),
        List.of("completed (all steps are over)"),
        failures,
        6_000,
        0,
        80.5);
  }
}
