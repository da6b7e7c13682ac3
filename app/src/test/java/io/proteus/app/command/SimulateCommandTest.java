package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void jsonHasEveryFigure() throws Exception {
    Outcome json = run("simulate", "small.yaml", "--strategy", "met", "--seeds", "2", "--json");

    JsonNode document = new ObjectMapper().readTree(json.out());
    assertThat(document.path("schema").asText()).isEqualTo("proteus/simulation/1");
    assertThat(document.path("runs").path(0)).hasSize(2);
    assertThat(document.path("runs").path(0).path(0).path("points")).hasSizeGreaterThan(100);
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
    assertThat(wrong.err()).contains("best").contains("met");
  }

  @Test
  void neitherAScenarioNorASoakIsWrongUsage() {
    assertThat(run("simulate").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aSoakSaysHowManySeedsWentWell() {
    Outcome soak = run("simulate", "--soak", "--seeds", "3", "--strategy", "met");

    assertThat(soak.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(soak.out()).contains("3 seeds, 0 runs in which something must not have happened");
  }
}
