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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("storeless")
class TuneCommandIT {
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

  private static String fact(JsonNode result, String name) {
    for (JsonNode fact : result.path("facts")) {
      if (fact.path("name").asText().equals(name)) {
        return fact.path("value").asText();
      }
    }
    throw new AssertionError("no fact " + name + " in " + result.path("facts"));
  }

  /** The cells of a column of the section's table. */
  private static List<String> column(JsonNode result, String section, int column) {
    List<String> cells = new ArrayList<>();
    for (JsonNode one : result.path("sections")) {
      if (one.path("title").asText().equals(section)) {
        one.at("/tables/0/rows").forEach(row -> cells.add(row.path(column).asText()));
      }
    }
    return cells;
  }

  @Test
  void leavesAPolicyThatTheCheckTakesAPageAndEveryFigure() throws Exception {
    Outcome tuned = tune("--json", "--out", "mine.yaml");

    assertThat(tuned.exitCode()).as(tuned.err()).isEqualTo(ExitCode.OK);
    Schemas.assertValid("experiment", tuned.out());
    Path report = folder.resolve("reports/tune");
    Schemas.assertValid("experiment", Files.readString(report.resolve("result.json")));
    JsonNode result = new ObjectMapper().readTree(tuned.out());
    assertThat(fact(result, "finished")).isEqualTo("true");
    assertThat(column(result, "Which parameters matter", 0)).isNotEmpty();
    assertThat(column(result, "The result beside the defaults and the policies known before", 0))
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
    assertThat(fact(result, "finished")).isEqualTo("true");
    assertThat(column(result, "Every trial", 1))
        .contains("compare")
        .filteredOn(purpose -> !purpose.equals("compare"))
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
    assertThat(fact(json.readTree(resumed.out()), "chosen"))
        .isEqualTo(fact(json.readTree(whole.out()), "chosen"));
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
