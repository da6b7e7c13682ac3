package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cacheInMemory;
import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.dataInMemory;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.NodeTrait.ioWait;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.scaling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.LoadHabit;
import io.proteus.core.strategy.LoadHabit.Peak;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AutoScalingTest {
  private final AutoScaling auto =
      new AutoScaling(Ratio.of(0.8), Ratio.of(0.65), Ratio.of(0.7), 2, Duration.ofMinutes(10));

  private static SituationBuilder cluster(int nodes, double cpu) {
    return situation().nodes(nodes, cpu(cpu)).partition("a", reads(100), on("rs1"));
  }

  /** A load that never needed more than so much, and was watched for so long. */
  private static SituationBuilder watched(
      SituationBuilder cluster, Duration length, int found, double demand, double megabytesRead) {
    LoadHabit habit =
        LoadHabit.beginning(NOW.minus(length), found, new Peak(demand, megabytesRead * (1 << 20)));
    for (Duration at = Duration.ofMinutes(10); at.compareTo(length) <= 0; at = at.plusMinutes(10)) {
      habit =
          habit.with(
              NOW.minus(length).plus(at), found, new Peak(demand, megabytesRead * (1 << 20)));
    }
    return cluster.remembering(StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(habit)));
  }

  @Test
  void growsToWhatTheLoadNeedsWhereAllNodesAreBusy() {
    Scaling answer = auto.decide(cluster(4, 0.82).build());

    assertThat(nodes(answer)).as("4 x 82 % at 65 %").isEqualTo(6);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, GROW);
  }

  /** A node takes minutes to come, so that it is asked for before it is needed. */
  @Test
  void growsAheadOfALoadThatRises() {
    AutoScaling late =
        new AutoScaling(Ratio.of(0.9), Ratio.of(0.7), Ratio.of(0.7), 2, Duration.ofMinutes(10));
    LoadHabit rising =
        LoadHabit.beginning(NOW.minus(minutes(15)), 4, new Peak(2.5, 0))
            .with(NOW.minus(minutes(5)), 4, new Peak(3.4, 0));
    LoadHabit steady =
        LoadHabit.beginning(NOW.minus(minutes(15)), 4, new Peak(3.4, 0))
            .with(NOW.minus(minutes(5)), 4, new Peak(3.4, 0));

    assertThat(nodes(late.decide(remembering(cluster(4, 0.85), ScalingMemory.NONE.with(rising)))))
        .as("3.4 nodes now, and 0.6 of 0.9 more by then: 3.94 of 4")
        .isEqualTo(6);
    assertThat(codes(late.decide(remembering(cluster(4, 0.85), ScalingMemory.NONE.with(steady)))))
        .containsExactly(SIZE_FITS);
  }

  /** What a saturated cluster is asked for is not known: more than it serves. */
  @Test
  void growsBySeveralNodesAtOnceWhereItIsSaturated() {
    assertThat(nodes(auto.decide(cluster(5, 1).build()))).isEqualTo(8);
    assertThat(nodes(auto.decide(cluster(1, 1).build()))).isEqualTo(2);
    assertThat(nodes(auto.decide(situation().nodes(4, cpu(0.3), ioWait(0.7)).build())))
        .as("who waits for a disk is busy")
        .isEqualTo(7);
  }

  @Test
  void keepsWhatItFoundUntilTheLoadIsKnown() {
    assertThat(codes(auto.decide(cluster(6, 0.05).build()))).containsExactly(SIZE_FITS);
    assertThat(codes(auto.decide(watched(cluster(6, 0.05), minutes(59), 6, 0.3, 0).build())))
        .containsExactly(SIZE_FITS);
  }

  @Test
  void goesBelowItTheFurtherTheLongerTheLoadWasWatched() {
    // the largest load so far keeps 0.6 nodes busy, and may come 3, 2 or 1.2 times
    assertThat(nodes(auto.decide(watched(cluster(6, 0.1), minutes(60), 6, 0.6, 0).build())))
        .isEqualTo(2);
    assertThat(nodes(auto.decide(watched(cluster(6, 0.1), minutes(600), 6, 0.6, 0).build())))
        .isEqualTo(1);
    assertThat(codes(auto.decide(watched(cluster(6, 0.1), minutes(60), 6, 1.9, 0).build())))
        .as("3 x 1.9 keep 6 nodes busy at 95 %")
        .containsExactly(SIZE_FITS);
  }

  private static SituationBuilder inMemory(int nodes, long usedOfThousand) {
    return situation()
        .nodes(nodes, cpu(0.05), dataInMemory(usedOfThousand, 1000))
        .partition("a", reads(100), on("rs1"));
  }

  /** Idle shards may be full all the same. */
  @Test
  void keepsAsManyNodesAsHoldTheDataWhereAllOfItIsInMemory() {
    assertThat(nodes(auto.decide(watched(inMemory(6, 500), minutes(600), 6, 0.3, 0).build())))
        .as("3,000 MB in 4 times 800")
        .isEqualTo(4);
    assertThat(codes(auto.decide(watched(inMemory(6, 700), minutes(600), 6, 0.3, 0).build())))
        .as("4,200 MB in 6 times 800, and not in 5")
        .containsExactly(SIZE_FITS);
  }

  /** A cache fills whatever there is, and the more is taken away the less it holds. */
  @Test
  void aFullCacheIsNoReasonForNodesAndIsLeftAsLargeAsItIs() {
    SituationBuilder full =
        situation()
            .nodes(6, cpu(0.05), cacheInMemory(1000, 1000))
            .partition("a", reads(100), on("rs1"));

    assertThat(codes(auto.decide(watched(full, minutes(600), 6, 0.3, 0).build())))
        .containsExactly(SIZE_FITS);
  }

  /** As the groups of HBase's servers: nothing goes from one to the other. */
  @Test
  void growsWhereAPoolIsFullHoweverIdleAnotherIs() {
    SituationBuilder cluster = situation();
    for (int node = 1; node <= 4; node++) {
      cluster.node("a" + node, cpu(0.97));
      for (int part = 0; part < 4; part++) {
        cluster.partition("a%d-%d".formatted(node, part), reads(100), of("a"), on("a" + node));
      }
    }
    cluster.node("b1", cpu(0.1)).node("b2", cpu(0.1)).node("b3", cpu(0.1)).node("b4", cpu(0.1));
    List<NodeId> ofA = List.of(id("a1"), id("a2"), id("a3"), id("a4"));
    List<NodeId> ofB = List.of(id("b1"), id("b2"), id("b3"), id("b4"));

    assertThat(codes(auto.decide(cluster.build()))).containsExactly(RECONFIGURE);
    cluster.restricted(
        Restrictions.ofPools(
            new Pool("default", ofA, List.of(new TableId("a")), true),
            new Pool("other", ofB, List.of(), false)));
    Scaling answer = auto.decide(cluster.build());
    assertThat(nodes(answer)).isEqualTo(9);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, GROW);
  }

  private static NodeId id(String name) {
    return new NodeId(name);
  }

  @Test
  void growsWhereMemoryIsFull() {
    Scaling answer = auto.decide(inMemory(4, 900).build());

    assertThat(nodes(answer)).as("3,600 MB at 80 % of 1,000 each").isEqualTo(5);
    assertThat(codes(answer)).containsExactly(NODES_OVERLOADED, GROW);
    assertThat(codes(auto.decide(inMemory(4, 790).build()))).containsExactly(SIZE_FITS);
    assertThat(codes(auto.decide(watched(inMemory(5, 720), minutes(600), 4, 0.3, 0).build())))
        .as("none of those that came goes again")
        .containsExactly(SIZE_FITS);
  }

  /** What was added is of no loss to those who had it not before. */
  @Test
  void givesBackAtOnceWhatItAdded() {
    Scaling answer = auto.decide(watched(cluster(9, 0.1), minutes(30), 4, 0.9, 0).build());

    assertThat(nodes(answer)).isEqualTo(4);
    assertThat(codes(answer)).containsExactly(SHRINK);
  }

  @Test
  void waitsWithARemovalUntilAResizeHasSettled() {
    SituationBuilder cluster = watched(cluster(9, 0.1), minutes(30), 4, 0.9, 0);
    Situation now = cluster.build();
    ScalingMemory resized =
        now.memory().scaling().with(new Resized(NOW.minus(Duration.ofMinutes(9)), 4, 9));

    assertThat(codes(auto.decide(now.with(now.memory().with(resized))))).containsExactly(SIZE_FITS);
  }

  @Test
  void takesNoNodeWhoseCacheIsWanted() {
    // 4 caches of 400 MB; 1,400 MB are read by habit, though not at the moment
    SituationBuilder idle =
        situation()
            .nodes(4, cpu(0.05), split(0.4, 0.25), heap(1000, 500, 400))
            .partition("a", reads(10), on("rs1"), megabytes(20));

    assertThat(codes(auto.decide(watched(idle, minutes(600), 4, 0.2, 1400).build())))
        .containsExactly(SIZE_FITS);
    assertThat(nodes(auto.decide(watched(idle, minutes(600), 4, 0.2, 500).build()))).isEqualTo(2);
  }

  @Test
  void evensOutWhereOneNodeIsBusyAndOthersAreNot() {
    Situation uneven =
        situation()
            .nodes(4, cpu(0.2))
            .node("rs2", cpu(0.9))
            .partition("a", reads(100), on("rs2"))
            .partition("b", reads(100), on("rs2"))
            .partition("c", reads(100), on("rs1"))
            .build();

    Scaling answer = auto.decide(uneven);

    assertThat(nodes(answer)).isEqualTo(4);
    assertThat(codes(answer)).containsExactly(RECONFIGURE);
  }

  /** The mean is at 79 %, which no rule of the mean answers, and clients wait for one of three. */
  @Test
  void growsForOneNodeAtItsLimitWhereNoOtherHasRoom() {
    SituationBuilder strained =
        situation()
            .node("rs1", cpu(0.97))
            .node("rs2", cpu(0.70))
            .node("rs3", cpu(0.69))
            .partition("a", reads(100), on("rs1"))
            .partition("b", reads(100), on("rs1"))
            .partition("c", reads(150), on("rs2"))
            .partition("d", reads(150), on("rs3"));

    assertThat(nodes(auto.decide(strained.build()))).isEqualTo(4);
    assertThat(auto.decide(strained.node("rs1", cpu(0.93)).build()))
        .as("as long as it is not at its limit")
        .isInstanceOf(Scaling.Keep.class);
    strained.node("rs1", cpu(0.97)).partition("a", reads(190)).partition("b", reads(10));
    assertThat(auto.decide(strained.build()))
        .as("a node more relieves nobody of one hot partition")
        .isInstanceOf(Scaling.Keep.class);
  }

  @Test
  void buysNoNodeForOneHotPartition() {
    Situation hot =
        situation()
            .nodes(3, cpu(0.2))
            .node("rs2", cpu(0.9))
            .partition("a", reads(1000), on("rs2"))
            .partition("b", reads(10), on("rs1"))
            .build();

    assertThat(nodes(auto.decide(hot))).isEqualTo(3);
  }

  @Test
  void holdsWithoutMeasurements() {
    assertThat(codes(auto.decide(cluster(3, 0.5).node("rs2", cpuUnknown()).build())))
        .containsExactly(METRICS_INCOMPLETE);
  }

  @Test
  void aLoadThatComesBackIsReckonedWithForLonger() {
    SituationBuilder cluster = cluster(9, 0.3);
    LoadHabit habit =
        LoadHabit.beginning(NOW.minus(minutes(35)), 4, new Peak(2, 0))
            .with(NOW.minus(minutes(25)), 9, new Peak(6, 0))
            .with(NOW.minus(minutes(15)), 9, new Peak(2.7, 0))
            .with(NOW.minus(minutes(5)), 9, new Peak(2.7, 0));
    ScalingMemory once = ScalingMemory.NONE.with(habit);
    ScalingMemory again = once.withResizes(List.of(resized(-100, 9, 4), resized(-80, 4, 9)));

    assertThat(nodes(auto.decide(remembering(cluster, once)))).isEqualTo(4);
    assertThat(codes(auto.decide(remembering(cluster, again)))).containsExactly(SIZE_FITS);
  }

  @Test
  void keepsWhatItHasWhereNodesWereRefused() {
    SituationBuilder cluster = cluster(9, 0.3);
    LoadHabit habit =
        LoadHabit.beginning(NOW.minus(minutes(95)), 4, new Peak(6, 0))
            .with(NOW.minus(minutes(85)), 9, new Peak(2.7, 0))
            .with(NOW.minus(minutes(5)), 9, new Peak(2.7, 0));
    ScalingMemory fell = ScalingMemory.NONE.with(habit).withResizes(List.of());

    assertThat(nodes(auto.decide(remembering(cluster, fell.withGivenUp(resized(-800, 4, 9))))))
        .as("long ago")
        .isEqualTo(nodes(auto.decide(remembering(cluster, fell))));
    assertThat(codes(auto.decide(remembering(cluster, fell.withGivenUp(resized(-90, 4, 9))))))
        .containsExactly(SIZE_FITS);
  }

  @Test
  void countsBySpeedWhereNodesAreUnlike() {
    SituationBuilder busy = cluster(4, 0.82);
    ScalingMemory slow =
        ScalingMemory.NONE.with(
            new NodeSpeeds(
                new TreeMap<>(
                    Map.of(
                        new NodeId("rs1"), new NodeSpeeds.Learned(0.5, 9),
                        new NodeId("rs2"), new NodeSpeeds.Learned(0.5, 9)))));

    assertThat(nodes(auto.decide(busy.build()))).as("3.3 usual nodes at 65 %").isEqualTo(6);
    assertThat(nodes(auto.decide(remembering(busy, slow))))
        .as("2.5 usual nodes at 65 % are 3.8, and 3 are there")
        .isEqualTo(5);
    SituationBuilder idle = watched(cluster(4, 0.3), Duration.ofHours(100), 4, 1.2, 0);
    assertThat(nodes(auto.decide(idle.build()))).isEqualTo(2);
    ScalingMemory idleAndSlow =
        idle.build().memory().scaling().with(java.util.Objects.requireNonNull(slow.speeds()));
    assertThat(nodes(auto.decide(remembering(idle, idleAndSlow))))
        .as("1.2 usual nodes at 70 % are 1.7: two slow nodes and one more")
        .isEqualTo(3);
  }

  private static Situation remembering(SituationBuilder cluster, ScalingMemory memory) {
    return cluster.remembering(StrategyMemory.INITIAL.with(memory)).build();
  }

  private static Resized resized(int minutes, int from, int to) {
    Instant at = NOW.plus(minutes(minutes));
    return new Resized(at, from, to);
  }

  @Test
  void remembersTheLoad() {
    LoadHabit habit = scaling(auto.decide(cluster(4, 0.5).build())).habit();

    assertThat(habit).isNotNull();
    assertThat(habit.found()).isEqualTo(4);
    assertThat(habit.peak(Duration.ZERO).demand()).isEqualTo(2);
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(
            () -> new AutoScaling(Ratio.of(0.6), Ratio.of(0.7), Ratio.of(0.7), 2, Duration.ZERO))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("wanted no larger than busy, got busy 60 %, wanted 70 %");
    assertThatThrownBy(
            () -> new AutoScaling(Ratio.of(0.8), Ratio.of(0.7), Ratio.of(0.7), -1, Duration.ZERO))
        .hasMessage("auto.unseen: want 0 or more, got -1.0.");
  }

  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }
}
