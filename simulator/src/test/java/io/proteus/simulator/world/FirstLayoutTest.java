package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario.Layout;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FirstLayoutTest {
  private static World world(Layout layout) {
    return new World(
        ScenarioFile.find("met-17", Path.of(".")).withLayout(layout), ModelConstants.fitted(), 1);
  }

  /** How many nodes there are with each split of the heap, as "cache / write buffer". */
  private static TreeMap<String, Integer> nodesBySplit(World world) {
    TreeMap<String, Integer> nodes = new TreeMap<>();
    world.nodes().forEach(node -> nodes.merge(node.memory.toString(), 1, Integer::sum));
    return nodes;
  }

  @Test
  void tablesThatAreCutByTheSameKeyLieAligned() {
    World world = world(Layout.ALIGNED);

    for (SimulatedNode node : world.nodes()) {
      Set<Integer> places = new TreeSet<>();
      world.partitions().stream()
          .filter(partition -> node.id.equals(partition.node))
          .forEach(partition -> places.add(partition.place()));
      assertThat(places).as("warehouses on %s", node.id).hasSize(1);
    }
    assertThat(nodesBySplit(world)).hasSize(1);
  }

  /** The third setting of section 6.3: MeT's distribution and configuration from the start. */
  @Test
  void theLayoutOfMetIsWhatMetDecidesOnceItIsRun() throws Exception {
    World world = world(Layout.MET);

    SimulationResult run =
        Simulation.run(
            ScenarioFile.find("met-17", Path.of(".")).withOnline(false),
            "met",
            1,
            ModelConstants.fitted());

    assertThat(run.decisions().get(0).reasons())
        .contains(
            "GROUPED: read: 19 partitions on 3 nodes; read-write: 6 partitions on 1 node; write: 19"
                + " partitions on 2 nodes");
    assertThat(nodesBySplit(world).values()).containsExactlyInAnyOrder(3, 1, 2);
    Set<NodeId> readers = new TreeSet<>();
    Set<NodeId> writers = new TreeSet<>();
    for (SimulatedPartition partition : world.partitions()) {
      NodeId node = Objects.requireNonNull(partition.node);
      if (partition.table.value().matches("stock|item|customer|warehouse")) {
        readers.add(node);
      } else if (partition.table.value().matches("order-line|new-order|orders|history")) {
        writers.add(node);
      }
    }
    assertThat(readers).hasSize(3).doesNotContainAnyElementsOf(writers);
    assertThat(writers).hasSize(2);
  }
}
