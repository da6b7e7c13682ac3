package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.settings;
import static io.proteus.core.fixture.NodeTrait.splitUnknown;
import static io.proteus.core.fixture.PartitionTrait.idle;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.requests;
import static io.proteus.core.fixture.PartitionTrait.scans;
import static io.proteus.core.fixture.PartitionTrait.times;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.PartitionTrait;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Planner;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** MeT whole, stages A to D. */
class PolicyStrategyTest {
  private static final double[] HOTSPOT = {0.34, 0.26, 0.20, 0.20};
  private final PolicyStrategy met = PolicyStrategy.met();

  @Test
  void theTenantsOfTheConvergenceExperimentAreSetApartAsByHand() {
    SituationBuilder cluster = situation().nodes(5).node("rs1", cpu(0.9));
    tenant(cluster, "a", requests(1000, 0, 1000));
    tenant(cluster, "b", writes(2000));
    tenant(cluster, "c", reads(8000));
    tenant(cluster, "e", scans(950), writes(50));
    tenant(cluster, "f", requests(1000, 0, 700));
    cluster.partition("d0", of("d"), reads(75), writes(1425), on("rs5"));

    Layout target = retarget(met.decide(cluster.build())).target();

    Map<String, Set<String>> tenantsByProfile = new TreeMap<>();
    for (NodeTarget node : target.nodes()) {
      tenantsByProfile
          .computeIfAbsent(node.profile().name(), name -> new TreeSet<>())
          .addAll(
              node.partitions().stream()
                  .map(id -> id.value().substring(0, 1))
                  .collect(Collectors.toSet()));
    }
    assertThat(tenantsByProfile)
        .containsExactly(
            Map.entry("read", Set.of("c")),
            Map.entry("read-write", Set.of("a", "f")),
            Map.entry("scan", Set.of("e")),
            Map.entry("write", Set.of("b", "d")));
    List<NodeTarget> mixed =
        target.nodes().stream().filter(n -> n.profile().name().equals("read-write")).toList();
    assertThat(mixed).hasSize(2).allMatch(node -> node.partitions().size() == 4);
    assertThat(mixed)
        .as("the hot partitions of one tenant are not on one node")
        .allSatisfy(
            node ->
                assertThat(node.partitions())
                    .doesNotContainSequence(new PartitionId("a0"), new PartitionId("a1")));
    assertThat(target.blockSizes())
        .containsEntry(new TableId("e"), ByteSize.ofKilobytes(128))
        .containsEntry(new TableId("d"), ByteSize.ofKilobytes(64))
        .containsEntry(new TableId("c"), ByteSize.ofKilobytes(32));
  }

  @Test
  void aTableOfTwoUsesGetsTheBlocksOfTheOneWithMostRequests() {
    SituationBuilder cluster =
        situation()
            .nodes(2, cpu(0.5))
            .partition("t1", of("t"), reads(10), on("rs1"))
            .partition("t2", of("t"), reads(10), on("rs1"))
            .partition("t3", of("t"), scans(30), on("rs2"));

    assertThat(retarget(met.decideRegardlessOfLoad(cluster.build())).target().blockSizes())
        .containsExactly(Map.entry(new TableId("t"), ByteSize.ofKilobytes(128)));
  }

  @Test
  void tablesAreLeftAloneWhereTheyAreNotToBeAltered() {
    PolicyStrategy careful =
        new PolicyStrategy(met.scaling(), met.configuration(), met.placement(), false);

    assertThat(retarget(careful.decideRegardlessOfLoad(two().build())).target().blockSizes())
        .isEmpty();
  }

  @Test
  void partitionsOfWhichNothingIsKnownStayWhereTheyAre() {
    SituationBuilder cluster = two().partition("new", unmeasured(), on("rs2"));

    NodeTarget rs2 = retarget(met.decideRegardlessOfLoad(cluster.build())).target().nodes().get(1);

    assertThat(rs2.partitions()).contains(new PartitionId("new"));
  }

  /** MeT, section 2: the number of handlers belongs to how a node is configured. */
  @Test
  void aProfileBringsFurtherSettingsToNodesThatAreThereAndToThoseThatCome() {
    MetProfiles paper = MetProfiles.paper();
    SortedMap<String, String> handlers = new TreeMap<>(Map.of("handlers", "60"));
    PolicyStrategy strategy =
        new PolicyStrategy(
            met.scaling(),
            new MetProfiles(
                paper.classifier(),
                paper.profiles(),
                paper.memoryLimit(),
                Map.of(AccessClass.WRITE, handlers)),
            met.placement(),
            true);
    SituationBuilder cluster =
        situation()
            .nodes(2, cpu(0.95), settings(Map.of("handlers", "30")))
            .partition("r", of("r"), reads(100), on("rs1"))
            .partition("w1", of("w"), writes(300), on("rs1"))
            .partition("w2", of("w"), writes(300), on("rs2"));
    Situation now = cluster.build();

    Verdict.Retarget grown = retarget(strategy.retarget(now, resize(4)));
    List<Step> steps = Planner.met().plan(now, grown).steps();

    assertThat(grown.target().nodes())
        .filteredOn(node -> node.profile().name().equals("write"))
        .isNotEmpty()
        .allMatch(node -> handlers.equals(grown.target().settings().nodes().get(node.node())));
    assertThat(grown.target().settings().nodes())
        .hasSize(
            (int)
                grown.target().nodes().stream()
                    .filter(node -> node.profile().name().equals("write"))
                    .count());
    assertThat(steps)
        .hasSize(2)
        .allMatch(step -> step instanceof AddNode add && handlers.equals(add.settings()));
    Verdict.Retarget same = retarget(strategy.retarget(now, resize(2)));
    assertThat(Planner.met().plan(now, same).steps())
        .filteredOn(RestartNode.class::isInstance)
        .extracting(step -> ((RestartNode) step).settings())
        .containsExactly(SettingsChange.setting(handlers));
  }

  private static Scaling.Resize resize(int nodes) {
    return new Scaling.Resize(nodes, List.of(), StrategyMemory.INITIAL);
  }

  @Test
  void aTableWithoutPartitionsIsNoObstacle() {
    assertThat(met.decideRegardlessOfLoad(two().table("empty", 64).build()))
        .isInstanceOf(Verdict.Retarget.class);
  }

  @Test
  void aClusterWithoutPartitionsIsHeld() {
    assertHeld(situation().nodes(3, cpu(0.9)), ReasonCode.NO_PARTITIONS, "engine.excludeTables");
  }

  @Test
  void aClusterWithoutNodesAndPartitionsIsHeld() {
    assertHeld(situation(), ReasonCode.NO_PARTITIONS, "engine.excludeTables");
  }

  @Test
  void aClusterWithoutTrafficIsHeld() {
    assertHeld(
        situation().nodes(3, cpu(0.9)).partition("a", idle(), on("rs1")),
        ReasonCode.NO_TRAFFIC,
        "met.classify.idleBelow");
  }

  @Test
  void oneNodeAloneIsHeldWithWhatWasWanted() {
    SituationBuilder one = situation().node("rs1", cpu(0.9)).partition("a", reads(9), on("rs1"));

    Verdict verdict = met.decide(one.build());

    assertThat(verdict).isInstanceOf(Verdict.Hold.class);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly(
            ReasonCode.ONE_NODE, ReasonCode.NODES_OVERLOADED, ReasonCode.AT_NODE_BOUND);
  }

  @Test
  void oneNodeThatMayGrowGrows() {
    SituationBuilder one = situation().node("rs1", cpu(0.9)).partition("a", reads(9), on("rs1"));

    assertThat(retarget(growing().decide(one.build())).target().nodes()).hasSize(2);
  }

  @Test
  void aGrowthIsRememberedUntilItsPlacementIsDone() {
    SituationBuilder hot = two().nodes(2, cpu(0.9));
    StrategyMemory afterwards = growing().decide(hot.build()).memory();

    assertThat(afterwards.resizingTo()).isEqualTo(3);
    Verdict next = growing().decide(two().node("rs3", cpu(0.01)).remembering(afterwards).build());

    assertThat(next.reasons().get(0))
        .hasToString("RESIZE_CONTINUES: 3 nodes of the 3 of the last resize are there");
    assertThat(next.memory().resizingTo()).isZero();
    assertThat(next.memory().nodesToChange()).as("is kept for the next growth").isEqualTo(2);
  }

  @Test
  void anEmptyNodeBeyondWhatAGrowthAskedForGoesAgainAndNothingElseIsDone() {
    SituationBuilder five =
        two().nodes(5, cpu(0.9)).remembering(grown(Duration.ofMinutes(5), 2, 3).withResizingTo(3));

    Verdict.Retarget verdict = retarget(growing().decide(five.build()));

    assertThat(verdict.reasons())
        .extracting(Reason::toString)
        .containsExactly(
            "SURPLUS: 5 nodes are there, the last resize was to lead to 3, and rs4, rs5 hold"
                + " nothing");
    assertThat(verdict.target().removed()).containsExactly(new NodeId("rs4"), new NodeId("rs5"));
    assertThat(verdict.target().targetOf(new PartitionId("r")).orElseThrow().node())
        .isEqualTo(new NodeId("rs1"));
    assertThat(verdict.memory().resizingTo()).as("the placement is still to come").isEqualTo(3);
  }

  /** It was counted out when the cluster grew, and is filled again. */
  @Test
  void aNodeThatAnOperatorHasGivenBackIsNoSurplus() {
    NodeId back = new NodeId("rs4");
    StrategyMemory grown =
        grown(Duration.ofMinutes(40), 2, 3).with(DrainedNodes.NONE.drain(back).undrain(back));

    assertThat(growing().decide(two().nodes(4, cpu(0.5)).remembering(grown).build()).reasons())
        .extracting(Reason::code)
        .doesNotContain(ReasonCode.SURPLUS);
  }

  /** Who was given back and has been filled counts like any other. */
  @Test
  void aNodeThatWasDrainedLongAgoHidesNoSurplus() {
    StrategyMemory grown =
        grown(Duration.ofMinutes(5), 2, 3)
            .with(DrainedNodes.NONE.drain(new NodeId("rs1")).undrain(new NodeId("rs1")));

    assertThat(
            retarget(growing().decide(two().nodes(4, cpu(0.9)).remembering(grown).build()))
                .target()
                .removed())
        .hasSize(1);
  }

  /** The cloud said three times that it had none to give, and then two came. */
  @Test
  void aSurplusOfAGrowthThatWasGivenUpGoesToo() {
    StrategyMemory grown = grown(Duration.ofMinutes(20), 2, 3);
    SituationBuilder four =
        two().nodes(4, cpu(0.5)).remembering(grown.withResizesOf(StrategyMemory.INITIAL));

    assertThat(retarget(growing().decide(four.build())).target().removed())
        .containsExactly(new NodeId("rs4"));
  }

  /** It came when it was not wanted any more. */
  @Test
  void whatCameAfterALaterRemovalGoesToo() {
    StrategyMemory grown =
        grown(Duration.ofMinutes(20), 3, 4).withResizesOf(StrategyMemory.INITIAL);
    ScalingMemory shrunk =
        grown.scaling().with(new Resized(SituationBuilder.NOW.minusSeconds(600), 3, 2));
    SituationBuilder three = two().nodes(3, cpu(0.5)).remembering(grown.with(shrunk));

    assertThat(retarget(growing().decide(three.build())).target().removed())
        .containsExactly(new NodeId("rs3"));
  }

  @Test
  void nodesThatHoldSomethingOrCameLongAfterAGrowthOrAreNotTooManyStay() {
    StrategyMemory grown = grown(Duration.ofMinutes(5), 1, 2);
    SituationBuilder holding =
        two().node("rs3", cpu(0.5)).partition("x", reads(1), on("rs3")).partition("y", on("rs2"));
    SituationBuilder later =
        two().node("rs3", cpu(0.5)).remembering(grown(Duration.ofMinutes(61), 1, 2));
    // the clock was a year ahead, and was set back
    SituationBuilder setBack =
        two().node("rs3", cpu(0.5)).remembering(grown(Duration.ofDays(-365), 1, 2));
    SituationBuilder asWanted = two().node("rs3", cpu(0.5)).remembering(grown(Duration.ZERO, 2, 3));

    for (SituationBuilder cluster : List.of(holding.remembering(grown), later, setBack, asWanted)) {
      assertThat(growing().decide(cluster.build()).reasons())
          .extracting(Reason::code)
          .doesNotContain(ReasonCode.SURPLUS);
    }
  }

  private static StrategyMemory grown(Duration ago, int from, int to) {
    return new StrategyMemory(true, 2, 0, 0)
        .with(ScalingMemory.NONE.with(new Resized(SituationBuilder.NOW.minus(ago), from, to)));
  }

  @Test
  void aGrowthOfWhichFewerNodesCameUpIsPlacedOnThose() {
    SituationBuilder three = two().node("rs3").remembering(new StrategyMemory(true, 4, 0, 4));

    Verdict.Retarget verdict = retarget(growing().decide(three.build()));

    assertThat(verdict.target().nodes()).hasSize(3);
    assertThat(verdict.memory().resizingTo()).isZero();
  }

  @Test
  void aResizeThatLeftOneNodeDoesNotGoOnForever() {
    SituationBuilder one =
        situation()
            .node("rs1")
            .partition("a", reads(9), on("rs1"))
            .remembering(new StrategyMemory(true, 2, 0, 2));

    assertThat(met.decide(one.build()).memory().resizingTo()).isZero();
  }

  @Test
  void aStrategyThatCountsNodesAddsOneAndLeavesTheOthersAsTheyAre() {
    PolicyStrategy counting = PolicyStrategy.counting(ThresholdScaling.paper());

    Verdict.Retarget verdict = retarget(counting.decide(two().nodes(2, cpu(0.5)).build()));

    assertThat(verdict.target().nodes()).hasSize(3);
    assertThat(verdict.target().blockSizes()).isEmpty();
    assertThat(verdict.target().nodes())
        .allSatisfy(
            node -> assertThat(node.profile().memory()).isEqualTo(MemorySplit.of(0.4, 0.25)));
  }

  @Test
  void aStrategyThatCountsNodesShrinksAnIdleCluster() {
    PolicyStrategy counting = PolicyStrategy.counting(ThresholdScaling.paper());
    SituationBuilder unused =
        situation()
            .nodes(3, cpu(0.01))
            .partition("a", idle(), on("rs1"))
            .partition("b", idle(), on("rs2"));

    assertThat(retarget(counting.decide(unused.build())).target().removed())
        .containsExactly(new NodeId("rs3"));
  }

  @Test
  void howANodeIsConfiguredMustBeKnownWhereItIsToBeKept() {
    PolicyStrategy counting = PolicyStrategy.counting(ThresholdScaling.paper());

    Verdict verdict = counting.decide(two().node("rs2", splitUnknown()).build());

    assertThat(verdict.reasons().get(0).code()).isEqualTo(ReasonCode.METRICS_INCOMPLETE);
  }

  private static SituationBuilder two() {
    return situation()
        .nodes(2, cpu(0.5))
        .partition("r", of("r"), reads(100), on("rs1"))
        .partition("w", of("w"), writes(100), on("rs1"));
  }

  private static void tenant(SituationBuilder cluster, String name, PartitionTrait... requests) {
    for (int index = 0; index < HOTSPOT.length; index++) {
      double share = HOTSPOT[index];
      cluster
          .partition(name + index, of(name), on("rs" + (1 + index)))
          .partition(name + index, requests)
          .partition(name + index, times(share));
    }
  }

  private PolicyStrategy growing() {
    MetScaling defaults = MetScaling.defaults();
    return new PolicyStrategy(
        new MetScaling(
            defaults.cpuAbove(),
            defaults.ioWaitAbove(),
            defaults.cpuBelow(),
            defaults.subOptimalNodes(),
            defaults.underloadDecisions(),
            new NodeBounds(1, 10)),
        met.configuration(),
        met.placement(),
        true);
  }

  private void assertHeld(SituationBuilder cluster, ReasonCode code, String setting) {
    for (Verdict verdict :
        List.of(met.decide(cluster.build()), met.decideRegardlessOfLoad(cluster.build()))) {
      assertThat(verdict).isInstanceOf(Verdict.Hold.class);
      assertThat(verdict.reasons().get(0).code()).isEqualTo(code);
      assertThat(verdict.reasons().get(0).setting()).isEqualTo(setting);
    }
  }

  private static Verdict.Retarget retarget(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Retarget.class);
    return (Verdict.Retarget) verdict;
  }
}
