package io.proteus.deployment.hbase;

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
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
public final class LocalCloud implements Restarts, Machines, MachineInventory, HostMetrics {
  private final LocalDeployment deployment;
  private final Consumer<String> progress;
  private final Consumer<Joining> joinings;
  private final ProcessMetrics meter;
  private final PriceList prices;

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
    this(deployment, progress, joinings, PriceList.NONE);
  }

  /**
   * @param progress told what is started and ended
   * @param joinings told how each RegionServer that was launched came into the cluster
   * @param prices an hour, by the names of servers
   */
  LocalCloud(
      LocalDeployment deployment,
      Consumer<String> progress,
      Consumer<Joining> joinings,
      PriceList prices) {
    this.prices = prices;
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
    launch(total, settings, deployment.marks().ofNoPlan());
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(launch.total(), launch.settings(), deployment.marks().of(launch));
  }

  /** A server that this order had begun to start before a crash is the one that it starts. */
  private void launch(int total, Map<String, String> settings, MachineTags order)
      throws PortException {
    List<RegionServerStatus> servers = deployment.servers();
    Optional<String> begun = deployment.marks().begunBy(order);
    List<RegionServerStatus> running = servers.stream().filter(LocalCloud::isRunning).toList();
    boolean done = running.stream().anyMatch(server -> begun.equals(Optional.of(server.name())));
    if (done || running.size() >= total) {
      return;
    }
    Optional<String> stopped =
        servers.stream()
            .filter(server -> !isRunning(server))
            .map(RegionServerStatus::name)
            .min(Comparator.comparing(name -> !begun.equals(Optional.of(name))));
    if (stopped.isEmpty()) {
      joinings.accept(deployment.addRegionServer(settings, order, progress));
      return;
    }
    deployment.marks().write(stopped.get(), order);
    joinings.accept(
        deployment.restartRegionServer(stopped.get(), SettingsChange.setting(settings), progress));
  }

  @Override
  public String cluster() {
    return deployment.marks().cluster();
  }

  @Override
  public List<Machine> inventory() throws PortException {
    List<Machine> machines = new ArrayList<>();
    for (RegionServerStatus server : deployment.servers()) {
      Instant since = server.daemon().since();
      if (since != null) {
        machines.add(deployment.marks().machine(server.name(), node(server), since, prices));
      }
    }
    return machines;
  }

  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    return prices.ofAny();
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
    deployment.marks().remove(server.name());
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
