package io.proteus.lab.stage;

import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import java.time.Duration;
import java.time.Instant;

/**
 * Divides every server's heap, without a restart. Asked for even where it is in effect: a server
 * that was never asked leaves it to HBase's own tuner, which would change it during a window.
 */
public record HeapDivision(Store store, MemoryShares nodes, Time time) {
  /** Until servers have divided their heaps anew: the plugin looks every second. */
  private static final Duration WITHIN = Duration.ofSeconds(60);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** As HBase ships. */
  public static final MemorySplit SHIPPED = MemorySplit.of(0.40, 0.40);

  /** Divides it so, and waits until it is. */
  public void divide(MemorySplit memory) throws PortException, InterruptedException {
    for (Node node : store.topology().nodes()) {
      if (!isDivided(node, memory)) {
        nodes.setMemorySplit(node.id(), memory);
      }
    }
    Instant end = time.now().plus(WITHIN);
    while (!isDivided(store.topology(), memory)) {
      if (time.now().isAfter(end)) {
        throw new PortException(
            "the servers have not divided their heaps to %s within %d s."
                .formatted(memory, WITHIN.toSeconds()));
      }
      time.sleep(BETWEEN_LOOKS);
    }
  }

  private static boolean isDivided(Topology topology, MemorySplit memory) {
    return topology.nodes().stream().allMatch(node -> isDivided(node, memory));
  }

  private static boolean isDivided(Node node, MemorySplit memory) {
    return node.memory() != null && node.memory().isAbout(memory) && node.pinned();
  }
}
