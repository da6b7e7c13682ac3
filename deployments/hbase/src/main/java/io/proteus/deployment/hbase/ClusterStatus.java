package io.proteus.deployment.hbase;

import java.util.List;
import java.util.stream.Stream;

/**
 * A cluster as it is now; empty when there is none in the directory.
 *
 * @param central ZooKeeper, NameNode and master
 * @param strays processes of this directory that were started but not recorded, by name
 */
public record ClusterStatus(
    List<DaemonStatus> central, List<RegionServerStatus> regionServers, List<String> strays) {

  public ClusterStatus {
    central = List.copyOf(central);
    regionServers = List.copyOf(regionServers);
    strays = List.copyOf(strays);
  }

  public Stream<DaemonStatus> daemons() {
    return Stream.concat(
        central.stream(),
        regionServers.stream().flatMap(server -> Stream.of(server.dataNode(), server.daemon())));
  }

  /** Whether every daemon that belongs to the cluster runs. */
  public boolean isComplete() {
    return !central.isEmpty() && daemons().allMatch(DaemonStatus::isRunning);
  }
}
