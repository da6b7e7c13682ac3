package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.FixedNodes;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.LeastMoves;
import io.proteus.core.strategy.placement.PlacementPolicy;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A cloud that ends its machines in an order of its own: plans empty those whose turn it is. */
class LeavingOrderTest {
  private static final int SEEDS = 80;
  private static final int MOST_NODES = 9;

  /** Placed and configured as by {@code auto}, {@code met} and {@code threshold}. */
  private static Map<String, Strategy> strategies(ScalingPolicy scaling) {
    PolicyStrategy met = PolicyStrategy.met();
    return Map.of(
        "auto", keeping(scaling, new LeastMoves(Even.LOAD, Ratio.of(0.1))),
        "met", new PolicyStrategy(scaling, met.configuration(), met.placement(), true),
        "threshold", keeping(scaling, new Spread(Even.DATA, Ratio.of(0.1))));
  }

  private static PolicyStrategy keeping(ScalingPolicy scaling, PlacementPolicy placement) {
    return new PolicyStrategy(scaling, KeepConfiguration.usual(), placement, false);
  }

  @Test
  void aPlanRemovesThoseWhoseTurnItIsOneAfterTheOther() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          for (int fewer = 1; fewer <= 3; fewer++) {
            List<NodeId> order = shuffled(seed);
            int going = Math.min(fewer, order.size() - 1);
            for (var strategy : strategies(new FixedNodes(-fewer)).entrySet()) {
              Situation now = ordered(seed, Restrictions.NONE, order).build();
              requireLeavers(strategy, now, order.subList(0, going));
            }
          }
        });
  }

  @Test
  void soItIsWhereTheStorePlacesPartitionsItself() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          List<NodeId> order = shuffled(seed);
          Situation now = ordered(seed, Restrictions.NONE, order).placedByStore().build();
          for (var strategy : strategies(new FixedNodes(-1)).entrySet()) {
            requireLeavers(strategy, now, order.subList(0, 1));
          }
        });
  }

  @Test
  void theThresholdsOfTiramolaRemoveTheOneWhoseTurnItIs() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          List<NodeId> order = shuffled(seed);
          SituationBuilder idle = ordered(seed, Restrictions.NONE, order);
          order.forEach(node -> idle.node(node.value(), cpu(0.05)));
          PolicyStrategy counting = PolicyStrategy.counting(ThresholdScaling.paper());

          Verdict verdict = counting.decide(idle.build());

          assertThat(((Verdict.Retarget) verdict).target().removed())
              .isEqualTo(order.subList(0, 1));
        });
  }

  @Test
  void nobodyIsEmptiedWhileTheNextOneIsAMachineWithoutANode() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          List<NodeId> order = new ArrayList<>(List.of(new NodeId("starts")));
          order.addAll(shuffled(seed));
          requireNobodyGoes(
              ordered(seed, Restrictions.NONE, order).build(), "and starts goes next");
        });
  }

  @Test
  void nobodyIsEmptiedWhileTheOrderIsNotKnown() {
    Seeds.forAll(
        SEEDS,
        seed ->
            requireNobodyGoes(
                ordered(seed, Restrictions.NONE, List.of()).build(),
                "in an order that is not known now"));
  }

  private static void requireNobodyGoes(Situation now, String why) {
    strategies(new FixedNodes(-2))
        .forEach(
            (name, strategy) -> {
              Verdict verdict = strategy.decideRegardlessOfLoad(now);
              assertThat(verdict).as(name).isInstanceOf(Verdict.Hold.class);
              assertThat(verdict.reasons())
                  .as(name)
                  .anySatisfy(reason -> assertThat(reason.toString()).contains(why));
            });
  }

  @Test
  void poolsGiveAwayOnlyThoseWhoseTurnItIs() {
    int[] removals = new int[1];
    Seeds.forAll(
        SEEDS,
        seed -> {
          List<NodeId> order = shuffled(seed);
          Situation now = ordered(seed, pools(seed), order).build();
          strategies(new FixedNodes(-2))
              .forEach(
                  (name, strategy) -> {
                    if (strategy.decideRegardlessOfLoad(now) instanceof Verdict.Retarget wanted) {
                      List<NodeId> gone = removed(Figures.PLANNER.plan(now, wanted));
                      assertThat(gone).as(name).isEqualTo(order.subList(0, gone.size()));
                      removals[0] += gone.size();
                    }
                  });
        });
    assertThat(removals[0]).as("removals in all").isPositive();
  }

  private static Restrictions pools(long seed) {
    Situation all = used(seed).build();
    List<NodeId> nodes = all.topology().nodes().stream().map(Node::id).toList();
    var tables = all.topology().tables().stream().map(Table::id).toList();
    int half = nodes.size() / 2;
    int few = tables.size() / 2;
    return Restrictions.ofPools(
        new Pool("one", nodes.subList(0, half), tables.subList(0, few), true),
        new Pool(
            "other", nodes.subList(half, nodes.size()), tables.subList(few, tables.size()), false));
  }

  @Test
  void aLayoutThatRemovesAnotherNodeBecomesNoPlan() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          List<NodeId> order = shuffled(seed);
          Situation now = ordered(seed, Restrictions.NONE, order).build();
          List<NodeId> wrong = List.of(order.get(order.size() - 1));
          Plan plan =
              Figures.PLANNER.plan(
                  now,
                  new Verdict.Retarget(
                      Layout.of(PresentLayout.without(wrong, now), wrong, Map.of()),
                      List.of(ReasonCode.ASKED_FOR.says("a test wants it")),
                      now.memory()));

          assertThat(plan.steps()).isEmpty();
          assertThat(plan.reasons().toString()).contains("%s goes next".formatted(order.get(0)));
        });
  }

  private static void requireLeavers(
      Map.Entry<String, Strategy> strategy, Situation now, List<NodeId> leavers) {
    Verdict verdict = strategy.getValue().decideRegardlessOfLoad(now);
    assertThat(verdict).as(strategy.getKey()).isInstanceOf(Verdict.Retarget.class);
    Plan plan = Figures.PLANNER.plan(now, (Verdict.Retarget) verdict);
    assertThat(removed(plan)).as(strategy.getKey()).isEqualTo(leavers);
    assertThat(plan.steps())
        .as(strategy.getKey())
        .filteredOn(MovePartition.class::isInstance)
        .noneMatch(step -> leavers.contains(((MovePartition) step).to()));
  }

  private static List<NodeId> removed(Plan plan) {
    return plan.steps().stream()
        .filter(RemoveNode.class::isInstance)
        .map(step -> ((RemoveNode) step).node())
        .toList();
  }

  private static List<NodeId> shuffled(long seed) {
    List<NodeId> order = new ArrayList<>();
    used(seed).topology().nodes().forEach(node -> order.add(node.id()));
    Collections.shuffle(order, new Random(seed));
    return order;
  }

  private static SituationBuilder ordered(long seed, Restrictions rules, List<NodeId> order) {
    return used(seed).restricted(rules.leavingIn(order));
  }

  /** By chance, but with requests: without any, nothing is decided. */
  private static SituationBuilder used(long seed) {
    return RandomSituations.scattered(seed, MOST_NODES)
        .partition("used", of("t1"), on("rs1"), reads(100));
  }
}
