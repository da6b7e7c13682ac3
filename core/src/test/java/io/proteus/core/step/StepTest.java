package io.proteus.core.step;

import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.NodeTrait.splitUnknown;
import static io.proteus.core.fixture.NodeTrait.unpinned;
import static io.proteus.core.fixture.PartitionTrait.local;
import static io.proteus.core.fixture.PartitionTrait.localityUnknown;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.unserved;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.model.CostModel;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A step reads its own life off the cluster. */
class StepTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId A = new PartitionId("a");
  private static final TableId T = new TableId("t");
  private static final ByteSize SIZE = ByteSize.ofMegabytes(2048);
  private static final MemorySplit READ = MemorySplit.of(0.55, 0.10);

  private static SituationBuilder cluster() {
    return situation().nodes(2).partition("a", of("t"), on("rs1"));
  }

  private static void assertDone(Step step, SituationBuilder now) {
    assertThat(step.isDone(now.topology())).as("%s", step).isTrue();
  }

  private static void assertOpen(Step step, SituationBuilder now) {
    assertThat(step.isDone(now.topology())).as("%s", step).isFalse();
    assertThat(step.blockedBy(now.topology())).as("%s", step).isEmpty();
  }

  private static void assertBlocked(Step step, SituationBuilder now, String why) {
    assertThat(step.blockedBy(now.topology())).as("%s", step).map(Sentence::toString).contains(why);
  }

  private static CostModel costs(
      @Nullable ByteSize copiedPerSecond, CostModel.Compaction compaction) {
    CostModel usual = Figures.COSTS;
    return new CostModel(
        new CostModel.Transfer(Duration.ZERO, copiedPerSecond),
        usual.coldCache(),
        compaction,
        usual.changes(),
        usual.gains());
  }

  /** What moves is copied in twice the time that it should take, at most. */
  @Test
  void aMoveIsWaitedForLongerWhereTheStoreCopiesIt() {
    Step move =
        new MovePartition(
            new PartitionId("a"),
            T,
            new NodeId("rs1"),
            new NodeId("rs2"),
            ByteSize.ofMegabytes(600));
    CostModel copying = costs(ByteSize.ofMegabytes(1), Figures.COSTS.compaction());

    assertThat(move.timeout(Figures.COSTS)).isEqualTo(Duration.ofMinutes(2));
    assertThat(move.timeout(copying)).isEqualTo(Duration.ofMinutes(2 + 2 * 10));
  }

  @Nested
  class AMove {
    private final Step step = new MovePartition(A, T, RS1, RS2, SIZE);

    @Test
    void isDoneOnceThePartitionIsServedThere() {
      assertOpen(step, cluster());
      assertThat(step.isDone(cluster().partition("a", on("rs2")).inTransition("a").topology()))
          .isFalse();
      assertDone(step, cluster().partition("a", on("rs2")));
    }

    @Test
    void hasNothingToDoForAPartitionThatIsGone() {
      assertDone(step, situation().nodes(2));
    }

    @Test
    void waitsForAnotherMoveAndForItsNode() {
      assertBlocked(step, cluster().inTransition("a"), "a is in transition");
      assertBlocked(
          step,
          situation().node("rs1").partition("a", of("t"), on("rs1")),
          "rs2 is not a live node");
    }

    @Test
    void isSettledOtherwiseOnlyOnceThePartitionIsOpenElsewhere() {
      SituationBuilder without = situation().node("rs1").node("rs3");

      assertThat(step.carriedBy()).containsExactly(RS1, RS2);
      assertThat(step.settledOtherwise(without.partition("a", of("t"), on("rs3")).topology()))
          .map(Sentence::toString)
          .contains("a is open on rs3");
      assertThat(
              step.settledOtherwise(
                  without.partition("a", of("t"), on("rs3")).inTransition("a").topology()))
          .isEmpty();
      assertThat(step.settledOtherwise(cluster().partition("a", unserved()).topology())).isEmpty();
      assertThat(step.settledOtherwise(cluster().partition("a", on("rs2")).topology())).isEmpty();
    }

    @Test
    void goesOnFromWhereverThePartitionIs() {
      assertOpen(step, cluster().node("rs3").partition("a", on("rs3")));
    }
  }

  @Nested
  class ASplitSetOnline {
    private final Step step = new SetMemorySplit(RS1, READ);

    @Test
    void isDoneOnceTheNodeShowsItAsItKeepsIt() {
      assertOpen(step, cluster());
      assertThat(step.isDone(cluster().node("rs1", splitUnknown()).topology())).isFalse();
      assertDone(step, cluster().node("rs1", split((float) 0.55, (float) 0.10)));
    }

    @Test
    void waitsForANodeThatTakesIt() {
      assertBlocked(
          step, cluster().node("rs1", byRestart()), "rs1 does not take this split while it runs");
      assertBlocked(step, situation().node("rs2"), "rs1 is not a live node");
    }
  }

  @Nested
  class ARestart {
    private final Step step = new RestartNode(RS1, READ);

    @Test
    void waitsUntilTheNodeIsEmpty() {
      assertBlocked(step, cluster(), "rs1 still holds 1 partition");
      assertOpen(step, cluster().partition("a", on("rs2")));
    }

    @Test
    void neverTakesTheLastNode() {
      assertBlocked(step, situation().node("rs1"), "rs1 is the only live node");
    }

    @Test
    void isAskedForAgainWhileTheNodeIsDownAndDoneOnceItShowsItsSplit() {
      assertOpen(step, situation().node("rs2"));
      assertDone(step, cluster().node("rs1", split(READ)));
    }

    @Test
    void takesItsNodeOut() {
      assertThat(step.takesOut()).contains(RS1);
    }
  }

  @Nested
  class ABlockSize {
    private final Step step = new SetBlockSize(T, ByteSize.ofKilobytes(32));

    @Test
    void isDoneOnceTheTableHasItAndAllOfItIsOpenAgain() {
      assertOpen(step, cluster().table("t", 64));
      assertThat(step.isDone(cluster().table("t", 32).inTransition("a").topology())).isFalse();
      assertDone(step, cluster().table("t", 32));
      assertDone(step, situation().nodes(2));
    }
  }

  @Nested
  class ACompaction {
    private final Step step = new CompactPartition(A, T, RS1, Ratio.of(0.9), SIZE);

    @Test
    void isDoneOnceEnoughIsLocal() {
      assertOpen(step, cluster().partition("a", local(0.89)));
      assertDone(step, cluster().partition("a", local(0.9)));
    }

    @Test
    void hasNothingToDoForAPartitionThatIsElsewhereOrOfUnknownLocality() {
      assertDone(step, cluster().partition("a", local(0), on("rs2")));
      assertDone(step, cluster().partition("a", localityUnknown()));
      assertDone(step, situation().nodes(2));
    }

    @Test
    void waitsForAMove() {
      assertBlocked(step, cluster().inTransition("a"), "a is in transition");
    }

    @Test
    void isWaitedForLongerWhereTheStoreCompactsSlower() {
      CostModel slow = costs(null, new CostModel.Compaction(Duration.ZERO, Duration.ofHours(1), 0));

      assertThat(step.timeout(slow)).isEqualTo(Duration.ofMinutes(10 + 2 * 60));
    }

    @Test
    void mayTakeAMinuteMoreForEachGigabyteAndMayFail() {
      assertThat(step.timeout(Figures.COSTS)).isEqualTo(Duration.ofMinutes(12));
      assertThat(step.mayFail()).isTrue();
    }
  }

  @Nested
  class ANewNode {
    private final Step step = new AddNode(NodeId.planned(1), 3, READ);

    @Test
    void isDoneOnceThereAreAsManyNodes() {
      assertOpen(step, cluster());
      assertDone(step, cluster().node("rs3"));
    }
  }

  @Nested
  class ARelease {
    private final Step release = new ReleaseMemorySplit(RS1, READ);

    @Test
    void waitsForTheSplitThatTheNodeIsToKeepAndIsDoneOnceItGoesByItsFiles() {
      assertBlocked(release, situation().node("rs2"), "rs1 is not a live node");
      assertBlocked(
          release,
          situation().node("rs1", split(MemorySplit.of(0.10, 0.55))),
          "rs1 does not have %s yet".formatted(READ));
      assertOpen(release, situation().node("rs1", split(READ)));
      assertDone(release, situation().node("rs1", split(READ), unpinned()));
      assertThat(release).hasToString("let rs1 go by what it is started with");
    }
  }

  @Nested
  class ARemoval {
    private final Step remove = new RemoveNode(RS1);
    private final Step forget = new ForgetNode(RS1);

    @Test
    void waitsUntilTheNodeIsEmptyAndThenUntilItIsGone() {
      assertBlocked(remove, cluster(), "rs1 still holds 1 partition");
      assertOpen(remove, cluster().partition("a", on("rs2")));
      assertDone(remove, situation().node("rs2"));
      assertBlocked(forget, cluster(), "rs1 is alive");
      assertOpen(forget, situation().node("rs2").dead("rs1"));
      assertDone(forget, situation().node("rs2"));
    }

    /** Redis makes an emptied primary a follower, whose process runs on. */
    @Test
    void isNotDoneWhileTheMachineOfANodeThatTheStoreLetGoRuns() {
      Duration age = Duration.ofMinutes(21);

      assertOpen(remove, situation().node("rs2").machine("rs1", age).machine("rs2", age));
      assertDone(remove, situation().node("rs2").machine("rs2", age));
      assertOpen(remove, cluster().partition("a", on("rs2")).machine("rs2", age));
    }
  }

  @Nested
  class AnEndOfAMachine {
    private final Duration started = Duration.ofMinutes(21);
    private final Step end = new EndMachine(new NodeId("rs9"), SituationBuilder.NOW.minus(started));

    @Test
    void isDoneOnceTheMachineRunsNoMore() {
      assertOpen(end, cluster().machine("rs9", started));
      assertDone(end, cluster().machine("rs1", started));
    }

    @Test
    void leavesANodeThatCameAtTheLastMomentAndOneThatDied() {
      assertDone(end, cluster().machine("rs9", started).node("rs9"));
      assertDone(end, cluster().machine("rs9", started).dead("rs9"));
    }

    @Test
    void leavesAnotherMachineOfTheSameName() {
      assertOpen(end, cluster().machine("rs9", started.plusSeconds(59)));
      assertDone(end, cluster().machine("rs9", Duration.ofMinutes(3)));
    }

    @Test
    void waitsWhileNobodyKnowsWhichMachinesRun() {
      assertBlocked(end, cluster(), "the cloud does not tell which machines run");
    }
  }

  @Nested
  class AnInverse {
    private final SituationBuilder before =
        cluster().node("rs1", split(READ)).table("t", 64).node("rs2", splitUnknown());
    private final MemorySplit other = MemorySplit.of(0.10, 0.55);

    private Optional<Step> inverse(Step step) {
      return step.inverse(before.topology());
    }

    @Test
    void putsAPartitionBackToWhereItWasHoweverItGot() {
      assertThat(inverse(new MovePartition(A, T, new NodeId("rs3"), RS2, SIZE)))
          .contains(new MovePartition(A, T, RS2, RS1, SIZE));
    }

    @Test
    void givesANodeTheSplitThatItHad() {
      assertThat(inverse(new SetMemorySplit(RS1, other))).contains(new SetMemorySplit(RS1, READ));
      assertThat(inverse(new RestartNode(RS1, other))).contains(new RestartNode(RS1, READ));
    }

    @Test
    void givesATableTheBlocksThatItHad() {
      assertThat(inverse(new SetBlockSize(T, ByteSize.ofKilobytes(32))))
          .contains(new SetBlockSize(T, ByteSize.ofKilobytes(64)));
    }

    @Test
    void givesEachColumnFamilyTheBlocksThatItHad() {
      Step set = new SetBlockSize(T, ByteSize.ofKilobytes(32));
      Topology unlike =
          situation()
              .node("rs1")
              .partition("a", on("rs1"))
              .families("t", Map.of("f", 8, "g", 64, "h", 256))
              .topology();
      Step back = set.inverse(unlike).orElseThrow();

      assertThat(back).hasToString("set blocks of t to f 8 KB, g 64 KB, h 256 KB");
      assertThat(back.isDone(unlike)).isTrue();
      assertThat(
              back.isDone(
                  situation()
                      .node("rs1")
                      .partition("a", on("rs1"))
                      .families("t", Map.of("f", 32, "g", 32, "h", 32))
                      .topology()))
          .isFalse();
    }

    @Test
    void ofANewNodeIsItsRemovalAndTheOtherWayRound() {
      NodeId planned = NodeId.planned(1);

      assertThat(inverse(new AddNode(planned, 3, READ))).contains(new RemoveNode(planned));
      assertThat(inverse(new RemoveNode(RS1))).contains(new AddNode(RS1, 2, READ));
    }

    @Test
    void isNotThereWhereNobodyKnowsWhatWas() {
      assertThat(inverse(new SetMemorySplit(RS2, other))).isEmpty();
      assertThat(inverse(new SetMemorySplit(new NodeId("rs9"), other))).isEmpty();
      assertThat(inverse(new MovePartition(new PartitionId("z"), T, RS1, RS2, SIZE))).isEmpty();
    }

    @Test
    void isNotNeededForWhatHasNoEffectToTakeBack() {
      assertThat(inverse(new CompactPartition(A, T, RS1, Ratio.of(0.9), SIZE))).isEmpty();
      assertThat(inverse(new ForgetNode(RS1))).isEmpty();
      assertThat(inverse(new EndMachine(RS1, SituationBuilder.NOW))).isEmpty();
    }
  }
}
