package io.proteus.lab.stage;

import io.proteus.app.VersionCommand;
import io.proteus.app.WrongUsage;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterSpec;
import io.proteus.lab.result.Environment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
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
  private static final String STORE = "HBase";

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

  /** The same with so many servers. */
  public StageSpec withRegionServers(int servers) {
    return new StageSpec(home, directory, servers, heap, cores, properties);
  }

  /**
   * Where figures of an experiment on it come from: those of two environments cannot be compared.
   */
  public Environment environment() {
    long memory =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean machine
            ? machine.getTotalMemorySize()
            : 0;
    return new Environment(
        VersionCommand.current(),
        store(),
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        memory,
        regionServers,
        heap.bytes(),
        cores,
        properties.isEmpty() ? null : new TreeMap<>(properties));
  }

  /** Name and version; without a version where the jars that it runs on do not tell it. */
  private String store() {
    try {
      return new Installation(home)
          .serverJars()
          .hbaseVersion()
          .map(version -> STORE + " " + version)
          .orElse(STORE);
    } catch (PortException gone) {
      return STORE;
    }
  }
}
