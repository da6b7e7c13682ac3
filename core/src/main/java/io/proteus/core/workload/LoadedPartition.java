package io.proteus.core.workload;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;

/**
 * A partition with its requests.
 *
 * @param rates smoothed requests; none where nothing is known
 * @param basis what these rest on
 */
public record LoadedPartition(Partition partition, RequestRates rates, LoadBasis basis) {

  /** A partition whose requests are measured. */
  public LoadedPartition(Partition partition, RequestRates rates) {
    this(partition, rates, LoadBasis.MEASURED);
  }

  /** All of its requests, op/s. */
  public double load() {
    return rates.total();
  }

  /** Read requests and scans, op/s. */
  public double reads() {
    return rates.reads() + rates.scans();
  }
}
