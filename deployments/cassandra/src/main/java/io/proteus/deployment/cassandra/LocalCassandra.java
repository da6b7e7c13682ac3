package io.proteus.deployment.cassandra;

import io.proteus.cloud.local.ProcessMetrics;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.PriceList;
import io.proteus.core.port.Restarts;
import io.proteus.deployment.cassandra.CassandraDeployment.Server;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The servers of a local deployment as the cloud of their cluster. */
public final class LocalCassandra implements Machines, MachineInventory, Restarts, HostMetrics {
  private final CassandraDeployment deployment;
  private final Consumer<String> progress;
  private final PriceList prices;
  private final ProcessMetrics meter;

  public LocalCassandra(CassandraDeployment deployment, Consumer<String> progress) {
    this(deployment, progress, PriceList.NONE);
  }

  /**
   * @param progress told what is started and ended
   * @param prices an hour, by the names of servers
   */
  LocalCassandra(CassandraDeployment deployment, Consumer<String> progress, PriceList prices) {
    this.prices = prices;
    this.deployment = deployment;
    this.progress = progress;
    this.meter = deployment.meter();
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    launch(total, settings, deployment.marks().ofNoPlan());
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(launch.total(), launch.settings(), deployment.marks().of(launch));
  }

  private void launch(int total, Map<String, String> settings, MachineTags order)
      throws PortException {
    List<Server> running = deployment.servers().stream().filter(Server::isRunning).toList();
    Optional<String> begun = deployment.marks().begunBy(order);
    boolean done =
        running.stream().map(Server::name).anyMatch(name -> begun.equals(Optional.of(name)));
    if (!done && running.size() < total) {
      deployment.add(settings, order, progress);
    }
  }

  @Override
  public String cluster() {
    return deployment.marks().cluster();
  }

  @Override
  public List<Machine> inventory() throws PortException {
    List<Machine> machines = new ArrayList<>();
    for (Server server : deployment.servers()) {
      if (server.since().isPresent()) {
        machines.add(
            deployment
                .marks()
                .machine(
                    server.name(), new NodeId(server.address()), server.since().get(), prices));
      }
    }
    return machines;
  }

  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return prices.ofAny();
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

  /**
   * The share of what each may use: a JVM tells that of the machine, unless it started with a cap.
   */
  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (Server server : deployment.servers()) {
      NodeId node = new NodeId(server.address());
      if (nodes.contains(node) && server.isRunning()) {
        loads.put(node, new HostLoad(meter.read(server.name()).cpu(), null, null));
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
