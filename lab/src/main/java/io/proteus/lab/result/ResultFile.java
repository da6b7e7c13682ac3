package io.proteus.lab.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** An experiment's figures as JSON. */
public final class ResultFile {
  /** The usual name. */
  public static final String NAME = "result.json";

  /** Anybody's to write at the top of any file of ours, see {@code docs/schema}. */
  private static final List<String> FREE_FIELDS = List.of("comment", "$schema");

  private ResultFile() {}

  /** Writes every figure, whole or not at all. */
  public static void write(Path file, Object result) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.writeString(unfinished, CoreJson.prettyText(result) + "\n");
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a result back.
   *
   * @throws IOException when the file cannot be read
   * @throws InvalidValue when it is no result, or of an earlier release
   */
  public static Result read(Path file) throws IOException {
    try {
      JsonNode tree = CoreJson.mapper().readTree(file.toFile());
      String schema = tree.path("schema").asText("none");
      if (!schema.equals(Result.SCHEMA)) {
        throw new InvalidValue(
            "%s: want a file with schema %s, got %s. The release that wrote another one makes its page, or the experiment can be run again."
                .formatted(file, Result.SCHEMA, schema));
      }
      if (tree instanceof ObjectNode fields) {
        fields.remove(FREE_FIELDS);
      }
      return CoreJson.mapper().treeToValue(tree, Result.class);
    } catch (JsonProcessingException e) {
      throw new InvalidValue(
          "%s: want an experiment's result, got something else: %s"
              .formatted(file, e.getOriginalMessage()));
    }
  }
}
