package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.json.SavedObservation;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.settings.GeneratedPart;
import io.proteus.simulator.scenario.ScenarioDocuments;
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
  void theDocumentsOfScenariosAreGenerated() throws Exception {
    String document = Files.readString(DOCS.resolve("scenarios.md"));

    assertThat(GeneratedPart.in(document, ScenarioDocuments.tables())).isEqualTo(document);
  }

  @Test
  void theDocumentsOfPoliciesAreGenerated() throws Exception {
    String document = Files.readString(DOCS.resolve("policies.md"));

    assertThat(GeneratedPart.in(document, PolicyFile.tables())).isEqualTo(document);
    assertThat(Files.readString(DOCS.resolve("schema/policy.schema.json")))
        .isEqualTo(PolicyFile.schema());
  }

  @Test
  void theReadmesTableOfStoresIsGenerated() throws Exception {
    String document = Files.readString(DOCS.resolveSibling("README.md"));

    assertThat(GeneratedPart.in(document, StoreTable.table())).isEqualTo(document);
  }

  @Test
  void theSchemaOfObservationsIsGenerated() throws Exception {
    assertThat(Files.readString(DOCS.resolve("schema/observation.schema.json")))
        .isEqualTo(SavedObservation.jsonSchema());
  }
}
