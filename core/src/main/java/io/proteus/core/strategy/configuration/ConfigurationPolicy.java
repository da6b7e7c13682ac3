package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.workload.AccessClass;

/** How is each node configured? */
public interface ConfigurationPolicy {
  /** What a partition with these requests is used for. */
  AccessClass classify(RequestRates rates);

  /**
   * How a node that holds such partitions is configured; the idle class has no profile of its own.
   */
  NodeProfile profileOf(AccessClass accessClass);
}
