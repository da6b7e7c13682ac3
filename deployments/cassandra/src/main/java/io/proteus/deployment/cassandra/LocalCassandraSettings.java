package io.proteus.deployment.cassandra;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of a cluster of Cassandra on this machine.
 *
 * @param directory its folder
 */
@Section("a cluster that `proteus local up --store cassandra` started on this machine")
public record LocalCassandraSettings(
    @Key(doc = "the local cluster's folder", example = "/path") Optional<Path> directory) {
  public LocalCassandraSettings {
    if (directory.isEmpty()) {
      throw new InvalidValue(
          "cloud.directory: want the local cluster's folder, as cloud.type is local-cassandra.");
    }
  }
}
