package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.LEARNING;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.memory;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static io.proteus.core.strategy.scaling.Answers.scaling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.ElasticCluster;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Ratio;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ForecastScalingTest {
  private static final NodeBounds BOUNDS = new NodeBounds(1, 20);
  private static final Duration EVERY = Duration.ofMinutes(5);
  private static final ForecastScaling EAGER =
      new ForecastScaling(
          BOUNDS,
          ForecastScaling.ServiceLevel.usual(),
          ForecastScaling.Calendar.usual(),
          ResizePrice.usual(),
          false);
  private final ForecastScaling forecast = ForecastScaling.usual(BOUNDS);

  @Test
  void beforeASeasonIsLearnedItSizesForThePresentLoadAndSaysSo() {
    Scaling answer =
        forecast.decide(
            situation().nodes(2, cpu(0.9)).partition("p", reads(900), on("rs1")).build());

    assertThat(nodes(answer)).as("300 op/s a node at 60 %%, and some noise").isEqualTo(4);
    assertThat(codes(answer)).containsExactly(GROW);
    assertThat(reason(answer).sentence())
        .asString()
        .contains("no season is learned yet, so the present load decides");
  }

  @Test
  void whereEveryPriceIsKnownItSaysWhatTheHorizonCosts() {
    Situation unpriced =
        situation().nodes(2, cpu(0.9)).partition("p", reads(900), on("rs1")).build();
    SortedMap<NodeId, BigDecimal> prices = new TreeMap<>();
    unpriced.topology().nodes().forEach(node -> prices.put(node.id(), new BigDecimal("0.5")));

    assertThat(said(unpriced, new MachinePrices(prices, BigDecimal.ONE)))
        .as("6 hours of 4 nodes, two of which cost twice as much as those that are there")
        .contains("cost about 18.00, and 6.00 if as many stay as there are");
    assertThat(said(unpriced, new MachinePrices(prices, null)))
        .as("the new ones' price is not known")
        .doesNotContain("cost");
    prices.remove(unpriced.topology().nodes().get(0).id());
    assertThat(said(unpriced, new MachinePrices(prices, BigDecimal.ONE))).doesNotContain("cost");
  }

  private String said(Situation now, MachinePrices prices) {
    return reason(forecast.decide(now.with(now.latest().with(now.topology().with(prices)))))
        .sentence()
        .toString();
  }

  @Test
  void itLearnsWhatANodeServes() {
    Scaling answer =
        forecast.decide(
            situation().nodes(3, cpu(0.3)).partition("p", reads(450), on("rs1")).build());

    assertThat(scaling(answer).season()).isNotNull();
    assertThat(season(answer).capacity()).isCloseTo(300, within(1.0));
  }

  @Test
  void beforeAnyNodeWasBusyItWaits() {
    assertThat(
            codes(
                forecast.decide(
                    situation().nodes(3, cpu(0.001)).partition("p", reads(1), on("rs1")).build())))
        .containsExactly(LEARNING);
  }

  @Test
  void withoutCpuOrRequestsItHolds() {
    assertThat(codes(forecast.decide(situation().nodes(2, cpuUnknown()).build())))
        .containsExactly(METRICS_INCOMPLETE);
    assertThat(codes(forecast.decide(situation().nodes(2, cpu(0.5)).build())))
        .containsExactly(METRICS_INCOMPLETE);
  }

  @Test
  void aSizeThatWasTooSmallForALoadIsNotTriedAgainTheSameDay() {
    Measurement four = new Measurement(NOW.minusSeconds(3600), 4, 960, 960, null, Ratio.of(0.62));
    StrategyMemory tried = StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(four));

    Scaling untried = EAGER.decide(atFive(StrategyMemory.INITIAL));
    Scaling again = EAGER.decide(atFive(tried));

    assertThat(nodes(untried)).as("329 op/s a node, as it seems at five").isEqualTo(4);
    assertThat(codes(again)).containsExactly(SIZE_FITS);
  }

  /** An MDP that counted nodes before remembers quiet nights, too. */
  @Test
  void whatIdleNodesServedIsNotHeldToBeAllThatTheyCan() {
    Instant then = NOW.minusSeconds(3600);

    for (Measurement idle :
        List.of(
            new Measurement(then, 4, 5, 5, 20.0, Ratio.of(0.03)),
            new Measurement(then, 4, 0, 0, null, Ratio.of(0.3)))) {
      assertThat(
              nodes(
                  EAGER.decide(atFive(StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(idle))))))
          .isEqualTo(4);
    }
  }

  /** A night at 5 % CPU, which is mostly the system's own. */
  @Test
  void whatNodesCanDoIsNotUnlearnedWhileTheyAreIdle() {
    Season known = unseen().with(NOW.minusSeconds(3600), 1_000, 300);
    StrategyMemory memory = StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(known));

    Season idle =
        season(
            forecast.decide(
                situation()
                    .nodes(3, cpu(0.05))
                    .partition("p", reads(30), on("rs1"))
                    .remembering(memory)
                    .build()));

    assertThat(idle.capacity()).isEqualTo(300);
  }

  /** The clock was a year ahead, and was set back. */
  @Test
  void itGoesOnLearningWhenItLearnedLastInTheFarFuture() {
    Instant future = NOW.plus(Duration.ofDays(365));
    Season ahead = unseen().with(future, 5_000, 300);
    StrategyMemory memory = StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(ahead));

    Season learned = season(forecast.decide(atFive(memory)));

    assertThat(learned.sampled()).isEqualTo(NOW);
    assertThat(learned.load()).isEqualTo(960);
    assertThat(learned.drift()).as("4,040 op/s less is no drift").isEqualTo(ahead.drift());
  }

  @Test
  void beforeASeasonIsLearnedItKeepsAsManyNodesAsItFoundButNotThoseItAdded() {
    StrategyMemory grown =
        StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(unseen().orFoundWith(4)));

    assertThat(codes(forecast.decide(atFive(StrategyMemory.INITIAL)))).containsExactly(SIZE_FITS);
    assertThat(reason(forecast.decide(atFive(StrategyMemory.INITIAL))).sentence())
        .asString()
        .contains("5 nodes stay at least");
    assertThat(nodes(forecast.decide(atFive(grown)))).isEqualTo(4);
  }

  /** Another policy's, or one of so many that the first is forgotten. */
  @Test
  void whatResizesAreRememberedSaysNothingOfHowManyNodesItFound() {
    ScalingMemory found = ScalingMemory.NONE.with(unseen().orFoundWith(5));
    Resized others = new Resized(NOW.minusSeconds(7200), 2, 5);
    Resized itsOwn = new Resized(NOW.minusSeconds(7200), 9, 5);

    for (Resized past : List.of(others, itsOwn)) {
      assertThat(codes(forecast.decide(atFive(StrategyMemory.INITIAL.with(found.with(past))))))
          .containsExactly(SIZE_FITS);
    }
  }

  @Test
  void howManyNodesItFoundIsKeptWithWhatItLearns() {
    Scaling first = forecast.decide(atFive(StrategyMemory.INITIAL));
    Scaling later =
        forecast.decide(
            situation()
                .nodes(7, cpu(0.35))
                .partition("p", reads(1300), on("rs1"))
                .remembering(memory(first))
                .at(NOW.plusSeconds(3600))
                .build());

    assertThat(season(first).found()).isEqualTo(5);
    assertThat(season(later).found()).isEqualTo(5);
  }

  /** Of a journal from before it was kept. */
  @Test
  void whereNobodyWroteDownHowManyItFoundItKeepsThosePresent() {
    StrategyMemory old = StrategyMemory.INITIAL.with(ScalingMemory.NONE.with(unseen()));

    Scaling answer = forecast.decide(atFive(old));

    assertThat(codes(answer)).containsExactly(SIZE_FITS);
    assertThat(season(answer).found()).isEqualTo(5);
  }

  private static Season unseen() {
    return Season.unseen(Duration.ofHours(1), 24);
  }

  private static Situation atFive(StrategyMemory memory) {
    return situation()
        .nodes(5, cpu(0.35))
        .partition("p", reads(960), on("rs1"))
        .remembering(memory)
        .build();
  }

  @Test
  void whatWasTooFewIsRemembered() {
    Scaling grown =
        forecast.decide(
            situation().nodes(4, cpu(0.62)).partition("p", reads(960), on("rs1")).build());

    assertThat(codes(grown)).containsExactly(GROW);
    assertThat(scaling(grown).measurements()).extracting(Measurement::machines).containsExactly(4);
  }

  @Test
  void afterSomeDaysItGrowsBeforeTheLoadDoes() {
    Duration fromNoonToQuarterToNine = Duration.ofDays(3).plusHours(20).plusMinutes(45);
    ElasticCluster cluster = new ElasticCluster(4, 500, 0.01, 1);

    cluster.run(forecast, fromNoonToQuarterToNine, EVERY, ForecastScalingTest::officeHours);
    Scaling next = forecast.decide(cluster.situationAt(NOW.plus(fromNoonToQuarterToNine), 300));

    assertThat(cluster.nodes()).as("for 2,000 op/s, while 300 are asked for").isBetween(7, 9);
    assertThat(reason(next).sentence()).asString().contains("are likely (99 %) within 360 min");
  }

  @Test
  void onADailyCurveItTakesFewerNodeHoursThanThePeakAndHardlyBreaksItsPromise() {
    ElasticCluster learning = new ElasticCluster(8, 500, 0.02, 1);
    learning.run(forecast, Duration.ofDays(10), EVERY, ForecastScalingTest::dailyCurve);

    assertThat(learning.nodeHours()).isLessThan(0.8 * 8 * 240);
    assertThat(learning.minutesOver()).isLessThan(0.02 * 10 * 24 * 60);
    assertThat(learning.opposites(Duration.ofMinutes(30))).isZero();
  }

  @Test
  void aShortDipIsNotWorthTakingNodesAway() {
    SizePath path =
        new SizePath(
            6, 4, 0.5, (step, size) -> step == 0 ? 3 : 6, (from, to) -> Math.abs(to - from) * 0.3);
    SizePath cheap =
        new SizePath(
            6, 4, 0.5, (step, size) -> step == 0 ? 3 : 6, (from, to) -> Math.abs(to - from) * 0.2);

    assertThat(path.first()).isEqualTo(6);
    assertThat(cheap.first()).isEqualTo(3);
    assertThat(cheap.from(3)).containsExactly(3, 6, 6, 6);
    assertThat(path.from(6)).containsExactly(6, 6, 6, 6);
  }

  @Test
  void whereNoSizeIsEnoughTheLargestIsTaken() {
    assertThat(
            nodes(
                ForecastScaling.usual(new NodeBounds(1, 5))
                    .decide(
                        situation()
                            .nodes(2, cpu(1))
                            .partition("p", reads(9000), on("rs1"))
                            .build())))
        .isGreaterThanOrEqualTo(4);
  }

  @Test
  void theQuantilesAreThoseOfTheNormalDistribution() {
    assertThat(NormalQuantile.of(0.5)).isCloseTo(0, within(0.001));
    assertThat(NormalQuantile.of(0.975)).isCloseTo(1.96, within(0.001));
    assertThat(NormalQuantile.of(0.999)).isCloseTo(3.09, within(0.001));
  }

  @Test
  void aServiceLevelThatCannotBeIsRefused() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () ->
                new ForecastScaling.ServiceLevel(
                    Ratio.of(0.6), Ratio.of(0.3), Ratio.of(0.1), CpuOf.MEAN))
        .hasMessageContaining("serviceLevel of 0.5 and more");
  }

  private static Season season(Scaling answer) {
    Season season = scaling(answer).season();
    assertThat(season).isNotNull();
    return java.util.Objects.requireNonNull(season);
  }

  /** 300 op/s, and 2,000 from 9 to 17. */
  private static double officeHours(Instant at) {
    int hour = (int) (at.getEpochSecond() / 3600 % 24);
    return hour >= 9 && hour < 17 ? 2000 : 300;
  }

  private static double dailyCurve(Instant at) {
    double day = at.getEpochSecond() % 86_400 / 86_400.0;
    return 1200 - 900 * Math.cos(2 * Math.PI * day);
  }
}
