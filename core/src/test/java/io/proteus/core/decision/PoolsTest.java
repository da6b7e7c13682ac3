package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.NodeTrait.latencyMs;
import static io.proteus.core.fixture.NodeTrait.split;
import static io.proteus.core.fixture.PartitionTrait.idle;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.FixedNodes;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.demand.BetterLayout;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.LeastMoves;
import io.proteus.core.strategy.placement.PlacementPolicy;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nodes that serve some tables only: no strategy takes a partition across, or counts across. */
class PoolsTest {
  private static final PlacementPolicy LEAST_MOVES = new LeastMoves(Even.LOAD, Ratio.of(0.1));
  private static final PlacementPolicy SPREAD = new Spread(Even.DATA, Ratio.of(0.1));

  private static PolicyStrategy counting(int more, PlacementPolicy placement) {
    return new PolicyStrategy(new FixedNodes(more), KeepConfiguration.usual(), placement, false);
  }

  private static PolicyStrategy met(int more) {
    PolicyStrategy met = PolicyStrategy.met();
    return new PolicyStrategy(new FixedNodes(more), met.configuration(), met.placement(), true);
  }

  @Test
  void noPlanTakesAPartitionToANodeThatMayNotHoldIt() {
    Seeds.forAll(
        120,
        seed -> {
          Situation now = divided(seed);
          for (int more : new int[] {-1, 0, 2}) {
            for (PolicyStrategy strategy :
                List.of(counting(more, LEAST_MOVES), counting(more, SPREAD), met(more))) {
              if (strategy.decideRegardlessOfLoad(now) instanceof Verdict.Retarget wanted) {
                requireWithinPools(now, wanted.target(), seed);
                Figures.PLANNER
                    .plan(now, wanted)
                    .steps()
                    .forEach(step -> requireMay(now, step, seed));
              }
            }
          }
        });
  }

  private static void requireWithinPools(Situation now, Layout target, long seed) {
    for (Partition partition : now.topology().partitions()) {
      target
          .targetOf(partition.id())
          .map(NodeTarget::node)
          .ifPresent(
              node ->
                  assertThat(now.topology().restrictions().mayHold(node, partition.table()))
                      .as("seed %d: %s of %s on %s", seed, partition.id(), partition.table(), node)
                      .isTrue());
    }
  }

  private static void requireMay(Situation now, Step step, long seed) {
    assertThat(step.futile(now.topology())).as("seed %d: %s", seed, step).isEmpty();
  }

  /** Tables and nodes in two or three pools by chance, with partitions anywhere. */
  private static Situation divided(long seed) {
    SituationBuilder cluster = RandomSituations.scattered(seed, 9);
    Random random = new Random(seed);
    Situation all = cluster.build();
    int count = 2 + random.nextInt(2);
    List<List<NodeId>> nodes = new ArrayList<>();
    List<List<TableId>> tables = new ArrayList<>();
    for (int pool = 0; pool < count; pool++) {
      nodes.add(new ArrayList<>());
      tables.add(new ArrayList<>());
    }
    for (Node node : all.topology().nodes()) {
      nodes.get(random.nextInt(count)).add(node.id());
    }
    for (Table table : all.topology().tables()) {
      tables.get(random.nextInt(count)).add(table.id());
    }
    Pool[] pools = new Pool[count];
    for (int pool = 0; pool < count; pool++) {
      pools[pool] = new Pool("pool" + pool, nodes.get(pool), tables.get(pool), pool == 0);
    }
    return cluster.restricted(Restrictions.ofPools(pools)).build();
  }

  /** Two nodes for table a, both busy; three for table b, at their ease. */
  private static SituationBuilder unlike() {
    return situation()
        .node("a1", cpu(0.60))
        .node("a2", cpu(0.60))
        .node("b1", cpu(0.10))
        .node("b2", cpu(0.12))
        .node("b3", cpu(0.14))
        .partition("a-1", of("a"), reads(600), on("a1"))
        .partition("a-2", of("a"), reads(600), on("a2"))
        .partition("b-1", of("b"), reads(10), on("b1"))
        .partition("b-2", of("b"), reads(12), on("b2"))
        .partition("b-3", of("b"), reads(14), on("b3"))
        .restricted(
            Restrictions.ofPools(
                new Pool("busy", ids("a1", "a2"), List.of(new TableId("a")), false),
                new Pool("default", ids("b1", "b2", "b3"), List.of(new TableId("b")), true)));
  }

  @Test
  void nodesGoFromThePoolThatHasRoomForIt() {
    Verdict.Retarget wanted = retarget(counting(-1, LEAST_MOVES), unlike());

    assertThat(wanted.target().removed()).hasSize(1).allMatch(node -> node.value().startsWith("b"));
  }

  @Test
  void noNodeGoesFromAPoolWithoutRoomHoweverIdleTheWholeIs() {
    Verdict verdict = counting(-3, LEAST_MOVES).decideRegardlessOfLoad(unlike().build());

    assertThat(((Verdict.Retarget) verdict).target().removed()).hasSize(2);
    assertThat(verdict.reasons())
        .anySatisfy(
            reason -> {
              assertThat(reason.code()).isEqualTo(ReasonCode.POOLS);
              assertThat(reason.toString()).contains("2 nodes instead of 3 go");
            });
  }

  @Test
  void aNewNodeThatTheBusyPoolWouldNotGetIsNotAskedForAndItsNodesAreMadeTheBestOf() {
    SituationBuilder cluster =
        unlike()
            .partition("a-2", of("a"), reads(600), on("a1"))
            .partition("a-3", of("a"), reads(600), on("a1"));

    Verdict verdict = counting(1, LEAST_MOVES).decideRegardlessOfLoad(cluster.build());

    Layout target = ((Verdict.Retarget) verdict).target();
    assertThat(target.nodes()).hasSize(5);
    assertThat(verdict.memory().resizingTo()).as("no node is waited for").isZero();
    assertThat(target.nodes())
        .filteredOn(node -> node.node().equals(new NodeId("a2")))
        .allSatisfy(node -> assertThat(node.partitions()).isNotEmpty());
    assertThat(verdict.reasons().get(0).toString())
        .contains("a new node would join default, and busy is busy: move a node into it");
  }

  @Test
  void aNewNodeIsFilledFromThePoolThatItJoins() {
    SituationBuilder cluster = unlike().node("b1", cpu(0.95));

    Verdict.Retarget wanted = retarget(counting(1, LEAST_MOVES), cluster);

    assertThat(wanted.target().nodes()).hasSize(6);
    assertThat(wanted.target().targetOf(cluster.build().topology().partitions().get(0).id()))
        .map(NodeTarget::node)
        .contains(new NodeId("a1"));
  }

  @Test
  void anIdlePoolStaysAsItIsBesideOneThatIsUsed() {
    SituationBuilder cluster =
        unlike().partition("b-1", idle()).partition("b-2", idle()).partition("b-3", idle());

    Verdict.Retarget wanted = retarget(met(0), cluster);

    for (int number = 1; number <= 3; number++) {
      assertThat(wanted.target().targetOf(id("b-" + number)))
          .map(NodeTarget::node)
          .contains(new NodeId("b" + number));
    }
  }

  @Test
  void theModelMovesNothingAcross() {
    SituationBuilder cluster =
        situation()
            .node("rs1", cpu(0.97), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(20))
            .node("rs2", cpu(0.30), heap(1000, 500, 400), split(0.40, 0.25), latencyMs(1))
            .partition("a", of("read"), reads(300), megabytes(250), on("rs1"))
            .partition("b", of("read"), reads(300), megabytes(250), on("rs1"))
            .partition("c", of("read"), reads(300), megabytes(250), on("rs1"))
            .partition("d", of("written"), writes(500), megabytes(250), on("rs2"));

    assertThat(modelled(cluster.build()).moves()).isNotEmpty();
    cluster.restricted(
        Restrictions.ofPools(
            new Pool("default", ids("rs1"), List.of(new TableId("read")), true),
            new Pool("other", ids("rs2"), List.of(new TableId("written")), false)));
    assertThat(modelled(cluster.build()).moves()).isEmpty();
  }

  private static BetterLayout modelled(Situation now) {
    return BetterLayout.of(
            now,
            Figures.DEMANDS,
            Figures.MEMORY,
            Figures.COSTS,
            Duration.ofMinutes(30),
            (node, split) ->
                HeapRoom.usual().objection(node, now.loads().get(node.id()), split).isEmpty())
        .orElseThrow();
  }

  private static PartitionId id(String name) {
    return new PartitionId(name);
  }

  private static List<NodeId> ids(String... names) {
    return Stream.of(names).map(NodeId::new).toList();
  }

  private static Verdict.Retarget retarget(PolicyStrategy strategy, SituationBuilder cluster) {
    return (Verdict.Retarget) strategy.decideRegardlessOfLoad(cluster.build());
  }
}
