package io.proteus.core.workload;

import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;

/**
 * A partition with what is asked of it.
 *
 * @param rates smoothed requests; none where nothing is known
 */
public record LoadedPartition(Partition partition, RequestRates rates) {

  /** All of its requests, op/s. */
  public double load() {
    return rates.total();
  }

  /** Those of them that read, op/s. */
  public double reads() {
    return rates.reads() + rates.scans();
  }
}
