package io.proteus.controller.configuration;

import io.proteus.core.units.Address;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How to reach the store.
 *
 * @param type hbase
 * @param zookeeper one or more
 * @param znodeParent where in ZooKeeper the cluster is
 * @param connectTimeout until a connection must stand
 * @param scrapeTimeout until a node must tell its metrics
 * @param properties any settings of the store's own client
 * @param excludeTables tables that Proteus leaves alone, as a person wrote them
 */
public record EngineSettings(
    String type,
    List<Address> zookeeper,
    String znodeParent,
    Duration connectTimeout,
    Duration scrapeTimeout,
    Map<String, String> properties,
    List<String> excludeTables) {
  public EngineSettings {
    zookeeper = List.copyOf(zookeeper);
    properties = Map.copyOf(properties);
    excludeTables = List.copyOf(excludeTables);
  }

  /** As HBase's {@code hbase.zookeeper.quorum} takes it: {@code host:port,host:port}. */
  public String quorum() {
    return zookeeper.stream().map(Address::toString).collect(Collectors.joining(","));
  }
}
