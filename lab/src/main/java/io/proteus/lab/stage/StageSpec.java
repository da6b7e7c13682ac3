package io.proteus.lab.stage;

import io.proteus.app.WrongUsage;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterSpec;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that an experiment runs on.
 *
 * @param home folder that Proteus was built in
 * @param directory of the cluster's data, logs and settings; deleted with the stage
 * @param regionServers how many
 * @param heap of each
 * @param cores that each RegionServer and its DataNode may use together while measured; null: all
 * @param properties settings of every daemon besides, in HBase's or HDFS's own keys
 */
public record StageSpec(
    Path home,
    Path directory,
    int regionServers,
    ByteSize heap,
    @Nullable Double cores,
    Map<String, String> properties) {
  public StageSpec {
    if (regionServers < 2) {
      throw new WrongUsage(
          "--region-servers: want 2 or more, as there is nothing to place on one, got %d."
              .formatted(regionServers));
    }
    ClusterSpec.check(regionServers, heap, null);
    ResourceCap.check(cores);
    properties = Map.copyOf(properties);
  }

  /** With nothing set besides. */
  public StageSpec(
      Path home, Path directory, int regionServers, ByteSize heap, @Nullable Double cores) {
    this(home, directory, regionServers, heap, cores, Map.of());
  }
}
