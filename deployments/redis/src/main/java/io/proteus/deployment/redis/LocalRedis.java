package io.proteus.deployment.redis;

import io.proteus.cloud.local.ProcessMetrics;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import io.proteus.deployment.redis.RedisDeployment.Server;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The servers of a local deployment as the cloud of their cluster. */
public final class LocalRedis implements Machines, Restarts, HostMetrics {
  private final RedisDeployment deployment;
  private final Consumer<String> progress;
  private final ProcessMetrics meter;

  public LocalRedis(RedisDeployment deployment, Consumer<String> progress) {
    this.deployment = deployment;
    this.progress = progress;
    this.meter = deployment.meter();
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    List<Server> servers = deployment.servers();
    if (servers.stream().filter(Server::isRunning).count() < total) {
      deployment.add(settings, progress);
    }
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    Map<NodeId, Instant> machines = new TreeMap<>();
    for (Server server : deployment.servers()) {
      server.since().ifPresent(since -> machines.put(new NodeId(server.address()), since));
    }
    return machines;
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    for (Server server : deployment.servers()) {
      if (server.address().equals(node.value())) {
        deployment.remove(server, progress);
      }
    }
  }

  @Override
  public void restart(NodeId node, SettingsChange settings) throws PortException {
    deployment.restart(server(node), settings.set(), settings.removed(), progress);
  }

  /** How much servers use of their caps; where they have none, the store's own figures count. */
  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    if (deployment.isCapped()) {
      for (Server server : deployment.servers()) {
        NodeId node = new NodeId(server.address());
        if (nodes.contains(node) && server.isRunning()) {
          loads.put(node, new HostLoad(meter.read(server.name()).cpu(), null, null));
        }
      }
    }
    return loads;
  }

  private Server server(NodeId node) throws PortException {
    List<Server> servers = deployment.servers();
    return servers.stream()
        .filter(server -> server.address().equals(node.value()))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "%s: not a server of this machine's cluster, which has %s. Does cloud.directory name another cluster?"
                        .formatted(node, servers.stream().map(Server::address).toList())));
  }
}
