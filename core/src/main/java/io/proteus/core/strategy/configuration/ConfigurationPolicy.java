package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.AccessClass;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How is each node configured? */
public interface ConfigurationPolicy {
  /** The use of a partition with these requests. */
  AccessClass classify(RequestRates rates);

  /**
   * The same for a partition that is placed by its use already: it keeps its class while it nearly
   * fits, so a partition between two classes does not change back and forth.
   *
   * @param node how the node divides its heap that serves it; null when that is not known
   * @param blockSize in which its table is read; null when that is not known
   */
  default AccessClass classify(
      RequestRates rates, @Nullable MemorySplit node, @Nullable ByteSize blockSize) {
    return classify(rates);
  }

  /** Whether every node stays configured as it is, so that this has to be known. */
  default boolean keepsNodesAsTheyAre() {
    return false;
  }

  /** The profile of a node that holds such partitions; the idle class has none. */
  NodeProfile profileOf(AccessClass accessClass);

  /** What else such a node is set to, in the store's own keys. */
  default SortedMap<String, String> settingsOf(AccessClass accessClass) {
    return Collections.emptySortedMap();
  }

  /**
   * What else nodes are set to that have these profiles, in the store's own keys; nodes of which
   * nothing else is asked are not in it.
   */
  default SortedMap<NodeId, SortedMap<String, String>> settingsOf(List<NodeTarget> nodes) {
    SortedMap<NodeId, SortedMap<String, String>> settings = new TreeMap<>();
    for (NodeTarget target : nodes) {
      for (AccessClass served : AccessClass.values()) {
        SortedMap<String, String> more = settingsOf(served);
        if (!more.isEmpty() && served.toString().equals(target.profile().name())) {
          settings.put(target.node(), more);
        }
      }
    }
    return settings;
  }
}
