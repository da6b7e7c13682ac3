package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed documents are those that are generated; {@code ./proteus settings} writes them. */
class SettingsDocumentTest {
  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void theReferenceIsGenerated() throws Exception {
    assertThat(Files.readString(DOCS.resolve("settings.md")))
        .isEqualTo(ConfigurationDocuments.reference());
  }

  @Test
  void theSchemaIsGenerated() throws Exception {
    assertThat(Files.readString(DOCS.resolve("schema/configuration.schema.json")))
        .isEqualTo(ConfigurationDocuments.schema());
  }
}
