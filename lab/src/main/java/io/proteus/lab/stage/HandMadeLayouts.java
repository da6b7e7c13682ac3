package io.proteus.lab.stage;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.placement.Group;
import io.proteus.core.strategy.placement.Load;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Placement;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.AccessClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** The arrangements that are made by hand, from what is known of the tenants beforehand. */
public final class HandMadeLayouts {
  /** The same memory in sum as MeT's profiles. */
  public static final NodeProfile ONE_CONFIGURATION =
      new NodeProfile("one", MemorySplit.of(0.40, 0.25), ByteSize.ofKilobytes(64));

  /** What HBase ships with. */
  public static final NodeProfile SHIPPED =
      new NodeProfile("shipped", MemorySplit.of(0.40, 0.40), ByteSize.ofKilobytes(64));

  private final Topology topology;
  private final List<KnownPartition> known;

  public HandMadeLayouts(Topology topology, List<KnownPartition> known) {
    this.topology = topology;
    this.known = List.copyOf(known);
  }

  /** As many partitions on every node, drawn with this seed. */
  public Layout random(long seed) {
    List<PartitionId> shuffled = new ArrayList<>(known.stream().map(KnownPartition::id).toList());
    Collections.shuffle(shuffled, new Random(seed));
    List<NodeTarget> targets = new ArrayList<>();
    int nodes = topology.nodes().size();
    for (int node = 0; node < nodes; node++) {
      List<PartitionId> dealt = new ArrayList<>();
      for (int card = node; card < shuffled.size(); card += nodes) {
        dealt.add(shuffled.get(card));
      }
      targets.add(new NodeTarget(topology.nodes().get(node).id(), ONE_CONFIGURATION, dealt));
    }
    return Layout.of(targets, List.of(), blocks(ONE_CONFIGURATION));
  }

  /** Every node with the same load and as many partitions, all with one profile. */
  public Layout balanced(NodeProfile profile) {
    return layout(
        List.of(new Group(profile, known.stream().map(this::load).toList())), blocks(profile));
  }

  /** The groups of the paper's section 3.3 with its profiles (MET-12). */
  public Layout heterogeneous() {
    MetProfiles profiles = MetProfiles.paper();
    Map<AccessClass, List<Load>> byClass = new EnumMap<>(AccessClass.class);
    Map<TableId, ByteSize> blocks = new HashMap<>();
    for (KnownPartition partition : known) {
      NodeProfile profile = profiles.profileOf(partition.accessClass());
      byClass.computeIfAbsent(partition.accessClass(), c -> new ArrayList<>()).add(load(partition));
      blocks.put(new TableId(tableOf(partition)), Objects.requireNonNull(profile.blockSize()));
    }
    List<Group> groups =
        byClass.entrySet().stream()
            .map(entry -> new Group(profiles.profileOf(entry.getKey()), entry.getValue()))
            .toList();
    return layout(groups, blocks);
  }

  private Layout layout(List<Group> groups, Map<TableId, ByteSize> blocks) {
    MetPlacement placement =
        new MetPlacement(MetProfiles.paper().profileOf(AccessClass.READ_WRITE));
    List<Node> nodes = topology.nodes();
    Placement placed = placement.place(groups, List.of(), nodes, nodes.size());
    return Layout.of(placed.nodes(), placed.removed(), blocks);
  }

  private Map<TableId, ByteSize> blocks(NodeProfile profile) {
    Map<TableId, ByteSize> blocks = new HashMap<>();
    ByteSize size = Objects.requireNonNull(profile.blockSize());
    known.forEach(partition -> blocks.put(new TableId(tableOf(partition)), size));
    return blocks;
  }

  private String tableOf(KnownPartition partition) {
    return topology.partition(partition.id()).map(Partition::table).orElseThrow().value();
  }

  private Load load(KnownPartition partition) {
    NodeId holder = topology.partition(partition.id()).map(Partition::node).orElse(null);
    return new Load(partition.id(), partition.share() * partition.tenant().threads(), 1, holder);
  }
}
