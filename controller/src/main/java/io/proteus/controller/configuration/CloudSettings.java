package io.proteus.controller.configuration;

import io.proteus.core.decision.Stillborn;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who restarts, starts and stops nodes.
 *
 * @param type none or local
 * @param directory of the local cluster; there exactly when the type is local
 * @param stillborn when machines are ended of which no node came
 */
public record CloudSettings(String type, Optional<Path> directory, Stillborn stillborn) {
  public CloudSettings {
    if (type.equals("local") != directory.isPresent()) {
      throw new InvalidValue(
          type.equals("local")
              ? "cloud.directory: want the local cluster's folder, as cloud.type is local."
              : "cloud.directory: want it with cloud.type local only, got %s with cloud.type %s."
                  .formatted(directory.map(Path::toString).orElse(""), type));
    }
  }
}
