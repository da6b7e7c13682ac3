package io.proteus.app.view;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.workload.AccessClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition as it is shown.
 *
 * @param accessClass null when its requests are not known
 * @param rates null when they are not known
 * @param wanted the node that it should be on; null when it is there, or nothing is wanted
 */
public record PartitionRow(
    Partition partition,
    @Nullable AccessClass accessClass,
    @Nullable RequestRates rates,
    @Nullable NodeId wanted,
    List<Remark> remarks) {

  public double total() {
    return rates == null ? -1 : rates.total();
  }
}
