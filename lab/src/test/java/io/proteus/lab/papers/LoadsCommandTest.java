package io.proteus.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.command.Schemas;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadsCommandTest {
  @TempDir private Path folder;

  private Outcome run(String... args) {
    return new CommandLineUnderTest(folder, ManualClock.start()).run(args);
  }

  @Test
  void jsonHoldsToItsSchemaAndSomebodyIsOnTheFront() throws Exception {
    Outcome json =
        run(
            "experiment",
            "loads",
            "--loads",
            "flash-crowd",
            "--policies",
            "target,threshold",
            "--seeds",
            "2",
            "--json");

    assertThat(json.exitCode()).isEqualTo(ExitCode.OK);
    Schemas.assertValid("experiment", json.out());
    JsonNode table = new ObjectMapper().readTree(json.out()).at("/sections/0/tables/0");
    assertThat(table.at("/columns").findValuesAsText("name"))
        .startsWith("policy", "node hours")
        .endsWith("front");
    assertThat(table.at("/rows/0/0").asText()).isEqualTo("target");
    assertThat(table.at("/rows/1/0").asText()).isEqualTo("threshold");
    assertThat(List.of(table.at("/rows/0/6").asText(), table.at("/rows/1/6").asText()))
        .contains("yes");
    assertThat(table.at("/rows/0/1/median").asDouble()).isPositive();
  }

  @Test
  void aLoadOrPolicyThatIsNotThereIsAnError() {
    Outcome load = run("experiment", "loads", "--loads", "hourly");
    Outcome policy = run("experiment", "loads", "--policies", "mdp");

    assertThat(load.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(load.err()).contains("'hourly'").contains("daily");
    assertThat(policy.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(policy.err()).contains("'mdp'").contains("mdp:cost");
  }
}
