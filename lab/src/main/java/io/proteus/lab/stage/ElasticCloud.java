package io.proteus.lab.stage;

import io.proteus.cloud.local.Capping;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import io.proteus.deployment.hbase.LocalCloud;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.deployment.hbase.RegionServerStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The local cloud, where servers have a CPU cap once they are in the cluster: a machine of its own
 * would bring the CPU to start a JVM, which takes minutes under a fifth of a core.
 *
 * @param cores of each server that serves; null: all
 */
record ElasticCloud(LocalDeployment deployment, LocalCloud cloud, @Nullable Double cores)
    implements Restarts, Machines {

  @Override
  public void restart(NodeId node, SettingsChange settings) throws PortException {
    cloud.restart(node, settings);
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    for (RegionServerStatus server : deployment.servers()) {
      if (!server.daemon().isRunning()) {
        deployment.setCpuShare(server.name(), null);
      }
    }
    List<Capping> cappings;
    try {
      cloud.launch(total, settings);
    } finally {
      cappings = deployment.setCpuShareOfAll(cores);
    }
    Caps.require(cappings);
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    return cloud.machines();
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    cloud.terminate(node);
  }
}
