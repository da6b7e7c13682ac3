package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.workload.AccessClass;

/**
 * Leaves every node configured as it is, as TIRAMOLA does. All partitions are of one class, the
 * unused ones too: for how many nodes there are and how even their load is, it does not matter what
 * a partition is used for, and a cluster that is not used at all should shrink.
 *
 * @param unknown how a new node is configured where no present one says how
 */
public record KeepConfiguration(NodeProfile unknown) implements ConfigurationPolicy {

  /** A new node beside none that is known starts as the store has it start. */
  public static KeepConfiguration usual() {
    return new KeepConfiguration(NodeProfile.asItIs(null));
  }

  @Override
  public AccessClass classify(RequestRates rates) {
    return AccessClass.READ_WRITE;
  }

  @Override
  public boolean keepsNodesAsTheyAre() {
    return true;
  }

  @Override
  public NodeProfile profileOf(AccessClass accessClass) {
    return unknown;
  }
}
