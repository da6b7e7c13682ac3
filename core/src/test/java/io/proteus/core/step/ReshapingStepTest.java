package io.proteus.core.step;

import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.rows;
import static io.proteus.core.fixture.PartitionTrait.unserved;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Splits and merges change names, so their steps read their progress off the rows. */
class ReshapingStepTest {
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId WHOLE = new PartitionId("whole");
  private static final KeyRange ROWS = new KeyRange(RowKey.parse("b"), RowKey.parse("y"));
  private static final RowKey MIDDLE = RowKey.parse("m");
  private static final ByteSize SIZE = ByteSize.ofMegabytes(100);
  private static final Step SPLIT = new SplitPartition(WHOLE, T, ROWS, MIDDLE, RS1, SIZE);
  private static final Step MOVE = new MoveUpperHalf(WHOLE, T, ROWS, RS1, RS2, SIZE);
  private static final Step MERGE = new MergePartitions(List.of(), T, ROWS, MIDDLE, SIZE);

  private static final Topology IN_ONE =
      situation()
          .nodes(2)
          .partition("before", on("rs1"), rows("", "b"))
          .partition("whole", on("rs1"), rows("b", "y"))
          .partition("after", on("rs1"), rows("y", ""))
          .topology();

  /** With its upper half on a node, or on none. */
  private static Topology inTwo(String upper) {
    return situation()
        .nodes(2)
        .partition("before", on("rs1"), rows("", "b"))
        .partition("lower", on("rs1"), rows("b", "m"))
        .partition("upper", upper.isEmpty() ? unserved() : on(upper), rows("m", "y"))
        .partition("after", on("rs1"), rows("y", ""))
        .topology();
  }

  @Test
  void aSplitIsDoneOnceTheWholeIsGoneAndItsHalvesServe() {
    assertThat(SPLIT.isDone(IN_ONE)).isFalse();
    assertThat(SPLIT.blockedBy(IN_ONE)).isEmpty();
    assertThat(SPLIT.isDone(inTwo(""))).isFalse();
    assertThat(SPLIT.blockedBy(inTwo("")))
        .map(Sentence::toString)
        .contains("upper is in transition");
    assertThat(SPLIT.isDone(inTwo("rs1"))).isTrue();
  }

  @Test
  void aSplitThatItsStoreGaveUpIsSettledOtherwise() {
    assertThat(SPLIT.settledOtherwise(IN_ONE))
        .map(Sentence::toString)
        .contains("whole is open in one piece");
    assertThat(SPLIT.settledOtherwise(inTwo("rs1"))).isEmpty();
  }

  @Test
  void theUpperHalfWaitsForTheSplitAndThenMoves() {
    assertThat(MOVE.blockedBy(IN_ONE)).map(Sentence::toString).contains("whole is not split");
    assertThat(MOVE.isDone(IN_ONE)).isFalse();
    assertThat(MOVE.isDone(inTwo("rs1"))).isFalse();
    assertThat(MOVE.blockedBy(inTwo("rs1"))).isEmpty();
    assertThat(MOVE.isDone(inTwo("rs2"))).isTrue();
    assertThat(MOVE.settledOtherwise(inTwo("rs1")))
        .map(Sentence::toString)
        .contains("upper is open on rs1");
  }

  @Test
  void aMergeIsDoneOnceOneServesAllRows() {
    assertThat(MERGE.isDone(inTwo("rs2"))).isFalse();
    assertThat(MERGE.blockedBy(inTwo("")))
        .map(Sentence::toString)
        .contains("upper is in transition");
    assertThat(MERGE.isDone(IN_ONE)).isTrue();
    assertThat(
            MERGE.isDone(situation().nodes(2).partition("all", on("rs1"), rows("", "")).topology()))
        .isTrue();
  }

  @Test
  void aSplitIsUndoneByAMergeAndAMergeByASplitAtTheRecordedKey() {
    assertThat(SPLIT.inverse(IN_ONE)).contains(MERGE);
    assertThat(MERGE.inverse(inTwo("rs1")))
        .contains(new SplitPartition(null, T, ROWS, MIDDLE, null, SIZE));
  }

  @Test
  void anUndoNamesWhatIsThereByThen() {
    Step merge = MERGE.named(inTwo("rs2"));
    Step split = new SplitPartition(null, T, ROWS, MIDDLE, null, SIZE).named(IN_ONE);

    assertThat(merge.replaces())
        .containsExactlyInAnyOrder(new PartitionId("lower"), new PartitionId("upper"));
    assertThat(merge).hasToString("merge lower, upper of t (200 MB)");
    assertThat(split).isEqualTo(SPLIT);
    assertThat(MERGE.named(IN_ONE).replaces()).containsExactly(WHOLE);
  }

  @Test
  void theMovedHalfNeedsNoUndoOfItsOwn() {
    PriorValues prior = PriorValues.of(List.of(new IssuedSteps(IN_ONE, List.of(SPLIT, MOVE))));

    assertThat(prior.putBackBy()).containsExactly(MERGE);
    assertThat(prior.places()).isEmpty();
    assertThat(prior.unknown()).isEmpty();
  }

  @Test
  void allOfItHasAPrice() {
    Price price = Price.of(List.of(SPLIT, MOVE, MERGE));

    assertThat(price.amounts())
        .isEqualTo(
            Map.of(
                SplitPartition.SPLITS,
                1L,
                MergePartitions.MERGES,
                1L,
                MovePartition.MOVES,
                1L,
                MovePartition.BYTES,
                SIZE.bytes()));
    assertThat(price.kinds())
        .contains(SplitPartition.KIND, MergePartitions.KIND, MovePartition.KIND);
  }

  @Test
  void sentencesSayWhere() {
    assertThat(SPLIT).hasToString("split whole of t (100 MB) at m");
    assertThat(new SplitPartition(null, T, ROWS, null, null, SIZE))
        .hasToString("split rows b..y of t (100 MB) in the middle");
    assertThat(MERGE).hasToString("merge rows b..y of t (100 MB) into one partition");
    assertThat(MOVE).hasToString("move the upper half of whole of t (100 MB) from rs1 to rs2");
  }

  @Test
  void aSplitOfAPartitionThatIsNotThereIsDone() {
    Topology dropped = situation().nodes(2).partition("x", on("rs1"), megabytes(1)).topology();

    assertThat(SPLIT.isDone(dropped)).isTrue();
    assertThat(MOVE.isDone(dropped)).isTrue();
    assertThat(MERGE.isDone(dropped)).isTrue();
    assertThat(SPLIT.named(dropped)).isEqualTo(SPLIT);
    assertThat(dropped.holding(T, ROWS)).isEqualTo(Optional.empty());
  }

  @Test
  void keysAreReadAsTheyAreWritten() {
    RowKey odd = RowKey.of(new byte[] {0, 'a', '\\', (byte) 0xff, ' ', '~'});

    assertThat(odd).hasToString("\\x00a\\x5C\\xFF\\x20~");
    assertThat(RowKey.parse(odd.toString())).isEqualTo(odd);
    assertThatThrownBy(() -> RowKey.parse("a b")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> RowKey.parse("\\x0")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> RowKey.parse("\\u0041")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new KeyRange(MIDDLE, MIDDLE)).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> ROWS.and(ROWS)).isInstanceOf(InvalidValue.class);
  }
}
