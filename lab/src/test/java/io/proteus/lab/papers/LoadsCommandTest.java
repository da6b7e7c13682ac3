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
    Schemas.assertValid("loads", json.out());
    JsonNode rows = new ObjectMapper().readTree(json.out()).path("loads").path(0).path("rows");
    assertThat(rows.findValuesAsText("policy")).containsExactly("target", "threshold");
    assertThat(rows.findValuesAsText("onFront")).contains("true");
    assertThat(rows.path(0).path("nodeHours").path("median").asDouble()).isPositive();
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
