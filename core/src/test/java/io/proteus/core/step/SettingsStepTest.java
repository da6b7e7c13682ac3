package io.proteus.core.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The lives of the steps that change settings. */
class SettingsStepTest {
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId A = new PartitionId("a");
  private static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.4);
  private static final MemorySplit OTHER = MemorySplit.of(0.1, 0.6);

  private static Topology cluster(
      @Nullable TableSettings settings,
      @Nullable Map<String, String> started,
      boolean online,
      MemorySplit split,
      List<PartitionId> moving) {
    return new Topology(
        "test",
        Instant.EPOCH,
        List.of(
            new Node(RS1, "1", split, online, started == null ? null : new TreeMap<>(started)),
            new Node(RS2, "1", SPLIT, online)),
        List.of(),
        List.of(new Partition(A, T, RS2, ByteSize.ZERO, null)),
        List.of(new Table(T, null, settings)),
        moving,
        false,
        List.of());
  }

  private static Topology altered(@Nullable TableSettings settings, PartitionId... moving) {
    return cluster(settings, Map.of(), true, SPLIT, List.of(moving));
  }

  private static Topology started(
      @Nullable Map<String, String> started, boolean online, MemorySplit split) {
    return cluster(null, started, online, split, List.of());
  }

  @Nested
  class AnAlteration {
    private final TableSettings before =
        TableSettings.of(Map.of("split", "usual"), Map.of("f", Map.of("BLOCKSIZE", "65536")));
    private final TableChange change =
        TableChange.of(
            SettingsChange.setting(Map.of("flush", "1", "split", "other")),
            Map.of("f", SettingsChange.setting(Map.of("BLOCKSIZE", "16384"))));
    private final Step step = new AlterTable(T, change, 20);

    @Test
    void isDoneOnceTheTableShowsItAndAllOfItIsOpenAgain() {
      assertThat(step.isDone(altered(before))).isFalse();
      assertThat(step.isDone(altered(change.applied(before)))).isTrue();
      assertThat(step.isDone(altered(change.applied(before), A))).isFalse();
    }

    @Test
    void isNotDoneWhereWhatIsSetIsNotKnown() {
      assertThat(step.isDone(altered(null))).isFalse();
    }

    @Test
    void hasNothingToDoForATableThatIsGone() {
      assertThat(new AlterTable(new TableId("gone"), change, 1).isDone(altered(before))).isTrue();
    }

    @Test
    void waitsWhilePartitionsOfItAreInTransition() {
      assertThat(step.blockedBy(altered(before))).isEmpty();
      assertThat(step.blockedBy(altered(before, A)))
          .map(Sentence::toString)
          .contains("partitions of t are in transition");
    }

    @Test
    void isTakenBackValueByValue() {
      Step back = step.inverse(altered(before)).orElseThrow();

      assertThat(back.isDone(altered(before))).isTrue();
      assertThat(back.isDone(altered(change.applied(before)))).isFalse();
      assertThat(back)
          .hasToString("alter t: split=usual; without flush; family f: BLOCKSIZE=65536");
      assertThat(step.inverse(altered(null))).isEmpty();
    }

    @Test
    void mayTakeASecondMoreForEachPartition() {
      assertThat(step.timeout(Figures.COSTS)).isEqualTo(Duration.ofMinutes(5).plusSeconds(20));
    }
  }

  @Nested
  class ARestartWithSettings {
    private final SettingsChange change = SettingsChange.setting(Map.of("limit", "0.97"));
    private final Step step = new RestartNode(RS1, OTHER, change);

    @Test
    void isDoneOnceTheNodeShowsThatItStartedWithThem() {
      assertThat(step.isDone(started(Map.of(), false, OTHER))).isFalse();
      assertThat(step.isDone(started(Map.of("limit", "0.97"), false, OTHER))).isTrue();
      assertThat(step.isDone(started(null, false, OTHER))).isFalse();
    }

    @Test
    void needsTheSplitTooUnlessTheNodeDividesItsHeapWhileItRuns() {
      assertThat(step.isDone(started(Map.of("limit", "0.97"), false, SPLIT))).isFalse();
      assertThat(step.isDone(started(Map.of("limit", "0.97"), true, SPLIT))).isTrue();
    }

    @Test
    void isTakenBackWithTheSplitAndWithoutWhatWasNotSet() {
      Step back = step.inverse(started(Map.of("more", "1"), false, SPLIT)).orElseThrow();

      assertThat(back)
          .isEqualTo(new RestartNode(RS1, SPLIT, SettingsChange.of(Map.of(), List.of("limit"))));
      assertThat(step.inverse(started(null, false, SPLIT))).isEmpty();
    }

    @Test
    void withoutSettingsItIsDoneByItsSplitAlone() {
      assertThat(new RestartNode(RS1, OTHER).isDone(started(null, false, OTHER))).isTrue();
    }
  }
}
