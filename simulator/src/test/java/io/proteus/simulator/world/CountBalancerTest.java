package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.scenario.StoreBalancer;
import java.time.Duration;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CountBalancerTest {
  private static final Scenario SMALL =
      ScenarioFile.parse(
          "test",
          """
          name: small
          nodes: 3
          layout: balanced
          lasts: 1h
          balancer: {}
          tenants:
            - {name: A, operations: {read: 0.8, update: 0.2}, clients: 30, rows: 200000, shares: 12}
          """);

  private static final StoreBalancer USUAL = Objects.requireNonNull(SMALL.balancer());

  /** From a node asked for to one that serves, and then a whole period. */
  private static final Duration JOINED_AND_BALANCED = Duration.ofSeconds(180 + 30 + 300 + 10);

  private static World world(@Nullable StoreBalancer balancer) {
    World world = new World(SMALL.withBalancer(balancer), ModelConstants.fitted(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  private static TreeMap<NodeId, Integer> counts(World world) {
    TreeMap<NodeId, Integer> counts = new TreeMap<>();
    Topology now = world.topology();
    now.nodes().forEach(node -> counts.put(node.id(), 0));
    for (Partition partition : now.partitions()) {
      counts.merge(Objects.requireNonNull(partition.node()), 1, Integer::sum);
    }
    return counts;
  }

  private static void grow(World world) {
    world.orders().launch(4, SMALL.memory());
  }

  @Test
  void aNodeThatJoinsGetsAsManyAsTheOthersOnceAPeriodIsOver() {
    World world = world(USUAL);
    grow(world);

    world.advance(JOINED_AND_BALANCED);

    assertThat(counts(world).values()).containsExactly(3, 3, 3, 3);
    assertThat(world.topology().partitions())
        .filteredOn(partition -> partition.locality().value() < 1)
        .as("brought home by nobody")
        .hasSize(3);
    assertThat(world.moves()).as("told to move by Proteus").isZero();
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void withoutABalancerItStaysEmpty() {
    World world = world(null);
    grow(world);

    world.advance(JOINED_AND_BALANCED.plusMinutes(10));

    assertThat(counts(world).values()).containsExactly(4, 4, 4, 0);
  }

  @Test
  void switchedOffItStandsStillUntilItIsOnAgain() {
    World world = world(USUAL);
    grow(world);
    world.orders().switchBalancer(false);

    world.advance(JOINED_AND_BALANCED);
    assertThat(counts(world).values()).containsExactly(4, 4, 4, 0);

    world.orders().switchBalancer(true);
    world.advance(USUAL.period().plusSeconds(10));
    assertThat(counts(world).values()).containsExactly(3, 3, 3, 3);
  }

  @Test
  void oneThatDoesNotYieldGoesOnAllTheSame() {
    World world = world(StoreBalancer.unheeded());
    grow(world);
    world.orders().switchBalancer(false);

    world.advance(JOINED_AND_BALANCED);

    assertThat(counts(world).values()).containsExactly(3, 3, 3, 3);
  }

  /** Its periods are shorter here than a move takes. */
  @Test
  void whileSomethingIsInTransitionItMovesNothingElse() {
    World world = world(new StoreBalancer(Duration.ofSeconds(2), 0.2, true));
    grow(world);
    int most = 0;
    for (int second = 0; second < JOINED_AND_BALANCED.toSeconds(); second++) {
      world.advance(Duration.ofSeconds(1));
      most = Math.max(most, world.topology().inTransition().size());
    }

    assertThat(most).isEqualTo(3);
    assertThat(counts(world).values()).containsExactly(3, 3, 3, 3);
  }
}
