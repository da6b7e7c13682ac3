package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.AccessClass;

/**
 * Leaves every node configured as it is, as TIRAMOLA does. All partitions are of one class, the
 * unused ones too: for how many nodes there are and how even their load is, it does not matter what
 * a partition is used for, and a cluster that is not used at all should shrink.
 *
 * @param unknown how a new node is configured where no present one says how
 */
public record KeepConfiguration(NodeProfile unknown) implements ConfigurationPolicy {

  /** Half and half of the most that a node divides, for new nodes beside none that is known. */
  public static KeepConfiguration usual() {
    return new KeepConfiguration(
        new NodeProfile("as it is", MemorySplit.of(0.4, 0.4), ByteSize.ofKilobytes(64)));
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
