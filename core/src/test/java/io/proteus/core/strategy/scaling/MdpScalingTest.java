package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.latencyMs;
import static io.proteus.core.fixture.NodeTrait.queued;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NOT_DUE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.ReasonCode.TRAINING;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MDP-1 to MDP-5. A node of these tests serves 1,000 op/s at 60 % CPU. */
class MdpScalingTest {
  private static final Reward EARNING = new Reward.ThroughputLessSquare(1, 50);

  @Test
  void theFewestMachinesAreBestWhereOnlyTheirCostCounts() {
    Scaling answer = trained(new Reward.Cost(1)).decide(serving(6, 3000));

    assertThat(nodes(answer)).as("two at a time").isEqualTo(4);
    assertThat(codes(answer)).containsExactly(SHRINK);
  }

  @Test
  void whereOnlyThroughputCountsItGrowsWhileThatServesMore() {
    MdpScaling greedy = trained(new Reward.Throughput(1));

    assertThat(nodes(greedy.decide(serving(3, 4500)))).as("saturated").isEqualTo(5);
    assertThat(codes(greedy.decide(serving(3, 2000)))).containsExactly(SIZE_FITS);
  }

  @Test
  void machinesThatEarnLessThanTheyCostAreNotAdded() {
    assertThat(nodes(trained(EARNING).decide(serving(3, 3900)))).isEqualTo(5);
    assertThat(codes(trained(new Reward.ThroughputLessSquare(1, 500)).decide(serving(2, 2600))))
        .as("a third machine costs 2,500 and serves 1,300 more")
        .doesNotContain(GROW);
  }

  @Test
  void machinesThatServeNothingMoreAreRemoved() {
    assertThat(nodes(trained(EARNING).decide(serving(6, 3000)))).isEqualTo(4);
    assertThat(nodes(trained(EARNING).decide(serving(4, 3000)))).isEqualTo(3);
    assertThat(codes(trained(EARNING).decide(serving(3, 3000)))).containsExactly(SIZE_FITS);
  }

  @Test
  void whatALargerSizeServedOfLateUnderThisLoadCountsMoreThanProportion() {
    MdpScaling policy = new MdpScaling(new NodeBounds(1, 4), 1, Ratio.of(0.9), EARNING, rhythm(1));
    StrategyMemory late = StrategyMemory.INITIAL.with(measured(4, 3900, Duration.ofHours(1)));
    StrategyMemory longAgo = StrategyMemory.INITIAL.with(measured(4, 3900, Duration.ofDays(1)));

    assertThat(nodes(policy.decide(serving(3, 3900)))).isEqualTo(4);
    assertThat(codes(policy.decide(cluster(3, 3900).remembering(late).build())))
        .containsExactly(SIZE_FITS);
    assertThat(nodes(policy.decide(cluster(3, 3900).remembering(longAgo).build()))).isEqualTo(4);
  }

  @Test
  void howLongItIsTrustedIsASetting() {
    MdpScaling.Rhythm usual = rhythm(1);
    MdpScaling suspicious =
        new MdpScaling(
            new NodeBounds(1, 4),
            1,
            Ratio.of(0.9),
            EARNING,
            new MdpScaling.Rhythm(
                usual.decideEvery(),
                usual.backOff(),
                1,
                usual.similar(),
                usual.saturation(),
                usual.margin(),
                5));
    StrategyMemory late = StrategyMemory.INITIAL.with(measured(4, 3900, Duration.ofHours(1)));

    assertThat(nodes(suspicious.decide(cluster(3, 3900).remembering(late).build())))
        .as("6 decisions ago")
        .isEqualTo(4);
  }

  @Test
  void howManyRequestsWaitIsNoRate() {
    Scaling waiting = trained(EARNING).decide(cluster(3, 3000).nodes(3, queued(1_000_000)).build());

    assertThat(Answers.memory(waiting).scaling().measurements())
        .extracting(Measurement::load)
        .containsExactly(3000.0);
  }

  @Test
  void theLatencyCountsWhereTheRewardWeighsIt() {
    MdpScaling impatient = trained(new Reward.ThroughputLessLatency(1, 100, 100));
    SituationBuilder slow = cluster(3, 1500).nodes(3, latencyMs(30));

    Scaling answer = impatient.decide(slow.build());

    assertThat(nodes(answer)).as("2 nodes more cost 200 and save 12 ms").isEqualTo(5);
  }

  @Test
  void aSizeThatWasMeasuredWithoutALatencyIsNotTakenForAnInstantOne() {
    MdpScaling thrifty = trained(new Reward.ThroughputLessLatency(1, 1000, 100));
    StrategyMemory five = StrategyMemory.INITIAL.with(measured(5, 1500, Duration.ofHours(1)));
    SituationBuilder three = cluster(3, 1500).nodes(3, latencyMs(30)).remembering(five);

    assertThat(codes(thrifty.decide(three.build())))
        .as("2 nodes more cost 2,000 and save 12 ms, which is worth 1,200")
        .containsExactly(SIZE_FITS);
  }

  @Test
  void aRewardThatWeighsALatencyIsNotToldWithoutOne() {
    Reward impatient = new Reward.ThroughputLessLatency(1, 100, 100);

    assertThat(impatient.of(new Expected(3, 1500, 1500, null, true))).isNaN();
    assertThat(impatient.of(new Expected(3, 1500, 1500, 2.0, true))).isEqualTo(1000);
  }

  @Test
  void withoutTheLatencyARewardThatWeighsItHolds() {
    Scaling answer =
        trained(new Reward.ThroughputLessLatency(1, 100, 100)).decide(serving(3, 1500));

    assertThat(codes(answer)).containsExactly(METRICS_INCOMPLETE);
    assertThat(reason(answer).setting()).isEqualTo("mdp.reward");
  }

  @Test
  void beforeItTrustsItsMeasurementsItTriesOtherSizes() {
    MdpScaling training =
        new MdpScaling(new NodeBounds(1, 8), 2, Ratio.of(0.9), EARNING, rhythm(3));

    Scaling first = training.decide(cluster(3, 1500).build());
    assertThat(nodes(first)).isEqualTo(4);
    assertThat(codes(first)).containsExactly(TRAINING);

    SituationBuilder later = cluster(4, 1500).at(NOW.plusSeconds(600));
    Scaling second = training.decide(later.remembering(Answers.memory(first)).build());
    assertThat(nodes(second)).isEqualTo(5);

    SituationBuilder last = cluster(5, 1500).at(NOW.plusSeconds(1200));
    Scaling third = training.decide(last.remembering(Answers.memory(second)).build());
    assertThat(codes(third)).as("three sizes are known").containsExactly(SHRINK);
  }

  @Test
  void atTheUpperBoundItTrainsDownwardsOnlyWhereTheOthersCanTakeIt() {
    MdpScaling training =
        new MdpScaling(new NodeBounds(1, 3), 2, Ratio.of(0.9), EARNING, rhythm(3));

    assertThat(codes(training.decide(cluster(3, 900).build()))).containsExactly(TRAINING);
    assertThat(codes(training.decide(cluster(3, 2700).build()))).doesNotContain(TRAINING);
  }

  @Test
  void itDecidesEveryTenMinutesAndBacksOffForFiveAfterAnAction() {
    StrategyMemory justDecided =
        StrategyMemory.INITIAL.with(ScalingMemory.NONE.withDecidedAt(NOW.minusSeconds(599)));

    assertThat(codes(trained(EARNING).decide(cluster(6, 10).remembering(justDecided).build())))
        .containsExactly(NOT_DUE);
    assertThat(
            codes(
                trained(EARNING).decide(cluster(6, 10).actedAgo(Duration.ofSeconds(299)).build())))
        .containsExactly(COOLDOWN);
    assertThat(
            codes(
                trained(EARNING).decide(cluster(6, 10).actedAgo(Duration.ofSeconds(300)).build())))
        .containsExactly(SHRINK);
  }

  /** The clock was a year ahead, and was set back. */
  @Test
  void whatIsOfTheFarFutureHoldsNothingUp() {
    Duration year = Duration.ofDays(365);
    StrategyMemory decided =
        StrategyMemory.INITIAL.with(ScalingMemory.NONE.withDecidedAt(NOW.plus(year)));

    assertThat(codes(trained(EARNING).decide(cluster(6, 10).remembering(decided).build())))
        .containsExactly(SHRINK);
    assertThat(codes(trained(EARNING).decide(cluster(6, 10).actedAgo(year.negated()).build())))
        .containsExactly(SHRINK);
  }

  @Test
  void whatItRemembersIsBounded() {
    ScalingMemory memory = ScalingMemory.NONE;
    for (int minute = 0; minute < 5000; minute++) {
      memory =
          memory.with(
              new Measurement(
                  NOW.plusSeconds(60L * minute), 1 + minute % 40, 1, 1, null, Ratio.ONE));
    }

    assertThat(memory.measurements()).hasSizeLessThanOrEqualTo(256);
  }

  @Test
  void aReturnToABetterStateIsWorthAWorseOneOnTheWay() {
    double[] rewards = {10, 0, 100};

    ValueIteration patient = new ValueIteration(1, 3, 1, 0.9, state -> rewards[state - 1]);
    ValueIteration hasty = new ValueIteration(1, 3, 1, 0.05, state -> rewards[state - 1]);

    assertThat(patient.next(1)).isEqualTo(2);
    assertThat(hasty.next(1)).isEqualTo(1);
  }

  @Test
  void measurementsOfLikeCircumstancesFormOneCluster() {
    List<Measurement> past =
        List.of(one(3, 1000, 0.3), one(3, 1040, 0.32), one(3, 2000, 0.6), one(4, 1010, 0.2));
    LoadClusters clusters = new LoadClusters(past, past.get(0), 200);

    assertThat(clusters.at(3, 1020))
        .isNotNull()
        .satisfies(near -> assertThat(near.load()).isEqualTo(1020));
    assertThat(clusters.at(4, 1020)).isNotNull();
    assertThat(clusters.at(4, 2000)).isNull();
    assertThat(clusters.at(5, 1020)).isNull();
  }

  private static ScalingMemory measured(int machines, double load, Duration ago) {
    return ScalingMemory.NONE.with(
        new Measurement(NOW.minus(ago), machines, load, load, null, Ratio.of(0.58)));
  }

  private static Measurement one(int machines, double load, double cpu) {
    return new Measurement(NOW, machines, load, load, null, Ratio.of(cpu));
  }

  private static io.proteus.core.strategy.Situation serving(int nodes, double served) {
    return cluster(nodes, served).build();
  }

  private static SituationBuilder cluster(int nodes, double served) {
    return situation()
        .nodes(nodes, cpu(Math.min(1, 0.6 * served / nodes / 1000)))
        .partition("p", reads(served), on("rs1"));
  }

  private static MdpScaling trained(Reward reward) {
    return new MdpScaling(new NodeBounds(1, 10), 2, Ratio.of(0.9), reward, rhythm(1));
  }

  private static MdpScaling.Rhythm rhythm(int trainingSizes) {
    MdpScaling.Rhythm paper = MdpScaling.Rhythm.paper();
    return new MdpScaling.Rhythm(
        paper.decideEvery(),
        paper.backOff(),
        trainingSizes,
        paper.similar(),
        paper.saturation(),
        paper.margin(),
        paper.trustedDecisions());
  }
}
