package io.proteus.core.plan.prediction;

import static io.proteus.core.fixture.Layouts.AS_IT_WAS;
import static io.proteus.core.fixture.Layouts.READ;
import static io.proteus.core.fixture.Layouts.WRITE;
import static io.proteus.core.fixture.Layouts.layout;
import static io.proteus.core.fixture.NodeTrait.byRestart;
import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.Layouts;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Draft;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.Pace;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Width;
import io.proteus.core.strategy.guard.Gain;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is said of a plan beforehand. */
class PredictorTest {
  private static final DecisionMaker MET =
      new DecisionMaker(
          PolicyStrategy.met(),
          new Guards(List.of(), List.of()),
          Figures.PLANNER,
          Figures.PREDICTOR);

  private static Prediction predict(SituationBuilder cluster, Layouts wanted) {
    Situation now = cluster.build();
    var retarget = wanted.wanted();
    return Figures.PREDICTOR.predict(
        now, Figures.PLANNER.draft(now, retarget), Gain.of(now, retarget.target()));
  }

  /** Two nodes that serve each other's partitions, so that all requests are misplaced. */
  private static SituationBuilder mixed(double cpu) {
    return situation()
        .nodes(2, cpu(cpu))
        .partition("a", reads(500), on("rs1"))
        .partition("b", writes(400), on("rs1"))
        .partition("c", reads(400), on("rs2"))
        .partition("d", writes(500), on("rs2"));
  }

  private static Layouts sorted() {
    return layout().node("rs1", READ, "a", "c").node("rs2", WRITE, "b", "d").table("t", 64);
  }

  @Test
  void aBusierClusterGainsMoreFromTheSamePlan() {
    Prediction idle = predict(mixed(0.2), sorted());
    Prediction busy = predict(mixed(0.9), sorted());

    assertThat(busy.kind()).isEqualTo(PlanKind.RECONFIGURE);
    assertThat(busy.throughputNow()).isEqualTo(1800);
    assertThat(busy.gain()).isGreaterThan(idle.gain()).isGreaterThan(0);
  }

  @Test
  void moreNodesRelieveTheHottest() {
    Prediction grown =
        predict(
            mixed(0.9),
            layout()
                .node("rs1", AS_IT_WAS, "a")
                .node("rs2", AS_IT_WAS, "d")
                .node("+1", AS_IT_WAS, "b", "c"));

    assertThat(grown.kind()).isEqualTo(PlanKind.GROW);
    assertThat(grown.gain()).isGreaterThan(0);
    assertThat(grown.following().moves()).as("moves to the new node").isEqualTo(2);
    assertThat(grown.duration()).as("with the boot").isGreaterThan(Duration.ofMinutes(3));
    assertThat(PaysOff.objection(grown)).isEmpty();
  }

  @Test
  void fewerNodesServeLessAndAreNotHeldForIt() {
    Prediction shrunk =
        predict(mixed(0.1), layout().node("rs1", AS_IT_WAS, "a", "b", "c", "d").gone("rs2"));

    assertThat(shrunk.kind()).isEqualTo(PlanKind.SHRINK);
    assertThat(shrunk.gain()).isNegative();
    assertThat(shrunk.paysAfter()).isNull();
    assertThat(PaysOff.objection(shrunk)).isEmpty();
  }

  @Test
  void moreBytesAndRestartsTakeLongerAndCostMore() {
    Prediction light = predict(mixed(0.7), sorted());
    SituationBuilder large = mixed(0.7).everyPartition(megabytes(5000));
    Prediction heavy = predict(large, sorted());
    Prediction restarted = predict(mixed(0.7).nodes(2, byRestart()), sorted());

    assertThat(heavy.duration()).isGreaterThan(light.duration());
    assertThat(heavy.requestsLost()).isGreaterThan(light.requestsLost());
    assertThat(restarted.duration()).isGreaterThan(light.duration());
    assertThat(restarted.requestsLost()).isGreaterThan(light.requestsLost());
  }

  @Test
  void whatIsNotKnownIsNotZero() {
    Prediction blind = predict(mixed(0.7).nodes(2, cpuUnknown()), sorted());
    Prediction seen = predict(mixed(0.5), sorted());

    assertThat(blind.cacheBytesLost()).as("no node tells its heap").isNull();
    assertThat(blind.latencyMsNow()).isNull();
    assertThat(blind.latencyMs()).isNull();
    assertThat(blind.throughput().expected()).isEqualTo(seen.throughput().expected());
    assertThat(blind.throughput().high() - blind.throughput().low())
        .as("an unknown pressure is doubt")
        .isGreaterThan(seen.throughput().high() - seen.throughput().low());
  }

  @Test
  void aPlanThatCostsMoreThanItBringsInItsHorizonIsHeldWithTheNumbers() {
    SituationBuilder cluster =
        situation()
            .nodes(2, cpu(0.002), byRestart())
            .partition("a", reads(1000), on("rs1"), megabytes(900_000))
            .partition("b", reads(1000), on("rs2"), megabytes(900_000));

    Prediction prediction =
        predict(cluster, layout().node("rs1", READ, "a").node("rs2", READ, "b").table("t", 64));

    assertThat(PaysOff.objection(prediction).map(Object::toString).orElse("it goes through"))
        .startsWith("DOES_NOT_PAY: it costs about ")
        .contains("requests and gains about ", "a second, so it pays after ", "60 min is")
        .endsWith("[guards.horizon]");
  }

  @Test
  void thePastOfThisStoreNarrowsAndMovesWhatIsExpected() {
    Prediction first = predict(mixed(0.7), sorted());
    Evidence evidence = Evidence.NONE;
    for (int plan = 0; plan < 12; plan++) {
      evidence = evidence.with(0.7, 1000, 1000 * Math.exp(0.7 * 0.1));
    }
    Prediction later =
        predict(
            mixed(0.7)
                .remembering(
                    StrategyMemory.INITIAL.with(
                        Calibration.NONE.withThroughput(PlanKind.RECONFIGURE, evidence))),
            sorted());

    assertThat(later.gain()).as("it yielded less than usual").isLessThan(first.gain());
    assertThat(later.throughput().high() - later.throughput().low())
        .isLessThan(first.throughput().high() - first.throughput().low());
  }

  @Test
  void howLongStepsTookHereIsHowLongTheyAreExpectedToTake() {
    Prediction first = predict(mixed(0.7), sorted());
    Prediction later =
        predict(
            mixed(0.7)
                .remembering(
                    StrategyMemory.INITIAL.with(
                        new Calibration(
                            Map.of(),
                            Map.of(),
                            Map.of(
                                MovePartition.KIND, new Pace(20, 30),
                                CompactPartition.KIND, new Pace(20, 600))))),
            sorted());

    assertThat(later.duration()).isGreaterThan(first.duration().multipliedBy(3));
  }

  @Test
  void oneMovePerTwentyIsHalfAsLongWithTwiceAsManyAtOnce() {
    Situation now = mixed(0.7).build();
    Draft draft = Figures.PLANNER.draft(now, sorted().wanted());
    Gain gain = Gain.of(now, sorted().build());

    Duration two = new Predictor(2, 2, null, Figures.COSTS).predict(now, draft, gain).duration();
    Duration one = new Predictor(1, 1, null, Figures.COSTS).predict(now, draft, gain).duration();

    assertThat(one).isGreaterThan(two);
  }

  @Test
  void aStoreThatCopiesWhatMovesTakesAsLongAsItsBytesTo() {
    Situation now = mixed(0.7).everyPartition(megabytes(100)).build();
    CostModel usual = Figures.COSTS;
    CostModel copying = copyingTwoMegabytesASecond();

    Prediction away = predict(now, usual);
    Prediction copied = predict(now, copying);

    // two partitions of 100 MB at 2 MB a second, in place of 3 seconds each
    assertThat(copied.duration().minus(away.duration())).isEqualTo(Duration.ofSeconds(100 - 6));
    // 900 requests a second for 3 seconds, and what caches have to read again
    assertThat(away.requestsLost() - copied.requestsLost()).isGreaterThan(900 * 3);
  }

  private static CostModel copyingTwoMegabytesASecond() {
    CostModel usual = Figures.COSTS;
    return new CostModel(
        new CostModel.Transfer(Duration.ZERO, ByteSize.ofMegabytes(2)),
        new CostModel.ColdCache(0, 0, Duration.ZERO, ByteSize.ofKilobytes(64)),
        usual.compaction(),
        usual.changes(),
        usual.gains());
  }

  @Test
  void whatAStoreHandsOverTakesAsLongAsItsBytesTo() {
    Situation now =
        situation()
            .nodes(2, cpu(0.1))
            .partition("a", reads(1), on("rs2"), megabytes(200))
            .placedByStore()
            .build();
    Layouts shrunk = layout().node("rs1", READ).gone("rs2");
    Draft draft = Figures.PLANNER.draft(now, shrunk.wanted());
    Gain gain = Gain.of(now, shrunk.build());

    Duration told = new Predictor(1, 1, null, Figures.COSTS).predict(now, draft, gain).duration();
    Duration copied =
        new Predictor(1, 1, null, copyingTwoMegabytesASecond())
            .predict(now, draft, gain)
            .duration();

    assertThat(copied.minus(told)).isEqualTo(Duration.ofSeconds(100));
  }

  private static Prediction predict(Situation now, CostModel costs) {
    return new Predictor(1, 1, null, costs)
        .predict(
            now, Figures.PLANNER.draft(now, sorted().wanted()), Gain.of(now, sorted().build()));
  }

  @Test
  void everyPredictionOfAnyClusterIsFiniteAndOrdered() {
    Seeds.forAll(
        300,
        seed -> {
          var decision = MET.decideRegardlessOfLoad(RandomSituations.scattered(seed, 8).build());
          decision
              .plan()
              .or(decision::heldBack)
              .map(Plan::prediction)
              .ifPresent(
                  prediction -> {
                    assertThat(prediction.requestsLost()).isFinite().isNotNegative();
                    assertThat(prediction.throughput().low()).isFinite().isNotNegative();
                    assertThat(prediction.throughput().high()).isFinite();
                    assertThat(prediction.throughput().holds(prediction.throughput().expected()))
                        .isTrue();
                    assertThat(prediction.duration()).isPositive();
                    assertThat(prediction.gain())
                        .as("a better place never costs")
                        .isGreaterThanOrEqualTo(0);
                  });
        });
  }

  /** However odd the past is, what comes of it is a figure. */
  @Test
  void noPastMakesAPredictionOfNothing() {
    Seeds.forAll(
        300,
        seed -> {
          Random random = new Random(seed);
          Evidence evidence = Evidence.NONE;
          for (int plan = 0; plan < random.nextInt(40); plan++) {
            evidence =
                evidence.with(
                    2 * random.nextDouble() - 1,
                    Math.exp(20 * random.nextDouble() - 10),
                    Math.exp(20 * random.nextDouble() - 10));
          }
          double score = 2 * random.nextDouble() - 1;
          Estimate less =
              GainRegression.ofThroughput(PlanKind.GROW, Figures.COSTS.gains())
                  .after(1000, score - 0.1, 0, evidence, Width.USUAL);
          Estimate more =
              GainRegression.ofThroughput(PlanKind.GROW, Figures.COSTS.gains())
                  .after(1000, score, 0, evidence, Width.USUAL);

          assertThat(more.high()).isFinite();
          assertThat(more.low()).isNotNegative();
          assertThat(more.expected()).isGreaterThan(less.expected());
        });
  }

  @Test
  void aStoreThatBecameSlowerIsFollowed() {
    Pace pace = Pace.UNKNOWN;
    for (int step = 0; step < 500; step++) {
      pace = pace.with(step < 250 ? 1 : 9);
    }

    assertThat(pace.seconds()).isBetween(8.5, 9.0);
    assertThat(Pace.UNKNOWN.expected(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
  }
}
