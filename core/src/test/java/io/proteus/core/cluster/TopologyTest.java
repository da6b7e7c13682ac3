package io.proteus.core.cluster;

import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.unserved;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyTest {
  private static final Node RS1 = new Node(new NodeId("rs1"), "1", null, false);
  private static final Table T = new Table(new TableId("t"), null);
  private static final Partition A =
      new Partition(new PartitionId("a"), T.id(), RS1.id(), ByteSize.ZERO, null);

  @Test
  void whatIsInItIsFoundByNameWhateverTheOrderItCameIn() {
    Topology topology =
        situation()
            .node("rs2")
            .node("rs1")
            .partition("b", of("y"), on("rs2"))
            .partition("a", of("x"), on("rs1"))
            .partition("c", of("x"), unserved())
            .topology();

    assertThat(topology.nodes())
        .extracting(node -> node.id().value())
        .containsExactly("rs1", "rs2");
    assertThat(topology.partition(new PartitionId("b")).orElseThrow().node())
        .isEqualTo(new NodeId("rs2"));
    assertThat(topology.partition(new PartitionId("d"))).isEmpty();
    assertThat(topology.table(new TableId("x"))).isPresent();
    assertThat(topology.node(new NodeId("rs3"))).isEmpty();
  }

  @Test
  void emptyNodesAreAmongThoseThatHoldPartitions() {
    Topology topology =
        situation().nodes(2).partition("a", on("rs1")).partition("b", unserved()).topology();

    assertThat(topology.partitionsByNode().get(new NodeId("rs1"))).hasSize(1);
    assertThat(topology.partitionsByNode().get(new NodeId("rs2"))).isEmpty();
  }

  @Test
  void aPartitionOnAStrangeNodeOrOfAStrangeTableIsRefused() {
    assertThatThrownBy(() -> topology(List.of(), List.of(A), List.of(T)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("partition a is on rs1, which is not among the live nodes");
    assertThatThrownBy(() -> topology(List.of(RS1), List.of(A), List.of()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("partition a is of table t, which is not among the tables");
  }

  @Test
  void whatIsListedTwiceIsRefused() {
    assertThatThrownBy(() -> topology(List.of(RS1, RS1), List.of(), List.of()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("node rs1 is listed twice");
    assertThatThrownBy(() -> topology(List.of(RS1), List.of(A, A), List.of(T)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("partition a is listed twice");
  }

  @Test
  void aNameIsNotEmpty() {
    assertThatThrownBy(() -> new NodeId(" ")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new PartitionId("")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new TableId("")).isInstanceOf(InvalidValue.class);
  }

  @Test
  void aPlannedNodeIsToldFromALiveOne() {
    assertThat(NodeId.planned(2)).hasToString("+2");
    assertThat(NodeId.planned(2).isPlanned()).isTrue();
    assertThat(RS1.id().isPlanned()).isFalse();
  }

  private static Topology topology(
      List<Node> nodes, List<Partition> partitions, List<Table> tables) {
    return new Topology(
        "test", Instant.EPOCH, nodes, List.of(), partitions, tables, List.of(), false, List.of());
  }
}
