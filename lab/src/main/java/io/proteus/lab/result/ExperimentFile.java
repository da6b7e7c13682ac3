package io.proteus.lab.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * An experiment's result as JSON, as {@code docs/schema/experiment-result.schema.json} describes
 * it.
 */
public final class ExperimentFile {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          // a record's components are its file's fields, its questions are not
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .serializationInclusion(JsonInclude.Include.NON_NULL)
          .build();

  /** Anybody's to write at the top of any file of ours, see {@code docs/schema}. */
  private static final List<String> FREE_FIELDS = List.of("comment", "$schema");

  private ExperimentFile() {}

  /**
   * Writes the file whole or not at all.
   *
   * @throws IOException when the folder cannot be written to
   */
  public static void write(Path file, ExperimentResult result) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path unfinished = absolute.resolveSibling(absolute.getFileName() + ".unfinished");
    JSON.writeValue(unfinished.toFile(), result);
    Files.move(unfinished, absolute, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a result back.
   *
   * @throws IOException when the file cannot be read
   * @throws InvalidValue when it is not an experiment's result, or of another version
   */
  public static ExperimentResult read(Path file) throws IOException {
    try {
      JsonNode tree = JSON.readTree(file.toFile());
      String schema = tree.path("schema").asText("none");
      if (!schema.equals(ExperimentResult.SCHEMA) || !(tree instanceof ObjectNode fields)) {
        throw new InvalidValue(
            "%s: want a file with schema %s, got %s. Maybe it is another file, or of another release."
                .formatted(file, ExperimentResult.SCHEMA, schema));
      }
      fields.remove(FREE_FIELDS);
      return JSON.treeToValue(tree, ExperimentResult.class);
    } catch (JsonProcessingException e) {
      throw new InvalidValue(
          "%s: want an experiment result, got something else: %s"
              .formatted(file, e.getOriginalMessage()));
    }
  }
}
