package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.proteus.controller.settings.InvalidConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The generated schema takes what the binder takes, and refuses what it refuses. */
class ConfigurationSchemaTest {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS).build();

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(ConfigurationDocuments.schema());

  private static JsonNode yaml(String text) throws Exception {
    return YAML.readTree(text);
  }

  @Test
  void theTemplateAndEarlierFilesHoldToIt() throws Exception {
    assertThat(SCHEMA.validate(yaml(Configuration.template()))).isEmpty();
    try (var files = Files.list(Path.of("src", "test", "resources", "configurations"))) {
      for (Path file : files.sorted().toList()) {
        assertThat(SCHEMA.validate(yaml(Files.readString(file)))).as(file.toString()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{engine: {zookeeper: 'zk:1'}}",
        "{cluster: {name: 'a b'}, engine: {zookeeper: 'zk:1'}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, met: {cpuAbvoe: 0.6}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, met: {cpuAbove: 60}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, met: 5}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, monitor: {period: 30}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, monitor: {samples: 0}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, strategy: mat}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, approval: {limits: {moves: -1}}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, approval: {anytime: [move]}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, server: {port: 70000}}",
        "{cluster: {name: a}, engine: {zookeeper: 'zk:1'}, threshold: {ioWaitAbove: sometimes}}"
      })
  void whatDoesNotHoldToItCannotBeRead(String text) throws Exception {
    assertThat(SCHEMA.validate(yaml(text))).isNotEmpty();
    assertThatThrownBy(() -> Configuration.parse("bad.yaml", text, Path.of("/")))
        .isInstanceOf(InvalidConfiguration.class);
  }
}
