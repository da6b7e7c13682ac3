package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.settings;
import static io.proteus.core.fixture.NodeTrait.undivided;
import static io.proteus.core.fixture.PartitionTrait.copiedOn;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Placing.By;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.CanaryPlan;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where the store places partitions itself, nodes are counted by their own loads and no more. */
class StorePlacedTest {
  private final ThresholdScaling thresholds = ThresholdScaling.paper();

  private static Decision decide(ScalingPolicy scaling, SituationBuilder cluster) {
    return new DecisionMaker(PolicyStrategy.counting(scaling), Guards.defaults(), Planner.met())
        .decide(cluster.build());
  }

  private static List<String> steps(Decision decision) {
    return decision.plan().stream()
        .flatMap(plan -> plan.steps().stream())
        .map(Object::toString)
        .toList();
  }

  private static SituationBuilder ring(double cpu) {
    return situation()
        .nodes(3, cpu(cpu))
        .partition("a", reads(5), on("rs1"))
        .partition("b", reads(5), on("rs2"))
        .partition("c", reads(5), on("rs3"))
        .requestsAre(LoadBasis.OF_NODE)
        .placedByStore();
  }

  @Test
  void aBusyNodeMakesItGrowAndNothingIsMovedAfterwards() {
    Decision grown = decide(thresholds, ring(0.9));

    assertThat(steps(grown)).hasSize(1).first().asString().startsWith("start a node, 4 in all");
    assertThat(grown.verdict().memory().resizingTo()).isZero();
    assertThat(grown.verdict().reasons())
        .extracting(Reason::code)
        .contains(ReasonCode.PLACED_BY_STORE)
        .doesNotContain(ReasonCode.RESIZE_CONTINUES);
  }

  @Test
  void theNodeThatAnswersForTheLeastLeavesAndTheStoreEmptiesIt() {
    Decision shrunk =
        decide(thresholds, ring(0.05).owns("rs1", 0.4).owns("rs2", 0.2).owns("rs3", 0.4));

    assertThat(steps(shrunk))
        .containsExactly(
            "have rs2 leave, which hands over what it holds (100 MB)",
            "stop rs2 for good",
            "forget rs2");
  }

  @Test
  void noPartitionNeedsToBeListed() {
    assertThat(steps(decide(thresholds, situation().nodes(3, cpu(0.9)).placedByStore())))
        .hasSize(1);
    assertThat(steps(decide(thresholds, situation().nodes(3, cpu(0.05)).placedByStore())))
        .first()
        .asString()
        .startsWith("have rs3 leave");
  }

  @Test
  void noFewerNodesStayThanThereAreCopies() {
    SituationBuilder copied = ring(0.05).partition("a", copiedOn("rs2", "rs3"));

    Decision held = decide(thresholds, copied);

    assertThat(held.plan()).isEmpty();
    assertThat(held.verdict().reasons())
        .first()
        .hasToString("AT_NODE_BOUND: 3 nodes stay at least, as partitions have 3 copies each");
  }

  @Test
  void metCountsNodesAndSaysWhyItDoesNoMore() {
    Decision grown = met(ring(0.9));
    Decision configured = met(ring(0.9).node("rs2", cpu(0.3)).node("rs3", cpu(0.3)));

    assertThat(steps(grown)).first().asString().startsWith("start a node, 4 in all");
    assertThat(configured.plan()).isEmpty();
    assertThat(configured.verdict().memory().reconfigured()).isTrue();
    assertThat(configured.verdict().reasons())
        .first()
        .hasToString(
            "PLACED_BY_STORE: this store places partitions itself, so only the number of nodes is"
                + " decided, and 3 nodes stay");
  }

  private static Decision met(SituationBuilder cluster) {
    PolicyStrategy met = PolicyStrategy.met();
    MetScaling scaling =
        new MetScaling(
            Ratio.of(0.6), Ratio.of(0.2), Ratio.of(0.1), Ratio.of(0.5), 2, new NodeBounds(1, 9));
    return new DecisionMaker(
            new PolicyStrategy(scaling, met.configuration(), met.placement(), true),
            Guards.defaults(),
            Planner.met())
        .decide(cluster.build());
  }

  @Test
  void partitionsThatAreNotMeasuredAreNotGroupedByUse() {
    SituationBuilder cluster =
        situation()
            .nodes(2, cpu(0.7))
            .partition("a", reads(500), on("rs1"))
            .partition("b", reads(500), on("rs1"))
            .partition("c", reads(500), on("rs1"))
            .partition("d", reads(500), on("rs1"))
            .requestsAre(LoadBasis.APPORTIONED);

    Decision decision =
        new DecisionMaker(PolicyStrategy.met(), Guards.defaults(), Planner.met())
            .decideRegardlessOfLoad(cluster.build());

    assertThat(steps(decision)).filteredOn(step -> step.startsWith("move ")).hasSize(2);
    assertThat(decision.verdict().reasons())
        .extracting(Object::toString)
        .contains(
            "USE_UNKNOWN: requests are apportioned by what each holds, so partitions are not"
                + " grouped by use, and nodes stay configured as they are");
  }

  @Test
  void aChangeMustPromiseMoreWhereItGoesByLoadsThatAreNotMeasured() {
    SituationBuilder cluster =
        situation()
            .nodes(2, cpu(0.7))
            .partition("a", reads(400), on("rs1"))
            .partition("b", reads(100), on("rs1"))
            .partition("c", reads(100), on("rs1"))
            .partition("d", reads(400), on("rs2"));
    var spread =
        new DecisionMaker(PolicyStrategy.counting(thresholds), Guards.defaults(), Planner.met());

    assertThat(steps(spread.decideRegardlessOfLoad(cluster.build())))
        .first()
        .hasToString("move b of t (100 MB) from rs1 to rs2");
    cluster.requestsAre(LoadBasis.OF_NODE);
    assertThat(spread.decideRegardlessOfLoad(cluster.build()).verdict().reasons())
        .first()
        .hasToString(
            "NOT_WORTH_IT: it would better the place of 16.7 % of the requests, and 20 % are wanted"
                + " where requests are counted by node only [guards.minimumGain]");
  }

  /** The copies on the others serve meanwhile, so that a canary is a restart and nothing else. */
  @Test
  void nodesAreRestartedForTheirSettingsWithoutBeingEmptied() {
    Situation now = ring(0.3).nodes(3, undivided(), settings(Map.of())).build();
    SortedMap<String, String> limit = new TreeMap<>(Map.of("limit", "1"));
    Layout wanted =
        Layout.of(PresentLayout.without(List.of(), now), List.of(), Map.of())
            .with(
                WantedSettings.of(
                    Map.of(), Map.of(new NodeId("rs1"), limit, new NodeId("rs2"), limit)));

    Plan plan =
        Planner.met()
            .plan(
                now,
                new Verdict.Retarget(
                    wanted, List.of(ReasonCode.ASKED_FOR.says("by the test")), now.memory()));

    assertThat(plan.steps()).extracting(Step::restarts).hasSize(2).doesNotContain(Optional.empty());
    CanaryPlan canary = CanaryPlan.of(plan).orElseThrow();
    assertThat(canary.first().steps()).hasSize(1);
    assertThat(canary.rest().steps()).hasSize(1);
    assertThat(canary.keepsWhatItHolds()).isTrue();
  }

  @Test
  void whereTheStoreHandsNothingOverALeaverIsEndedAsItIs() {
    Decision shrunk =
        decide(
            thresholds,
            ring(0.05).placed(new Placing(By.STORE, Emptying.NOT_NEEDED, Emptying.NOT_NEEDED)));

    assertThat(steps(shrunk)).containsExactly("stop rs3 for good", "forget rs3");
  }

  @Test
  void aNodeThatHasToBeToldJoinsInAStepOfItsOwn() {
    assertThat(steps(decide(thresholds, ring(0.9).placed(Placing.BY_STORE.joinedByOrder()))))
        .hasSize(2)
        .last()
        .hasToString("have the new node join, 4 in all");
  }
}
