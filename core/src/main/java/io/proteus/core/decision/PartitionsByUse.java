package io.proteus.core.decision;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.ProfileParts;
import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.configuration.ConfigurationPolicy;
import io.proteus.core.strategy.placement.Group;
import io.proteus.core.strategy.placement.Load;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The partitions of a cluster by what they are used for (MET-6). */
final class PartitionsByUse {
  private final ConfigurationPolicy configuration;
  private final Map<AccessClass, List<Load>> byClass = new EnumMap<>(AccessClass.class);
  private final Map<TableId, Map<AccessClass, Double>> requests = new HashMap<>();

  private PartitionsByUse(ConfigurationPolicy configuration) {
    this.configuration = configuration;
  }

  static PartitionsByUse of(Situation now, ConfigurationPolicy configuration) {
    PartitionsByUse byUse = new PartitionsByUse(configuration);
    boolean placedByUse = now.memory().reconfigured();
    Map<NodeId, @Nullable MemorySplit> splits = new HashMap<>();
    Map<TableId, @Nullable ByteSize> blockSizes = new HashMap<>();
    if (placedByUse) {
      now.topology().nodes().forEach(node -> splits.put(node.id(), node.memory()));
      now.topology().tables().forEach(table -> blockSizes.put(table.id(), table.blockSize()));
    }
    for (LoadedPartition loaded : now.partitions()) {
      Partition partition = loaded.partition();
      AccessClass use =
          configuration.classify(
              loaded.rates(), splits.get(partition.node()), blockSizes.get(partition.table()));
      byUse.add(loaded, use);
    }
    return byUse;
  }

  private void add(LoadedPartition loaded, AccessClass use) {
    Partition partition = loaded.partition();
    byClass
        .computeIfAbsent(use, c -> new ArrayList<>())
        .add(new Load(partition.id(), loaded.load(), partition.size().bytes(), partition.node()));
    if (use != AccessClass.IDLE) {
      requests
          .computeIfAbsent(partition.table(), t -> new EnumMap<>(AccessClass.class))
          .merge(use, loaded.load(), Double::sum);
    }
  }

  /**
   * The partitions in use, grouped by the profile that fits them. Where nodes divide no memory all
   * are one group, because every node suits every use.
   */
  List<Group> groups(ProfileParts parts) {
    if (!parts.memory()) {
      List<Load> used = new ArrayList<>();
      byClass.forEach((use, loads) -> used.addAll(use == AccessClass.IDLE ? List.of() : loads));
      return List.of(new Group(NodeProfile.asItIs(null), used));
    }
    return byClass.entrySet().stream()
        .filter(entry -> entry.getKey() != AccessClass.IDLE)
        .map(entry -> new Group(configuration.profileOf(entry.getKey()), entry.getValue()))
        .toList();
  }

  List<Load> idle() {
    return byClass.getOrDefault(AccessClass.IDLE, List.of());
  }

  /** For each table in use, the block size of the class that sends it the most requests. */
  Map<TableId, ByteSize> blockSizes() {
    Map<TableId, ByteSize> sizes = new HashMap<>();
    requests.forEach(
        (table, byClass) ->
            byClass.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .flatMap(
                    most -> Optional.ofNullable(configuration.profileOf(most.getKey()).blockSize()))
                .ifPresent(size -> sizes.put(table, size)));
    return sizes;
  }
}
