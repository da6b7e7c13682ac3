package io.proteus.controller.configuration;

import io.proteus.core.decision.Stillborn;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
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
@Section("Who restarts, starts and stops nodes.")
public record CloudSettings(
    @Key(doc = "who restarts, starts and stops nodes", usual = "none", oneOf = "clouds")
        String type,
    @Key(doc = "the local cluster's folder; for `local` only", example = "/path")
        Optional<Path> directory,
    @Inline Stillborn stillborn) {
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
