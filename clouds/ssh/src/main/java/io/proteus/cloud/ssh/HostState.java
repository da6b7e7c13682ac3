package io.proteus.cloud.ssh;

import io.proteus.core.port.MachineTags;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a host.
 *
 * @param reached by ssh, which answered in time; where it was not, its node's own port was asked
 * @param since when its node runs; empty when it does not
 * @param mark that is on it; none where none is, or the host was not reached
 */
record HostState(boolean reached, Optional<Instant> since, Map<String, String> mark) {
  boolean runs() {
    return since.isPresent();
  }

  /** Whether its node was started by this order. */
  boolean isOf(MachineTags order) {
    return MachineTags.read(mark)
        .filter(tags -> tags.cluster().equals(order.cluster()))
        .filter(tags -> tags.token().equals(order.token()) && !tags.token().isEmpty())
        .isPresent();
  }

  /** Whether a start of this cluster's was begun on it and came to no node. */
  boolean isLeftOver(String cluster) {
    return reached
        && !runs()
        && HostMark.isUnfinished(mark)
        && MachineTags.read(mark).filter(tags -> tags.cluster().equals(cluster)).isPresent();
  }
}
