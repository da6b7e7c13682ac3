package io.proteus.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFileTest {
  private static final Path SCHEMA = Path.of("../docs/schema/experiment-result.schema.json");

  @TempDir private Path folder;

  @Test
  void aResultSurvivesItsFile() throws Exception {
    Path file = folder.resolve("results/run.json");
    ExperimentFile.write(file, SampleExperiment.result());

    assertThat(ExperimentFile.read(file)).isEqualTo(SampleExperiment.result());
    assertThat(folder.resolve("results")).isDirectoryContaining("glob:**run.json");
  }

  @Test
  void theFileIsAsItsSchemaSays() throws Exception {
    Path file = folder.resolve("run.json");
    ExperimentFile.write(file, SampleExperiment.result());

    assertThat(schema().validate(new ObjectMapper().readTree(file.toFile()))).isEmpty();
  }

  @Test
  void theSchemaRefusesWhatIsNotDescribed() throws Exception {
    Path file = folder.resolve("run.json");
    ExperimentFile.write(file, SampleExperiment.result());
    String text = Files.readString(file).replace("\"clientCores\"", "\"cores\"");

    assertThat(schema().validate(new ObjectMapper().readTree(text))).isNotEmpty();
  }

  @Test
  void whatWasNotMeasuredIsAbsent() throws Exception {
    Path file = folder.resolve("run.json");
    ExperimentFile.write(file, SampleExperiment.result());

    assertThat(Files.readString(file)).doesNotContain("null").contains("\"cacheHitRatio\" : 0.97");
  }

  @Test
  void anotherFileIsRefusedWithItsName() throws Exception {
    Path file = Files.writeString(folder.resolve("other.json"), "{\"schema\": \"proteus/plan/1\"}");

    assertThatThrownBy(() -> ExperimentFile.read(file))
        .hasMessageContaining("other.json")
        .hasMessageContaining("want a file with schema proteus/experiment/1, got proteus/plan/1");
  }

  @Test
  void textThatIsNotJsonIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("notes.txt"), "hello");

    assertThatThrownBy(() -> ExperimentFile.read(file)).hasMessageContaining("notes.txt");
  }

  private static JsonSchema schema() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(SCHEMA));
  }
}
