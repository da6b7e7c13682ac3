package io.proteus.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schema is that of the files that are read. */
class ScenarioSchemaTest {
  @SuppressWarnings("unused")
  private static final Iterable<String> SHIPPED = ScenarioFile.SHIPPED;

  private static JsonSchema schema() throws Exception {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(Path.of("../docs/schema/scenario.schema.json")));
  }

  @ParameterizedTest
  @FieldSource("SHIPPED")
  void shippedScenariosHoldToIt(String name) throws Exception {
    try (InputStream in = ScenarioFile.class.getResourceAsStream(name + ".yaml")) {
      JsonNode scenario = new YAMLMapper().readTree(Objects.requireNonNull(in));

      assertThat(schema().validate(scenario)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x",
        "{name: x, nodes: 0, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, nodez: 1, tenants: [{name: A, operations: {read: 1}}]}",
        "{name: x, lasts: soon, tenants: [{name: A, operations: {read: 1}}]}"
      })
  void whatCannotBeReadDoesNot(String yaml) throws Exception {
    assertThat(schema().validate(new YAMLMapper().readTree(yaml))).isNotEmpty();
  }
}
