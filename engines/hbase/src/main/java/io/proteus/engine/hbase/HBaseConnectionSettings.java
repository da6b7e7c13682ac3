package io.proteus.engine.hbase;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.Address;
import io.proteus.engine.hbase.bulkload.HConfigSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How to reach an HBase cluster.
 *
 * @param zookeeper one or more
 * @param znodeParent where in ZooKeeper the cluster is
 * @param connectTimeout until a connection must stand
 * @param scrapeTimeout until a node must tell its metrics
 * @param properties any settings of HBase's own client
 * @param hconfig HConfig's constants
 */
@Section("HBase 2.5 and 2.6, unpatched ([details](../engines/hbase/README.md))")
public record HBaseConnectionSettings(
    @Key(doc = "the cluster's ZooKeeper", example = "127.0.0.1:2181") List<Address> zookeeper,
    @Key(doc = "where in ZooKeeper the cluster is", usual = "/hbase") String znodeParent,
    @Key(doc = "until a connection must stand", usual = "20s") Duration connectTimeout,
    @Key(doc = "until a node must tell its metrics", usual = "5s") Duration scrapeTimeout,
    @Key(doc = "any settings of the store's own client", usual = "{}")
        Map<String, String> properties,
    @Section("HConfig's constants for `bulk-load --rules hconfig`.") HConfigSettings hconfig) {
  public HBaseConnectionSettings {
    zookeeper = List.copyOf(zookeeper);
    properties = Map.copyOf(properties);
  }

  /** The quorum in the form of {@code hbase.zookeeper.quorum}: {@code host:port,host:port}. */
  public String quorum() {
    return zookeeper.stream().map(Address::toString).collect(Collectors.joining(","));
  }

  HBaseAddress address() {
    return new HBaseAddress(quorum(), znodeParent, properties);
  }
}
