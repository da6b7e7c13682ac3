package io.proteus.core.doctor;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.decision.Assessment;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.LoadedPartition;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What checks look at.
 *
 * @param hotAbove CPU share over which a node is too busy
 * @param assessment what is worth doing
 */
public record Checkup(Situation now, Ratio hotAbove, Assessment assessment) {

  @Nullable Ratio cpu(NodeId node) {
    NodeLoad load = now.loads().get(node);
    return load == null ? null : load.host().cpu();
  }

  boolean isHot(NodeId node) {
    Ratio cpu = cpu(node);
    return cpu != null && cpu.exceeds(hotAbove);
  }

  /** All requests to partitions that are known, op/s. */
  double requests() {
    return now.partitions().stream().mapToDouble(LoadedPartition::load).sum();
  }

  /** The share of all requests that these partitions have. */
  Ratio shareOf(Predicate<LoadedPartition> some) {
    double all = requests();
    double theirs = now.partitions().stream().filter(some).mapToDouble(LoadedPartition::load).sum();
    return all == 0 ? Ratio.ZERO : Ratio.share(theirs, all);
  }

  /** Whether the requests of the partition were measured. */
  boolean isMeasured(PartitionId partition) {
    return now.rates().containsKey(partition);
  }
}
