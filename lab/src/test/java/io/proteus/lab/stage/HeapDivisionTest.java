package io.proteus.lab.stage;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.testkit.InMemoryCluster;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HeapDivisionTest {
  /** Polls of the in-memory cluster make its time. */
  private static final Time NO_WAIT =
      new Time() {
        @Override
        public Instant now() {
          return Instant.EPOCH;
        }

        @Override
        public void sleep(Duration duration) {}
      };

  /** Who was never asked would leave it to the store's own tuner, in the middle of a window. */
  @Test
  void aServerThatHasTheSplitByChanceKeepsToItFromThenOn() throws Exception {
    InMemoryCluster store =
        cluster().node("rs1").memory(0.40, 0.40).node("rs2").memory(0.55, 0.10).build();
    assertThat(store.topology().nodes()).noneMatch(Node::pinned);

    new HeapDivision(store, store, NO_WAIT).divide(HeapDivision.SHIPPED);

    assertThat(store.topology().nodes())
        .allMatch(Node::pinned)
        .extracting(Node::memory)
        .containsOnly(MemorySplit.of(0.40, 0.40));
  }
}
