package io.proteus.cloud.ssh;

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
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** A store whose nodes are processes: each notes its id and the settings that it started with. */
final class ServiceStore extends InMemoryClaims implements Store, Placement {
  private static final TableId TABLE = new TableId("t");

  private final Path folder;
  private final List<String> hosts;
  private final Map<PartitionId, NodeId> places = new TreeMap<>();

  ServiceStore(Path folder, List<String> hosts) {
    super(InstantSource.system());
    this.folder = folder;
    this.hosts = hosts;
    for (int part = 0; part < 4; part++) {
      places.put(new PartitionId("p" + part), node(hosts.get(part % 2)));
    }
  }

  static NodeId node(String host) {
    return new NodeId(host + ":1");
  }

  @Override
  public Topology topology() throws PortException {
    List<Node> nodes = new ArrayList<>();
    try {
      for (String host : hosts) {
        Path file = folder.resolve(host + ".pid");
        String pid = Files.exists(file) ? Files.readString(file).strip() : "0";
        if (ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent()) {
          Properties settings = new Properties();
          settings.load(new StringReader(Files.readString(folder.resolve(host + ".running"))));
          Map<String, String> told = new TreeMap<>();
          settings.stringPropertyNames().forEach(key -> told.put(key, settings.getProperty(key)));
          nodes.add(Node.undivided(node(host), pid, new TreeMap<>(told), new TreeMap<>()));
        }
      }
    } catch (IOException e) {
      throw new PortException("a node is just starting", e);
    }
    List<Partition> partitions = new ArrayList<>();
    places.forEach((id, at) -> partitions.add(new Partition(id, TABLE, at, ByteSize.ZERO, null)));
    return new Topology(
        "services",
        InstantSource.system().instant(),
        nodes,
        List.of(),
        partitions,
        List.of(new Table(TABLE, null)),
        List.of(),
        false,
        List.of());
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
