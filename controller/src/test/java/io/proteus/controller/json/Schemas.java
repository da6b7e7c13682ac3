package io.proteus.controller.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The published schemas, as a stranger would use them. */
final class Schemas {
  static final Path FOLDER = Path.of("..", "docs", "schema");

  private Schemas() {}

  static void assertValid(String schema, String json) throws IOException {
    assertThat(problems(schema, json)).isEmpty();
  }

  static Set<ValidationMessage> problems(String schema, String json) throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(FOLDER.resolve(schema)))
        .validate(
            json,
            InputFormat.JSON,
            context -> context.getExecutionConfig().setFormatAssertionsEnabled(true));
  }
}
