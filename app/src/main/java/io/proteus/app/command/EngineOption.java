package io.proteus.app.command;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.EngineSettings;
import io.proteus.controller.settings.InvalidConfiguration;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The kind of store that a command is about which looks at no cluster. */
final class EngineOption {
  @Option(
      names = "--engine",
      paramLabel = "TYPE",
      description =
          "The kind of store (default: engine.type of the configuration; without one "
              + EngineSettings.USUAL
              + ").")
  private @Nullable String engine;

  /** The one that was named, else the configuration's, else the usual one. */
  String type(Optional<Path> configuration) throws InvalidConfiguration {
    if (engine != null) {
      return engine;
    }
    return configuration.isPresent()
        ? Configuration.engineType(configuration.get())
        : EngineSettings.USUAL;
  }

  /** The one that was named, else the usual one. */
  String type() {
    return engine == null ? EngineSettings.USUAL : engine;
  }
}
