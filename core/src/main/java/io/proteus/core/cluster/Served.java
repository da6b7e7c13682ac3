package io.proteus.core.cluster;

import io.proteus.core.units.OperationsPerSecond;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requests that a cluster as a whole answers, whoever counts them. */
public final class Served {
  private Served() {}

  /**
   * Requests of all partitions that are known, op/s; where none is, those of all nodes that tell.
   * Null when nothing is known. Summed in the order of size, as the last digit of a sum depends on
   * the order of its parts, and equal maps need not have the same.
   */
  public static @Nullable Double of(
      Map<PartitionId, RequestRates> rates, Map<NodeId, NodeLoad> loads) {
    if (!rates.isEmpty()) {
      return rates.values().stream().mapToDouble(RequestRates::total).sorted().sum();
    }
    var told = loads.values().stream().map(NodeLoad::requests).filter(Objects::nonNull).toList();
    return told.isEmpty()
        ? null
        : Double.valueOf(told.stream().mapToDouble(OperationsPerSecond::value).sorted().sum());
  }
}
