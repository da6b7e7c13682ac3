package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Recording.Arrangement;
import io.proteus.simulator.scenario.Recording.Demand;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What was recorded after the time that is played is not played: the speed of the cores is fitted
 * on the first 12 hours of longer journals.
 */
class AsItWasTest {
  private static final NodeId ONE = new NodeId("one");
  private static final NodeId TWO = new NodeId("two");
  private static final int PARTITIONS = 6;
  private static final Scenario TEN_MINUTES =
      ScenarioFile.parse(
          "test",
          """
          name: ten-minutes
          lasts: 10m
          nodes: 2
          tenants: [{name: A, operations: {read: 1}, clients: 5, rate: 100, rows: 10000, shares: 6}]
          """);

  /** All partitions lie on this node, and only the other nodes that are named are there too. */
  private static Arrangement all(int minute, NodeId on, NodeId... nodes) {
    Map<PartitionId, NodeId> placement = new TreeMap<>();
    partitions(on).forEach(partition -> placement.put(partition.id(), on));
    return new Arrangement(Duration.ofMinutes(minute), List.of(nodes), placement, Map.of());
  }

  private static List<Partition> partitions(NodeId on) {
    List<Partition> partitions = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(
          new Partition(
              new PartitionId("A-" + i),
              new TableId("A"),
              on,
              ByteSize.ofMegabytes(10),
              Ratio.of(1)));
    }
    return partitions;
  }

  private static SimulationResult played(Arrangement... arrangements) throws Exception {
    return played(List.of(ONE, TWO), arrangements);
  }

  private static SimulationResult played(List<NodeId> first, Arrangement... arrangements)
      throws Exception {
    Demand demand =
        new Demand(
            Duration.ZERO,
            100,
            new Operations(1, 0, 0, 0, 0),
            Collections.nCopies(PARTITIONS, 1.0 / PARTITIONS));
    Recording recording =
        new Recording(
            first.stream().map(node -> new Node(node, "1", null, true)).toList(),
            List.of(new Table(new TableId("A"), null)),
            partitions(ONE),
            Map.of("A", List.of(demand)),
            List.of(arrangements));
    return Simulation.replay(TEN_MINUTES, recording, Simulation.NOBODY, 1);
  }

  @Test
  void whatCameInTimeIsPlayed() throws Exception {
    SimulationResult run = played(all(2, TWO, ONE, TWO), all(5, ONE, ONE));

    assertThat(run.moves()).isEqualTo(2 * PARTITIONS);
    assertThat(last(run).nodes()).isEqualTo(1);
    assertThat(run.incidents()).isEmpty();
  }

  /** Nobody wrote down what was compacted or copied before, and the real cluster lost nothing. */
  @Test
  void nodesThatWentAtOnceAreNotSaidToHaveTakenWritesWithThem() throws Exception {
    NodeId three = new NodeId("three");
    NodeId four = new NodeId("four");

    SimulationResult run =
        played(
            List.of(ONE, TWO, three, four), all(2, TWO, ONE, TWO, three, four), all(5, TWO, TWO));

    assertThat(last(run).nodes()).isEqualTo(1);
    assertThat(run.incidents()).isEmpty();
  }

  @Test
  void movesToAndFroAfterItsEndAreNot() throws Exception {
    SimulationResult run =
        played(all(2, TWO, ONE, TWO), all(15, ONE, ONE, TWO), all(20, TWO, ONE, TWO));

    assertThat(run.moves()).isEqualTo(PARTITIONS);
    assertThat(run.seconds()).isEqualTo(600);
    assertThat(run.incidents()).isEmpty();
  }

  @Test
  void aNodeThatWentAfterItsEndStays() throws Exception {
    SimulationResult run = played(all(15, TWO, TWO));

    assertThat(run.moves()).isZero();
    assertThat(last(run).nodes()).isEqualTo(2);
    assertThat(run.incidents()).isEmpty();
  }

  private static Point last(SimulationResult run) {
    return run.points().get(run.points().size() - 1);
  }
}
