package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.json.SavedObservation;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;

/** What {@code --from} names: a saved observation in place of a cluster. */
final class SavedSituation {
  private SavedSituation() {}

  /**
   * Thresholds, profiles and policies of the chosen file; the engine's defaults where there is
   * none.
   */
  static Configuration configuration(
      ClusterOptions cluster, EngineOption engine, Environment environment)
      throws InvalidConfiguration {
    boolean chosen =
        cluster.isChosen()
            || environment.folder().resolve(ClusterOptions.DEFAULT_FILE).toFile().exists();
    return chosen
        ? cluster.configuration(environment)
        : Configuration.parse(
            "defaults", Configuration.template(engine.type()), environment.folder());
  }

  static Situation read(Path file) {
    try {
      return SavedObservation.read(file);
    } catch (UnreadableJson e) {
      throw new InvalidValue("--from: " + e.getMessage());
    }
  }
}
