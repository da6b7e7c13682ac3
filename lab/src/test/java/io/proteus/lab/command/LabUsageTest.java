package io.proteus.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.command.UsageTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line with the laboratory's commands, which it finds. */
class LabUsageTest extends UsageTest {

  @Test
  void theLaboratorysCommandsAreFound() {
    assertThat(everyCommand())
        .contains("experiment faults", "experiment loads", "tune", "local up", "demo");
  }

  @Test
  void whatTheListOfExperimentsSaysOfEachIsAWholeSentence() {
    assertWholeSentences(commandLine().getSubcommands().get("experiment"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local up --heap banana",
        "local up --heap 1MB",
        "local up --region-servers 0",
        "local up --region-servers many",
        "local up --cpu 0",
        "local up --port-base 1",
        "local load --rows 5",
        "local load --rate 0",
        "local load --for never",
        "experiment met-convergence --repeats 0",
        "experiment met-convergence --arrangements z",
        "experiment met-convergence --window 0",
        "experiment met-convergence --window 0s",
        "experiment met-convergence --window 30",
        "experiment policies --warm-up 10",
        "experiment met-convergence --window -30",
        "experiment met-convergence --rows 5",
        "experiment met-convergence --heap banana",
        "experiment met-convergence --cpu -1",
        "experiment met-convergence --region-servers 1",
        "experiment bulk-load --repeats 0",
        "experiment bulk-load --client-buffer banana",
        "experiment bulk-load --configurations z",
        "experiment policies --workloads z",
        "experiment policies --window 0",
        "experiment policies --distributions z",
        "experiment cassandra-policies --workloads three-tables",
        "experiment cassandra-policies --distributions z",
        "experiment cassandra-policies --nodes 0",
        "experiment cassandra-policies --cores 0",
        "experiment cassandra-policies --memory 1MB",
        "experiment bulk-load --row-size banana",
        "experiment growth --loads z",
        "experiment growth --more 0",
        "experiment growth --more 4,6,1",
        "experiment growth --rates 0",
        "experiment growth --rows 5",
        "experiment redis-waves --period 10m --length 5m",
        "experiment redis-waves --amplitude 9000",
        "experiment redis-waves --cores 0.01",
        "experiment elasticity --minutes 1",
        "experiment redis-resizes --rush 300 --seconds 200",
        "experiment redis-resizes --staying 1",
        "experiment cassandra-resizes --rush 300 --seconds 200",
        "experiment cassandra-resizes --cores 0",
        "experiment failover --trials 0"
      })
  void aValueThatCannotBeIsWrongUsageInTheLaboratoryToo(String line) {
    assertWrongUsage(line);
  }

  @Test
  void aTimeWithoutItsUnitIsRefusedWithWhatIsWanted() {
    Outcome bare = proteus().run("experiment", "policies", "--window", "15");

    assertThat(bare.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(bare.err()).contains("--window").contains("want a time").contains("got '15'");
  }

  @Test
  void aResultThatIsNotThereIsNamed() {
    Outcome missing = proteus().run("experiment", "report", "missing.json");

    assertThat(missing.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(missing.err())
        .isEqualTo(
            "proteus: missing.json: there is no such file; want the result.json of an"
                + " experiment.\n");
  }
}
