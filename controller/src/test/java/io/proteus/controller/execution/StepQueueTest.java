package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Step;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which step is asked for beside one that runs. */
class StepQueueTest {
  private static final int NODES = 5;

  @Test
  void movesOfOtherTablesBetweenOtherNodesComeFirst() {
    assertThat(
            beside(
                move("a-1", "a", "rs1", "rs2"),
                move("a-2", "a", "rs3", "rs4"),
                move("b-1", "b", "rs2", "rs3"),
                move("b-2", "b", "rs4", "rs1"),
                move("c-1", "c", "rs4", "rs5"),
                move("d-1", "d", "rs3", "rs5")))
        .isEqualTo(4);
  }

  @Test
  void thenThoseOfOtherTables() {
    assertThat(
            beside(
                move("a-1", "a", "rs1", "rs2"),
                move("a-2", "a", "rs3", "rs4"),
                move("b-1", "b", "rs2", "rs3"),
                move("b-2", "b", "rs3", "rs1")))
        .isEqualTo(2);
  }

  @Test
  void thenThoseOfTheSameTable() {
    assertThat(beside(move("a-1", "a", "rs1", "rs2"), move("a-2", "a", "rs1", "rs2"))).isEqualTo(1);
  }

  @Test
  void aPartitionThatMovesTwiceDoesSoInOrder() {
    assertThat(
            beside(
                move("a-1", "a", "rs1", "rs2"),
                move("a-1", "a", "rs2", "rs3"),
                move("b-1", "b", "rs3", "rs4"),
                move("b-1", "b", "rs4", "rs5")))
        .isEqualTo(2);
    assertThat(beside(move("a-1", "a", "rs1", "rs2"), move("a-1", "a", "rs2", "rs3")))
        .isEqualTo(-1);
  }

  @Test
  void compactionsOnOtherNodesComeFirst() {
    assertThat(beside(compact("a-1", "rs1"), compact("a-2", "rs1"), compact("a-3", "rs2")))
        .isEqualTo(2);
    assertThat(beside(compact("a-1", "rs1"), compact("a-2", "rs1"))).isEqualTo(1);
  }

  @Test
  void nothingOfAnotherKindRunsBesideAMove() {
    assertThat(beside(move("a-1", "a", "rs1", "rs2"), compact("b-1", "rs3"))).isEqualTo(-1);
  }

  /** The step that is asked for while the first one runs; -1 when none is. */
  private static int beside(Step... steps) {
    StepQueue queue =
        new StepQueue(
            List.of(steps),
            Set.of(),
            new ExecutionSettings(
                2,
                2,
                Rig.LIMITS.pauseCompactions(),
                Rig.LIMITS.pollEvery(),
                Rig.LIMITS.blockedAtMost(),
                3));
    assertThat(queue.next(Set.of(), NODES)).hasValue(0);
    queue.remove(0);
    return queue.next(Set.of(0), NODES).orElse(-1);
  }

  private static Step move(String partition, String table, String from, String to) {
    return new MovePartition(
        new PartitionId(partition),
        new TableId(table),
        new NodeId(from),
        new NodeId(to),
        ByteSize.ofMegabytes(1));
  }

  private static Step compact(String partition, String node) {
    return new CompactPartition(
        new PartitionId(partition),
        new TableId("a"),
        new NodeId(node),
        Ratio.of(0.9),
        ByteSize.ofMegabytes(1));
  }
}
