package io.proteus.cloud.kubernetes;

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
import java.util.function.Supplier;

/** A store whose nodes are the pods that run. */
final class PodStore extends InMemoryClaims implements Store, Placement {
  private static final TableId TABLE = new TableId("t");

  private final Supplier<List<RunningPod>> running;
  private final Map<PartitionId, NodeId> places = new TreeMap<>();

  PodStore(Supplier<List<RunningPod>> running) {
    super(InstantSource.system());
    this.running = running;
    for (int part = 0; part < 4; part++) {
      places.put(new PartitionId("p" + part), node("orders-" + part % 2));
    }
  }

  static NodeId node(String pod) {
    return new NodeId(pod + ".orders:1");
  }

  @Override
  public Topology topology() {
    List<Node> nodes = new ArrayList<>();
    for (RunningPod pod : running.get()) {
      nodes.add(
          Node.undivided(
              node(pod.name()), pod.uid(), new TreeMap<>(pod.settings()), new TreeMap<>()));
    }
    nodes.sort(Comparator.comparing(node -> node.id().value()));
    List<Partition> partitions = new ArrayList<>();
    places.forEach((id, at) -> partitions.add(new Partition(id, TABLE, at, ByteSize.ZERO, null)));
    return new Topology(
        "pods",
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
  public Sample sample() {
    return new Sample(topology(), Map.of(), Map.of());
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    if (topology().node(to).isEmpty() || places.replace(partition, to) == null) {
      throw new PortException("there is no %s or no %s".formatted(partition, to));
    }
  }
}
