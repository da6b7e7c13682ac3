package io.proteus.cloud.openstack;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.testkit.InMemoryClaims;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A store whose nodes are the servers that have booted, with the settings of their user data. */
final class ServerStore extends InMemoryClaims implements Store, Placement {
  private static final TableId TABLE = new TableId("t");

  private final OpenStackSettings settings;
  private final Booted booted;
  private final Map<PartitionId, NodeId> places = new TreeMap<>();

  /** Which servers have booted, each with the script that it ran. */
  interface Booted {
    Map<Server, String> scripts() throws PortException;
  }

  ServerStore(OpenStackSettings settings, Booted booted) {
    super(InstantSource.system());
    this.settings = settings;
    this.booted = booted;
  }

  /** Puts four partitions on the nodes that run. */
  void fill() throws PortException {
    List<Node> nodes = topology().nodes();
    for (int part = 0; part < 4; part++) {
      places.put(new PartitionId("p" + part), nodes.get(part % nodes.size()).id());
    }
  }

  @Override
  public Topology topology() throws PortException {
    List<Node> nodes = new ArrayList<>();
    booted
        .scripts()
        .forEach(
            (server, script) ->
                nodes.add(
                    Node.undivided(
                        settings.nodeOn(server), server.id(), set(script), new TreeMap<>())));
    nodes.sort(Comparator.comparing(node -> node.id().value()));
    List<Partition> partitions = new ArrayList<>();
    places.forEach((id, at) -> partitions.add(new Partition(id, TABLE, at, ByteSize.ZERO, null)));
    return new Topology(
        "servers",
        InstantSource.system().instant(),
        nodes,
        List.of(),
        partitions,
        List.of(new Table(TABLE, null)),
        List.of(),
        false,
        List.of());
  }

  private static TreeMap<String, String> set(String script) {
    TreeMap<String, String> found = new TreeMap<>();
    for (String line : script.split("\n")) {
      int equal = line.indexOf('=');
      if (equal > 0) {
        found.put(line.substring(0, equal), line.substring(equal + 1));
      }
    }
    return found;
  }

  @Override
  public Sample sample() throws PortException {
    return new Sample(topology(), Map.of(), Map.of());
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    if (topology().node(to).isEmpty() || places.replace(partition, to) == null) {
      throw new PortException("there is no %s or no %s".formatted(partition, to));
    }
  }
}
