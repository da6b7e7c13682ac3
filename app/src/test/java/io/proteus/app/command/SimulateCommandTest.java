package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  private static final String SCENARIO =
      """
      name: small
      lasts: 20m
      nodes: 3
      tenants:
        - {name: A, operations: {read: 1}, clients: 30, rows: 200000, shares: 6}
      """;

  @TempDir private Path folder;

  private Outcome run(String... args) {
    return new CommandLineUnderTest(folder, ManualClock.start())
        .file("small.yaml", SCENARIO)
        .run(args);
  }

  @Test
  void comparesStrategiesAndWritesAPage() throws Exception {
    Outcome compared = run("simulate", "small.yaml", "--strategy", "none,met,target");

    assertThat(compared.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(compared.out()).contains("none").contains("target").contains("node hours");
    assertThat(Files.readString(folder.resolve("reports/simulation/simulation.html")))
        .contains("What target did")
        .contains("data:image/png;base64,");
  }

  @Test
  void settingsOfProteusThatCannotBeAreNamedWithoutALineOfAFileThatNobodySees() throws Exception {
    Files.writeString(
        folder.resolve("swapped.yaml"), SCENARIO + "proteus: {nodes: {min: 5, max: 3}, metx: {}}");

    Outcome refused = run("simulate", "swapped.yaml");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .isEqualTo(
            """
            proteus: scenario small: proteus: metx: there is no such setting. Maybe met.
            scenario small: proteus: nodes: want 1 <= min <= max, got min=5 max=3. Maybe they are swapped.
            """);
  }

  @Test
  void aFolderIsNoJournal() {
    assertThat(run("simulate", "--from-journal", ".").err()).contains("want a file, got a folder");
  }

  @Test
  void jsonHasEveryFigure() throws Exception {
    Outcome json = run("simulate", "small.yaml", "--strategy", "met", "--seeds", "2", "--json");

    JsonNode document = new ObjectMapper().readTree(json.out());
    assertThat(document.path("schema").asText()).isEqualTo("proteus/simulation/1");
    Schemas.assertValid("simulation", json.out());
    assertThat(document.path("runs").path(0)).hasSize(2);
    assertThat(document.path("runs").path(0).path(0).path("points")).hasSizeGreaterThan(100);
  }

  @Test
  void aStrategyThatIsNamedTwiceIsRunOnce() throws Exception {
    Outcome json = run("simulate", "small.yaml", "--strategy", "met,none,met", "--json");

    JsonNode document = new ObjectMapper().readTree(json.out());
    assertThat(document.path("runs")).hasSize(2);
    assertThat(document.path("runs").path(0).path(0).path("strategy").asText()).isEqualTo("met");
    assertThat(document.path("runs").path(1).path(0).path("strategy").asText()).isEqualTo("none");
  }

  @Test
  void whereNothingIsAnsweredThereIsNoTimeToAnAnswer() throws Exception {
    new CommandLineUnderTest(folder, ManualClock.start())
        .file("silent.yaml", SCENARIO.replace("clients: 30", "clients: 30, active: [{from: 1h}]"));

    Outcome table = run("simulate", "silent.yaml", "--strategy", "none");
    Outcome json = run("simulate", "silent.yaml", "--strategy", "none", "--json");

    assertThat(table.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(table.out()).containsPattern("none[^\\n]*0\\.00[^\\n]* - [^\\n]* - ");
    Schemas.assertValid("simulation", json.out());
    assertThat(Files.readString(folder.resolve("reports/simulation/simulation.html")))
        .contains("- / - / -");
  }

  @Test
  void aScenarioThatIsNotThereIsAnError() {
    Outcome lost = run("simulate", "nowhere.yaml");

    assertThat(lost.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(lost.err()).contains("nowhere.yaml").contains("met-18");
  }

  @Test
  void aStrategyThatIsNotThereIsAnError() {
    Outcome wrong = run("simulate", "small.yaml", "--strategy", "best");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err())
        .contains("'best'")
        .contains("none, auto, met, threshold, mdp, target, forecast");
  }

  @Test
  void onePolicyIsNotComparedWithItselfUnderOtherNames() throws Exception {
    new CommandLineUnderTest(folder, ManualClock.start())
        .file("keeping.yaml", SCENARIO + "proteus: {scaling: {policy: keep}}\n")
        .file("open.yaml", SCENARIO + "proteus: {scaling: {policy: strategy}}\n");

    Outcome several = run("simulate", "keeping.yaml", "--strategy", "none,target,threshold");

    assertThat(several.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(several.err())
        .contains("proteus.scaling.policy: want none or 'strategy'")
        .contains("got 'keep': it would count nodes in place of target, threshold.");
    assertThat(run("simulate", "keeping.yaml", "--strategy", "none,target").exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(run("simulate", "open.yaml", "--strategy", "target,threshold").exitCode())
        .isEqualTo(ExitCode.OK);
  }

  private void journal() throws Exception {
    Scenario scenario = ScenarioFile.parse("small.yaml", SCENARIO);
    try (SqliteJournal journal =
        SqliteJournal.open(folder.resolve("journal.db"), Duration.ofDays(3650))) {
      Simulation.journaled(scenario, "target", 1, journal);
    }
  }

  @Test
  void aJournalIsReplayedAndWhatIsAssumedIsSaid() throws Exception {
    journal();

    Outcome replayed = run("simulate", "--from-journal", "journal.db", "--strategy", "none,target");

    assertThat(replayed.err()).isEmpty();
    assertThat(replayed.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(replayed.out())
        .contains("node hours")
        .contains("Recorded: ")
        .contains("A journal does not tell row sizes")
        .contains("hardware.coreSpeed");
  }

  @Test
  void aReplayAsJsonHasWhatWasRecorded() throws Exception {
    journal();

    Outcome replayed =
        run(
            "simulate",
            "--from-journal",
            "journal.db",
            "--assume",
            "rowSize=2KB",
            "--assume",
            "hardware.coreSpeed=1",
            "--json");

    Schemas.assertValid("simulation", replayed.out());
    JsonNode document = new ObjectMapper().readTree(replayed.out());
    assertThat(document.path("recorded").path("mostNodes").asInt()).isEqualTo(3);
    assertThat(document.path("remarks").toString()).contains("rowSize 2KB");
  }

  @Test
  void aReplayTakesAClustersOwnSettings() throws Exception {
    journal();
    new CommandLineUnderTest(folder, ManualClock.start()).configured("nodes: {min: 3, max: 3}\n");

    Outcome replayed =
        run("simulate", "--from-journal", "journal.db", "--config", "proteus.yaml", "--json");

    JsonNode document = new ObjectMapper().readTree(replayed.out());
    assertThat(document.path("remarks").toString())
        .doesNotContain("the defaults")
        .doesNotContain("nodes.max");
  }

  @Test
  void aJournalThatIsNotThereOrIsNoneIsAnError() throws Exception {
    Files.writeString(folder.resolve("notes.db"), "notes ".repeat(1_000));

    Outcome lost = run("simulate", "--from-journal", "nowhere.db");
    Outcome none = run("simulate", "--from-journal", "notes.db");

    assertThat(lost.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(lost.err()).contains("nowhere.db");
    assertThat(none.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(none.err()).contains("notes.db");
  }

  @Test
  void whatAReplayDoesNotAssumeIsAnError() throws Exception {
    journal();

    Outcome wrong = run("simulate", "--from-journal", "journal.db", "--assume", "rate=3");
    Outcome worse = run("simulate", "--from-journal", "journal.db", "--assume", "hardware.coars=3");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("--assume rate").contains("rowSize");
    assertThat(worse.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(worse.err()).contains("--assume: hardware.coars").contains("hardware.cores");
  }

  @Test
  void aScenarioAndAJournalAreWrongUsage() {
    Outcome both = run("simulate", "small.yaml", "--from-journal", "journal.db");
    Outcome alone = run("simulate", "small.yaml", "--assume", "rowSize=2KB");

    assertThat(both.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(alone.err()).contains("--from-journal");
  }

  @Test
  void neitherAScenarioNorASoakIsWrongUsage() {
    assertThat(run("simulate").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aSoakThatWouldPlayNothingOrDropAnOptionIsWrongUsage() {
    Outcome nobody = run("simulate", "--soak", "--strategy", "none");
    Outcome json = run("simulate", "--soak", "--strategy", "met", "--json");
    Outcome report = run("simulate", "--soak", "--strategy", "met", "--report", "pages");

    assertThat(nobody.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nobody.err()).contains("wants a strategy that acts");
    assertThat(json.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(json.err()).contains("neither --json nor --report");
    assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void thePageIsOfAllSeeds() throws Exception {
    run("simulate", "small.yaml", "--strategy", "met", "--seeds", "3", "--report", "pages");

    assertThat(Files.readString(folder.resolve("pages/simulation.html")))
        .contains("seeds 1 to 3: medians")
        .contains("curves and decisions are of seed 1");
  }

  @Test
  void figuresAreToldAlsoWhereThePageCannotBeWritten() throws Exception {
    Files.createDirectories(folder.resolve("pages/simulation.html"));

    Outcome table = run("simulate", "small.yaml", "--strategy", "met", "--report", "pages");
    Outcome json =
        run("simulate", "small.yaml", "--strategy", "met", "--report", "pages", "--json");

    assertThat(table.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(table.err()).contains("simulation.html");
    assertThat(table.out()).contains("node hours").doesNotContain("Curves and decisions");
    Schemas.assertValid("simulation", json.out());
  }

  @Test
  void aReportFolderThatCannotBeIsRefusedBeforeAnythingIsRun() throws Exception {
    Files.writeString(folder.resolve("notes"), "not a folder");

    Outcome refused = run("simulate", "small.yaml", "--report", "notes");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .contains("--report: want a folder for the page, got ")
        .contains("notes");
    assertThat(refused.out()).isEmpty();
  }

  @Test
  void aSoakSaysHowManySeedsWentWell() {
    Outcome soak = run("simulate", "--soak", "--seeds", "3", "--strategy", "met");

    assertThat(soak.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(soak.out()).contains("3 seeds, 0 runs in which something must not have happened");
  }
}
