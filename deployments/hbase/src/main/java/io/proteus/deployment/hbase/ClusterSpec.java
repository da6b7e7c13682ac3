package io.proteus.deployment.hbase;

import io.proteus.cloud.local.ResourceCap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cluster to bring up.
 *
 * @param regionServers how many, each with a DataNode
 * @param heap of each RegionServer
 * @param cores that a RegionServer and its DataNode may use together, 0.22 is 22 % of a core; null
 *     is no cap
 * @param memory how each RegionServer divides its heap at first
 * @param replication of HDFS blocks
 * @param properties in every daemon's hbase-site.xml, winning over ours; an empty one takes ours
 *     out
 * @param serverProperties in one RegionServer's hbase-site.xml, by its name (rs1, rs2 ...)
 * @param plugin jars or class folders of Proteus's RegionServer plugin; none leaves HBase as it
 *     ships
 * @param portBase first of a hundred ports; null looks for a free block
 * @param jars what the daemons run on
 */
public record ClusterSpec(
    int regionServers,
    ByteSize heap,
    @Nullable Double cores,
    MemorySplit memory,
    int replication,
    Map<String, String> properties,
    Map<String, Map<String, String>> serverProperties,
    List<Path> plugin,
    @Nullable Integer portBase,
    ServerJars jars) {

  /** Servers have addresses from 127.0.0.11 on. */
  static final int MOST_SERVERS = 200;

  /** Ports below this one belong to root. */
  private static final int LEAST_PORT = 1024;

  private static final int LARGEST_PORT = 65_535;

  private static final ByteSize LEAST_HEAP = ByteSize.ofMegabytes(256);

  public ClusterSpec {
    properties = Map.copyOf(properties);
    serverProperties = Map.copyOf(serverProperties);
    plugin = plugin.stream().map(Path::toAbsolutePath).toList();
    check(regionServers, heap, portBase);
    ResourceCap.check(cores);
    if (replication < 1 || replication > regionServers) {
      throw new InvalidValue(
          "replication: want 1..%d (one copy a DataNode), got %d."
              .formatted(regionServers, replication));
    }
  }

  /**
   * Refuses a cluster that could not be brought up later.
   *
   * @param portBase null looks for a free block
   * @throws InvalidValue that names the option of the command line
   */
  public static void check(int regionServers, ByteSize heap, @Nullable Integer portBase) {
    if (regionServers < 1 || regionServers > MOST_SERVERS) {
      throw new InvalidValue(
          "--region-servers: want 1..%d, got %d.".formatted(MOST_SERVERS, regionServers));
    }
    if (heap.compareTo(LEAST_HEAP) < 0) {
      throw new InvalidValue(
          "--heap: want at least %s a RegionServer, got %s.".formatted(LEAST_HEAP, heap));
    }
    if (portBase != null && (portBase < LEAST_PORT || portBase > LARGEST_PORT - Ports.BLOCK)) {
      throw new InvalidValue(
          "--port-base: want %d..%d, as %d ports are taken from it on, got %d."
              .formatted(LEAST_PORT, LARGEST_PORT - Ports.BLOCK, Ports.BLOCK, portBase));
    }
  }

  /** Five servers of 768 MB with 40 % cache and 25 % memstore, uncapped, one copy of each block. */
  public static Builder on(ServerJars jars) {
    return new Builder(jars);
  }

  /** Collects what differs from the default. */
  public static final class Builder {
    private final ServerJars jars;
    private int regionServers = 5;
    private ByteSize heap = ByteSize.ofMegabytes(768);
    private @Nullable Double cores;
    private MemorySplit memory = MemorySplit.of(0.40, 0.25);
    private int replication = 1;
    private Map<String, String> properties = Map.of();
    private Map<String, Map<String, String>> serverProperties = Map.of();
    private List<Path> plugin = List.of();
    private @Nullable Integer portBase;

    private Builder(ServerJars jars) {
      this.jars = jars;
    }

    public Builder regionServers(int count) {
      this.regionServers = count;
      return this;
    }

    public Builder heap(ByteSize size) {
      this.heap = size;
      return this;
    }

    public Builder cores(@Nullable Double share) {
      this.cores = share;
      return this;
    }

    public Builder memory(MemorySplit split) {
      this.memory = split;
      return this;
    }

    public Builder replication(int copies) {
      this.replication = copies;
      return this;
    }

    public Builder properties(Map<String, String> all) {
      this.properties = all;
      return this;
    }

    public Builder serverProperties(Map<String, Map<String, String>> byServer) {
      this.serverProperties = byServer;
      return this;
    }

    public Builder plugin(List<Path> entries) {
      this.plugin = entries;
      return this;
    }

    public Builder portBase(@Nullable Integer base) {
      this.portBase = base;
      return this;
    }

    public ClusterSpec build() {
      return new ClusterSpec(
          regionServers,
          heap,
          cores,
          memory,
          replication,
          properties,
          serverProperties,
          plugin,
          portBase,
          jars);
    }
  }
}
