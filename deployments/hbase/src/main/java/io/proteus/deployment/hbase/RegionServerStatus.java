package io.proteus.deployment.hbase;

import io.proteus.cloud.local.Capping;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A RegionServer of the cluster as it is now.
 *
 * @param daemon the RegionServer's process
 * @param dataNode its DataNode's process, in the same cap group
 * @param port of its calls, at the daemon's address
 * @param capping what came of its CPU cap; null when none was set
 * @param settings that were given to this server alone, in HBase's keys
 */
public record RegionServerStatus(
    DaemonStatus daemon,
    DaemonStatus dataNode,
    int port,
    @Nullable Capping capping,
    Map<String, String> settings) {

  public String name() {
    return daemon.name();
  }
}
