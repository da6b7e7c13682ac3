package io.proteus.cloud.ec2;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.testkit.InMemoryClaims;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceAttributeName;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/** A store whose nodes are the instances that run, with the settings of their user data. */
final class InstanceStore extends InMemoryClaims implements Store, Placement {
  private static final TableId TABLE = new TableId("t");

  private final Ec2Client client;
  private final Ec2CloudSettings settings;
  private final Map<PartitionId, NodeId> places = new TreeMap<>();

  InstanceStore(Ec2Client client, Ec2CloudSettings settings) {
    super(InstantSource.system());
    this.client = client;
    this.settings = settings;
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
    for (Instance instance : running()) {
      NodeId id =
          settings.nodeOn(
              instance.instanceId(), instance.privateDnsName(), instance.privateIpAddress());
      nodes.add(Node.undivided(id, instance.instanceId(), settingsOf(instance), new TreeMap<>()));
    }
    nodes.sort(Comparator.comparing(node -> node.id().value()));
    List<Partition> partitions = new ArrayList<>();
    places.forEach((id, at) -> partitions.add(new Partition(id, TABLE, at, ByteSize.ZERO, null)));
    return new Topology(
        "instances",
        InstantSource.system().instant(),
        nodes,
        List.of(),
        partitions,
        List.of(new Table(TABLE, null)),
        List.of(),
        false,
        List.of());
  }

  private List<Instance> running() {
    return client
        .describeInstances(
            ask ->
                ask.filters(
                    Filter.builder()
                        .name("tag:" + MachineTags.CLUSTER)
                        .values(settings.cluster())
                        .build()))
        .reservations()
        .stream()
        .flatMap(reservation -> reservation.instances().stream())
        .filter(instance -> instance.state().name() == InstanceStateName.RUNNING)
        .toList();
  }

  private TreeMap<String, String> settingsOf(Instance instance) {
    String script =
        client
            .describeInstanceAttribute(
                ask ->
                    ask.instanceId(instance.instanceId())
                        .attribute(InstanceAttributeName.USER_DATA))
            .userData()
            .value();
    TreeMap<String, String> found = new TreeMap<>();
    for (String line : new String(Base64.getDecoder().decode(script), UTF_8).split("\n")) {
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
