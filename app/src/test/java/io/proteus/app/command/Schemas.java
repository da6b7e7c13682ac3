package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is published of our JSON, in docs/schema. */
public final class Schemas {
  private static final Path FOLDER = Path.of("../docs/schema");

  private Schemas() {}

  public static void assertValid(String schema, String json) throws IOException {
    String text = Files.readString(FOLDER.resolve(schema + ".schema.json"));
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(text)
                .validate(json, InputFormat.JSON))
        .isEmpty();
  }
}
