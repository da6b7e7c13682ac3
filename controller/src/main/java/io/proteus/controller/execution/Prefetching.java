package io.proteus.controller.execution;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets nodes read partitions into their caches while these move to them. A crash needs no repair:
 * the store stops by itself when it is closed.
 */
final class Prefetching {
  private static final Logger LOG = LoggerFactory.getLogger(Prefetching.class);

  private final Optional<CacheWarming> warming;
  private final Time time;
  private Set<NodeId> asked = Set.of();

  Prefetching(Ports ports, Time time) {
    this.warming = ports.find(CacheWarming.class);
    this.time = time;
  }

  /**
   * Switches it on for these nodes and no others. A store that refuses moves partitions as before.
   */
  void on(Set<NodeId> nodes) {
    if (nodes.equals(asked) || warming.isEmpty()) {
      return;
    }
    asked = Set.copyOf(nodes);
    try {
      warming.get().prefetch(asked);
    } catch (PortException e) {
      LOG.warn("what moves to {} may arrive there uncached: {}", nodes, e.getMessage());
    }
  }

  /** Switches it off; tries for a while. */
  void end() {
    if (asked.isEmpty() || warming.isEmpty()) {
      return;
    }
    Optional<String> problem = new Retries(time).untilDone(() -> warming.get().prefetch(Set.of()));
    problem.ifPresentOrElse(
        why ->
            LOG.error(
                "{} may go on reading what they open into their caches until Proteus ends: {}",
                asked,
                why),
        () -> asked = Set.of());
  }
}
