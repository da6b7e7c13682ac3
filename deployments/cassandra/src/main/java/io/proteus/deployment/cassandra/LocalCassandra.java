package io.proteus.deployment.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import io.proteus.deployment.cassandra.CassandraDeployment.Server;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The servers of a local deployment as the cloud of their cluster. */
public final class LocalCassandra implements Machines, Restarts {
  private final CassandraDeployment deployment;
  private final Consumer<String> progress;

  public LocalCassandra(CassandraDeployment deployment, Consumer<String> progress) {
    this.deployment = deployment;
    this.progress = progress;
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
