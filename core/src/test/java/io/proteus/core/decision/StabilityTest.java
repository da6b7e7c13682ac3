package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.PlayedCluster;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.guard.Guards;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Noise does not keep a cluster moving; a real change of use moves it again. */
class StabilityTest {
  private static final int SEEDS = 100;
  private static final int MOST_NODES = 12;
  private static final double NOISE = 0.03;
  private static final StrategyMemory CONFIGURED = StrategyMemory.INITIAL.withReconfigured();
  private final DecisionMaker maker =
      new DecisionMaker(
          PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);

  @Test
  void afterTheFirstPlanAHundredNoisyDecisionsChangeNothing() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          Random noise = new Random(seed);
          Situation first = RandomSituations.scattered(seed, MOST_NODES).build();
          PlayedCluster settled = settle(first);
          for (int decision = 1; decision <= 100; decision++) {
            Situation now =
                settled.situation(first, changed(first, rate -> noisy(rate, noise)), CONFIGURED);

            assertThat(maker.decideRegardlessOfLoad(now).plan())
                .as("plan of noisy decision %d", decision)
                .isEmpty();
          }
        });
  }

  @Test
  void partitionsAtTheEdgeOfTwoClassesSettleAfterOnePlanMoreAtMost() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          Random noise = new Random(seed);
          Situation first = withAnyMix(RandomSituations.scattered(seed, MOST_NODES).build(), noise);
          PlayedCluster cluster = settle(first);
          int plans = 0;
          for (int decision = 1; decision <= 100; decision++) {
            Situation now =
                cluster.situation(first, changed(first, rate -> noisy(rate, noise)), CONFIGURED);
            Optional<Plan> plan = maker.decideRegardlessOfLoad(now).plan();
            plans += plan.isPresent() ? 1 : 0;
            plan.ifPresent(more -> cluster.play(more.steps()));
          }
          assertThat(plans).isLessThanOrEqualTo(1);
        });
  }

  @Test
  void whereATenthOfTheRequestsChangesFromReadsToWritesItActsAgain() {
    SituationBuilder cluster = situation().nodes(4, split(0.40, 0.25));
    for (int index = 0; index < 16; index++) {
      cluster
          .partition("r" + index, of("r" + index % 8), reads(100), on("rs" + (1 + index % 4)))
          .partition("w" + index, of("w" + index % 8), writes(100), on("rs" + (1 + index % 4)));
    }
    Situation first = cluster.build();
    Map<PartitionId, RequestRates> turned = new HashMap<>(first.rates());
    for (int index = 0; index < 4; index++) {
      turned.put(new PartitionId("r" + index), new RequestRates(0, 0, 100));
    }

    Situation now = settle(first).situation(first, turned, CONFIGURED);

    assertThat(maker.decideRegardlessOfLoad(now).plan()).isPresent();
  }

  @Test
  void whereOneNodesRequestsDoubleItActsAgain() {
    SituationBuilder cluster = situation().nodes(4, split(0.40, 0.25));
    for (int index = 0; index < 16; index++) {
      cluster.partition("r" + index, reads(100), on("rs" + (1 + index % 4)));
    }
    Situation first = cluster.build();
    PlayedCluster settled = settle(first);
    Map<PartitionId, RequestRates> hot = new HashMap<>(first.rates());
    settled.heldBy(new NodeId("rs1")).forEach(id -> hot.put(id, new RequestRates(200, 0, 0)));

    Situation now = settled.situation(first, hot, CONFIGURED);

    assertThat(maker.decideRegardlessOfLoad(now).plan()).isPresent();
  }

  /** Every table gets a mix of reads and writes of its own, anything from 0 to 100 %. */
  private static Situation withAnyMix(Situation drawn, Random random) {
    Map<TableId, Double> writeShares = new HashMap<>();
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    for (Partition partition : drawn.topology().partitions()) {
      double writes = writeShares.computeIfAbsent(partition.table(), table -> random.nextDouble());
      double total = drawn.ratesOf(partition.id()).total();
      rates.put(partition.id(), new RequestRates(total * (1 - writes), 0, total * writes));
    }
    return new PlayedCluster(drawn.topology()).situation(drawn, rates, StrategyMemory.INITIAL);
  }

  /** The cluster once the first plan has been carried out. */
  private PlayedCluster settle(Situation first) {
    PlayedCluster cluster = new PlayedCluster(first.topology());
    maker.decideRegardlessOfLoad(first).plan().ifPresent(plan -> cluster.play(plan.steps()));
    return cluster;
  }

  private static Map<PartitionId, RequestRates> changed(
      Situation first, UnaryOperator<RequestRates> change) {
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    first.rates().forEach((id, rate) -> rates.put(id, change.apply(rate)));
    return rates;
  }

  private static RequestRates noisy(RequestRates rates, Random noise) {
    return new RequestRates(
        noisy(rates.reads(), noise), noisy(rates.scans(), noise), noisy(rates.writes(), noise));
  }

  private static double noisy(double rate, Random noise) {
    return rate * (1 + NOISE * (2 * noise.nextDouble() - 1));
  }
}
