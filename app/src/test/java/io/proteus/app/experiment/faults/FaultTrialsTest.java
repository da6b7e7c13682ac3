package io.proteus.app.experiment.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.configuration.Configuration;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTrialsTest {
  private static final List<FaultKind> TWO =
      List.of(FaultKind.PROTEUS_BOUNDARY, FaultKind.FULL_DISK);

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
    FaultTable table =
        new FaultTable(
            List.of(
                trial(FaultKind.PROTEUS_BOUNDARY, 0, true, List.of()),
                trial(FaultKind.PROTEUS_BOUNDARY, 1, false, List.of()),
                trial(
                    FaultKind.PROTEUS_BOUNDARY,
                    2,
                    true,
                    List.of(Check.failed("writes", "3 lost")))),
            Map.of(FaultKind.CLOCK_BACK, "no library"));

    assertThat(table.rows())
        .containsExactly(
            List.of(FaultKind.PROTEUS_BOUNDARY.title(), "3", "1", "1", "completed 3", "writes 1"),
            List.of(FaultKind.CLOCK_BACK.title(), "0", "-", "-", "-", "not run: no library"));
    assertThat(table.markdown().lines()).hasSize(4).allMatch(line -> line.startsWith("| "));
    assertThat(table.text()).contains("writes 1");
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
        Configuration.parse("a trial", TrialFolder.configuration("127.0.0.1:2181", folder), folder);

    assertThat(read.cloud().directory()).contains(folder);
    assertThat(read.journal().file()).isEqualTo(new TrialFolder(folder).journal());
    assertThat(read.execution().blockedAtMost()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void anUnknownKindIsToldTheKnownOnes() {
    assertThatThrownBy(() -> FaultKind.named("earthquake"))
        .isInstanceOf(InvalidValue.class)
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
