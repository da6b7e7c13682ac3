package io.proteus.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WholenessTest {
  private static final TableId TABLE = new TableId("t");
  private static final PartitionId PARTITION = new PartitionId("p");
  private static final NodeId NODE = new NodeId("127.0.0.11:1");
  private final Wholeness wholeness = new Wholeness(1, 1);

  @Test
  void aClusterThatServesEverythingLacksNothing() {
    Topology whole = topology(NODE, MemorySplit.of(0.4, 0.25), List.of(), List.of());

    assertThat(wholeness.missing(whole)).isEmpty();
    assertThat(Wholeness.spread(whole)).isEqualTo("[1]");
  }

  @Test
  void whatIsMissingIsNamed() {
    MemorySplit split = MemorySplit.of(0.4, 0.25);

    assertThat(wholeness.missing(topology(null, split, List.of(), List.of())).orElseThrow())
        .contains("not served: p");
    assertThat(
            wholeness.missing(topology(NODE, split, List.of(PARTITION), List.of())).orElseThrow())
        .contains("in transition: p");
    assertThat(wholeness.missing(topology(NODE, null, List.of(), List.of())).orElseThrow())
        .contains("memory split of 127.0.0.11:1");
    assertThat(
            wholeness
                .missing(topology(NODE, split, List.of(), List.of(new NodeId("127.0.0.12:1"))))
                .orElseThrow())
        .contains("127.0.0.12:1");
    assertThat(new Wholeness(2, 1).missing(topology(NODE, split, List.of(), List.of())))
        .isPresent();
    assertThat(new Wholeness(1, 2).missing(topology(NODE, split, List.of(), List.of())))
        .isPresent();
  }

  private static Topology topology(
      @Nullable NodeId holder,
      @Nullable MemorySplit split,
      List<PartitionId> moving,
      List<NodeId> dead) {
    return new Topology(
        "test",
        Instant.EPOCH,
        List.of(new Node(NODE, "1", split, true)),
        dead,
        List.of(new Partition(PARTITION, TABLE, holder, ByteSize.ofMegabytes(1), new Ratio(1))),
        List.of(new Table(TABLE, ByteSize.ofKilobytes(64))),
        moving,
        true,
        List.of());
  }
}
