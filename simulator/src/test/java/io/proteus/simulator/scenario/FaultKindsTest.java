package io.proteus.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every kind of fault can be written in a scenario, is described, and is drawn by chance. */
final class FaultKindsTest {

  @Test
  void theSchemaAndTheDocumentNameEveryKind() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(ScenarioDocuments.schema());
    Set<String> named = new HashSet<>();
    schema
        .at("/properties/faults/items/oneOf")
        .forEach(kind -> named.add(kind.at("/properties/fault/const").asText()));

    assertThat(named).isEqualTo(Faults.byName().keySet());
    String document = Files.readString(Path.of("../docs/scenarios.md"));
    assertThat(Faults.byName().keySet())
        .allSatisfy(name -> assertThat(document).contains("`%s`".formatted(name)));
  }

  @Test
  void chanceDrawsEveryKindThatAClusterSurvives() {
    SplittableRandom random = new SplittableRandom(1);
    Set<String> drawn = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      Fault fault = Faults.drawn(Duration.ofMinutes(1), Duration.ofMinutes(2), random);
      drawn.add(Faults.name(fault.getClass()));
    }

    Set<String> expected = new HashSet<>(Faults.byName().keySet());
    expected.remove("machine-lost"); // two of them may take the last copies of a file
    assertThat(drawn).isEqualTo(expected);
  }
}
