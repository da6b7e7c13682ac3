package io.proteus.deployment.hbase;

import io.proteus.core.port.PriceList;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The directory of a cluster on this machine.
 *
 * @param directory its folder
 * @param prices an hour, by the names of servers
 */
@Section("a cluster that `proteus local up` started on this machine")
public record LocalCloudSettings(
    @Key(doc = "the local cluster's folder", example = "/path") Optional<Path> directory,
    @Key(
            doc = "what a server is taken to cost an hour, by its name; any: those not listed",
            usual = "{}",
            example = "{any: 0.12}")
        PriceList prices) {
  public LocalCloudSettings {
    if (directory.isEmpty()) {
      throw new InvalidValue(
          "cloud.directory: want the local cluster's folder, as cloud.type is local.");
    }
  }
}
