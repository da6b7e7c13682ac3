package io.proteus.lab.elasticity;

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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without the real cluster, which ElasticityIT has. */
class ElasticityCommandTest {
  @TempDir private Path folder;

  private Outcome run(String... args) {
    return new CommandLineUnderTest(folder, ManualClock.start()).run(args);
  }

  @Test
  void comparesStrategiesAndWritesTheResult() throws Exception {
    Outcome compared =
        run(
            "experiment",
            "elasticity",
            "--simulated-only",
            "--minutes",
            "6",
            "--strategies",
            "none,threshold");

    assertThat(compared.exitCode()).as(compared.err()).isEqualTo(ExitCode.OK);
    assertThat(compared.out()).contains("threshold").contains("node hours").contains("simulated");
    String text = Files.readString(folder.resolve("reports/elasticity/result.json"));
    Schemas.assertValid("experiment", text);
    JsonNode table = new ObjectMapper().readTree(text).at("/sections/0/tables/0");
    assertThat(table.path("rows")).hasSize(2);
    List<String> columns = table.path("columns").findValuesAsText("name");
    JsonNode none = table.at("/rows/0");
    assertThat(none.path(columns.indexOf("resizes")).asInt(-1)).isZero();
    assertThat(none.path(columns.indexOf("most")).asInt()).isEqualTo(3);
  }

  @Test
  void aStrategyThatIsNotThereIsFoundOutBeforeAnythingRuns() {
    Outcome wrong = run("experiment", "elasticity", "--simulated-only", "--strategies", "met,best");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("best");
    assertThat(folder.resolve("reports")).doesNotExist();
  }

  @Test
  void moreServersAtTheStartThanThereMayBeIsRefused() {
    Outcome wrong = run("experiment", "elasticity", "--region-servers", "6", "--most", "3");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("--most").contains("got 6 and 3");
  }

  @Test
  void theCloudOfItsServersIsCheckedBeforeAnythingRuns() throws Exception {
    Outcome absent = run("experiment", "elasticity", "--simulated-only", "--cloud", "gone.yaml");
    assertThat(absent.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(absent.err()).contains("--cloud").contains("gone.yaml");

    Files.writeString(folder.resolve("cloud.yaml"), "type: openstack\ncluster: stage\n");
    Outcome partly = run("experiment", "elasticity", "--simulated-only", "--cloud", "cloud.yaml");
    assertThat(partly.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(partly.err()).contains("cloud.image");
    assertThat(folder.resolve("reports")).doesNotExist();
  }

  @Test
  void keysOfTheCloudThatTheExperimentSetsItselfAreRefused() throws Exception {
    Files.writeString(
        folder.resolve("cloud.yaml"),
        "type: openstack\nstart: sh start\nnode: \"{ip}:16020\"\ncluster: stage\n");

    Outcome both = run("experiment", "elasticity", "--simulated-only", "--cloud", "cloud.yaml");

    assertThat(both.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(both.err())
        .contains(
            "--cloud: want the section cloud without files, start, ready, node, which the"
                + " experiment sets itself, got start, node. Take that out of the file.");
    assertThat(folder.resolve("reports")).doesNotExist();
  }
}
