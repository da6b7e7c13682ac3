package io.proteus.simulator.scenario;

import io.proteus.controller.settings.DeclaredSection;
import io.proteus.controller.settings.SettingsDocuments;
import java.util.List;

/** What is generated from the keys of a scenario. */
public final class ScenarioDocuments {
  private ScenarioDocuments() {}

  /** The tables of {@code docs/scenarios.md}. */
  public static String tables() {
    return documents().tables();
  }

  /** The JSON schema of a scenario. */
  public static String schema() {
    return documents().schema("urn:proteus:scenario", "A scenario of Proteus's simulator");
  }

  private static SettingsDocuments documents() {
    return new SettingsDocuments(
        List.of(new DeclaredSection("", Scenario.class)), ScenarioFile.kinds());
  }
}
