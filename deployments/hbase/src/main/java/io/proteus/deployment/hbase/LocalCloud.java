package io.proteus.deployment.hbase;

import io.proteus.cloud.local.ProcessMetrics;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A local deployment as the cloud and the hosts of its RegionServers.
 *
 * <p>A RegionServer that is terminated leaves its DataNode behind, because no other has its blocks;
 * the next launch starts the server there again.
 *
 * <p>The load of hosts counts since this object was last asked, so each caller with its own rhythm
 * needs its own object.
 */
public final class LocalCloud implements Restarts, Machines, HostMetrics {
  private final LocalDeployment deployment;
  private final Consumer<String> progress;
  private final Consumer<Joining> joinings;
  private final ProcessMetrics meter;

  /**
   * @param progress told what is started and ended
   */
  public LocalCloud(LocalDeployment deployment, Consumer<String> progress) {
    this(deployment, progress, joining -> {});
  }

  /**
   * @param progress told what is started and ended
   * @param joinings told how each RegionServer that was launched came into the cluster
   */
  public LocalCloud(
      LocalDeployment deployment, Consumer<String> progress, Consumer<Joining> joinings) {
    this.deployment = deployment;
    this.progress = progress;
    this.joinings = joinings;
    this.meter = deployment.meter();
  }

  @Override
  public void restart(NodeId node, SettingsChange settings) throws PortException {
    deployment.restartRegionServer(server(node).name(), settings, progress);
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    List<RegionServerStatus> servers = deployment.servers();
    long running = servers.stream().filter(LocalCloud::isRunning).count();
    if (running >= total) {
      return;
    }
    for (RegionServerStatus server : servers) {
      if (!isRunning(server)) {
        joinings.accept(
            deployment.restartRegionServer(
                server.name(), SettingsChange.setting(settings), progress));
        return;
      }
    }
    joinings.accept(deployment.addRegionServer(settings, progress));
  }

  /**
   * The RegionServers' processes that run, whether the master knows them or not. A restart gives a
   * server another process, so that it is as young as that.
   */
  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    Map<NodeId, Instant> machines = new HashMap<>();
    for (RegionServerStatus server : deployment.servers()) {
      Instant since = server.daemon().since();
      if (since != null) {
        machines.put(node(server), since);
      }
    }
    return machines;
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    RegionServerStatus server = server(node);
    if (isRunning(server)) {
      deployment.stopRegionServer(server.name(), progress);
    }
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (RegionServerStatus server : deployment.servers()) {
      NodeId node = node(server);
      if (nodes.contains(node) && isRunning(server)) {
        loads.put(node, meter.read(server.name()));
      }
    }
    return loads;
  }

  private RegionServerStatus server(NodeId node) throws PortException {
    List<RegionServerStatus> servers = deployment.servers();
    return servers.stream()
        .filter(server -> node(server).equals(node))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "%s: not a RegionServer of this machine's cluster, which has %s. Does cloud.directory name another cluster?"
                        .formatted(node, servers.stream().map(LocalCloud::node).toList())));
  }

  private static boolean isRunning(RegionServerStatus server) {
    return server.daemon().isRunning();
  }

  private static NodeId node(RegionServerStatus server) {
    return new NodeId(server.daemon().address() + ":" + server.port());
  }
}
