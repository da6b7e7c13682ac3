package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.command.Schemas;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuneCommandTest {
  @TempDir private Path folder;

  private Outcome run(String... args) {
    return new CommandLineUnderTest(folder, ManualClock.start()).run(args);
  }

  private Outcome tune(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "tune",
                "--on",
                "simulator",
                "--workload",
                "mixed",
                "--parameters",
                "blockSize,blockCacheShare",
                "--trials",
                "18"));
    args.addAll(List.of(more));
    return run(args.toArray(String[]::new));
  }

  @Test
  void leavesAPolicyThatTheCheckTakesAPageAndEveryFigure() throws Exception {
    Outcome tuned = tune("--json", "--out", "mine.yaml");

    assertThat(tuned.exitCode()).as(tuned.err()).isEqualTo(ExitCode.OK);
    Schemas.assertValid("tuning", tuned.out());
    Path report = folder.resolve("reports/tune");
    Schemas.assertValid("tuning", Files.readString(report.resolve("result.json")));
    JsonNode result = new ObjectMapper().readTree(tuned.out());
    assertThat(result.path("finished").asBoolean()).isTrue();
    assertThat(result.path("effects")).isNotEmpty();
    assertThat(result.path("comparison").findValuesAsText("name"))
        .startsWith("default", "tuned")
        .contains("pcm-mixrw");
    assertThat(tuned.err()).contains("trial 1 of ").contains("best so far");

    assertThat(Files.readString(folder.resolve("mine.yaml")))
        .contains("name: tuned-mixed", "# Repeats differ by", "18 trials", "times the defaults");
    assertThat(run("policies", "check", "mine.yaml").exitCode()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Which parameters matter", "Which hang together", "How the search went")
        .contains("blockSize");
  }

  /** A parameter of six values is known well before thirty trials are made. */
  @Test
  void aSmallSpaceComesToItsEndToo() throws Exception {
    Outcome tuned =
        run(
            "tune",
            "--on",
            "simulator",
            "--workload",
            "mixed",
            "--parameters",
            "blockSize",
            "--trials",
            "30",
            "--json");

    assertThat(tuned.exitCode()).as(tuned.err()).isEqualTo(ExitCode.OK);
    JsonNode result = new ObjectMapper().readTree(tuned.out());
    assertThat(result.path("finished").asBoolean()).isTrue();
    assertThat(result.path("trials").findValuesAsText("purpose"))
        .contains("COMPARE")
        .filteredOn(purpose -> !purpose.equals("COMPARE"))
        .hasSizeLessThan(30);
  }

  @Test
  void aRunThatIsOverIsNotMadeAgainAndOneThatIsNotGoesOn() throws Exception {
    Outcome whole = tune("--json");
    Path trials = folder.resolve("reports/tune/trials.jsonl");
    List<String> lines = Files.readAllLines(trials);

    Outcome refused = tune();
    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err()).contains("--resume");

    Files.write(trials, lines.subList(0, 9));
    Outcome resumed = tune("--json", "--resume");
    assertThat(resumed.err()).contains("going on after 8 trials");
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readTree(resumed.out()).path("chosen"))
        .isEqualTo(json.readTree(whole.out()).path("chosen"));
    assertThat(Files.readAllLines(trials)).hasSameSizeAs(lines);

    Outcome other = tune("--resume", "--seed", "8");
    assertThat(other.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(other.err()).contains("--seed").contains("7, now 8");
  }

  @Test
  void wrongInputIsToldBeforeAnythingIsTried() {
    assertThat(run("tune").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", "--workload", "reads").err()).contains("'reads'").contains("read-only");
    assertThat(run("tune", "--workload", "mixed", "--on", "mars").err()).contains("'mars'");
    assertThat(run("tune", "--workload", "mixed", "--on", "simulator", "--trials", "5").err())
        .contains("--trials: want ")
        .contains("got 5");
    assertThat(tune("--against", "pcm-wx").err()).contains("pcm-wx").contains("policies list");
    assertThat(tune("--noise", "-1").err()).contains("--noise");
    assertThat(
            run("tune", "--workload", "mixed", "--on", "simulator", "--parameters", "bloomFilter")
                .err())
        .contains("'bloomFilter' cannot be tuned here");
    assertThat(folder.resolve("reports")).doesNotExist();
  }
}
