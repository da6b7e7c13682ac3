package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.MachineLost;
import io.proteus.simulator.fault.NodeCrash;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four machines, two copies of everything, and clients that write all the time. */
class AcknowledgedWritesTest {
  private static final Scenario WRITING =
      ScenarioFile.parse(
          "test",
          """
          name: writing
          nodes: 4
          layout: balanced
          lasts: 2h
          tenants:
            - {name: A, operations: {update: 0.5, insert: 0.5}, clients: 30, rate: 2000, rows: 4000000, shares: 8}
          """);

  private static World world(Fault... faults) {
    World world = new World(WRITING.withFaults(List.of(faults)), ModelConstants.fitted(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  private static List<String> lost(World world) {
    return world.incidents().stream().filter(i -> i.startsWith(AcknowledgedWrites.LOST)).toList();
  }

  private static NodeId node(World world, int number) {
    return world.nodes().get(number).id;
  }

  private static SimulatedPartition heldBy(World world, NodeId node) {
    return world.partitions().stream()
        .filter(partition -> node.equals(partition.node))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theFirstCopyOfWhatIsWrittenIsOnItsNodesOwnMachineAndTheOtherElsewhere() {
    World world = world();

    for (SimulatedPartition partition : world.partitions()) {
      assertThat(partition.files.storedBytes()).isGreaterThanOrEqualTo(128 << 20);
      assertThat(partition.files.blocks)
          .allSatisfy(
              block ->
                  assertThat(block.replicas)
                      .hasSize(2)
                      .doesNotHaveDuplicates()
                      .contains(partition.node));
    }
  }

  /** Every write that was acknowledged is in a file, or in memory and log. */
  @Test
  void whatIsInsertedIsInMemoryFirstAndInFilesLater() {
    World world = world();
    double insertedBefore = inserted(world);

    assertThat(world.nodes()).allMatch(node -> node.unflushed > 0 && node.log != null);
    assertThat(insertedBefore).isPositive();

    world.advance(Duration.ofMinutes(30));

    for (SimulatedPartition partition : world.partitions()) {
      double known = partition.files.storedBytes() + partition.files.inMemory;
      assertThat(known).isGreaterThanOrEqualTo(partition.bytes * (1 - 1e-9));
    }
    for (SimulatedNode node : world.nodes()) {
      double inMemory =
          world.partitions().stream()
              .filter(partition -> node.id.equals(partition.node))
              .mapToDouble(partition -> partition.files.inMemory)
              .sum();
      assertThat(inMemory).isPositive().isLessThanOrEqualTo(node.buffered * (1 + 1e-9) + 1);
    }
  }

  private static double inserted(World world) {
    return world.partitions().stream().mapToDouble(p -> p.files.inMemory).sum();
  }

  @Test
  void aMoveWritesToFilesWhatWasInMemory() throws Exception {
    World world = world();
    SimulatedPartition moved = heldBy(world, node(world, 0));
    double stored = moved.files.storedBytes();
    double inMemory = moved.files.inMemory;
    assertThat(inMemory).isPositive();

    world.orders().move(moved.id, node(world, 1));

    assertThat(moved.files.inMemory).isZero();
    assertThat(moved.files.storedBytes()).isGreaterThanOrEqualTo(stored);
    world.advance(Duration.ofSeconds(10));
    assertThat(lost(world)).isEmpty();
  }

  @Test
  void aMajorCompactionWritesAllToTheNodesOwnMachine() throws Exception {
    World world = world();
    SimulatedPartition moved = heldBy(world, node(world, 0));
    NodeId to = node(world, 1);
    world.orders().move(moved.id, to);
    world.advance(Duration.ofSeconds(10));
    assertThat(moved.files.blocks).anyMatch(block -> !block.replicas.contains(to));

    world.orders().compact(moved.id);
    world.advance(Duration.ofMinutes(2));

    assertThat(moved.files.blocks).isNotEmpty().allMatch(block -> block.replicas.contains(to));
    assertThat(moved.files.storedBytes()).isCloseTo(moved.bytes, within(0.1 * moved.bytes));
  }

  @Test
  void halvesOfASplitPartitionHaveAllThatItHad() {
    World world = world();
    SimulatedPartition parent = world.partitions().get(0);
    double known = parent.files.storedBytes() + parent.files.inMemory;

    new Mishaps(world).split(0);

    List<SimulatedPartition> halves =
        world.partitions().stream()
            .filter(partition -> partition.id.value().startsWith(parent.id.value()))
            .toList();
    assertThat(halves).hasSize(2).doesNotContain(parent);
    assertThat(halves.stream().mapToDouble(half -> half.files.storedBytes()).sum())
        .isLessThanOrEqualTo(known)
        .isGreaterThanOrEqualTo(parent.bytes * (1 - 1e-9));
  }

  @Test
  void aNodesDeathLosesNothingAsItsLogIsRead() {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));
    NodeId dies = node(world, 0);
    SimulatedPartition orphan = heldBy(world, dies);
    world.advance(Duration.ofMinutes(1));
    double inMemory = orphan.files.inMemory;

    assertThat(inMemory).isPositive();
    assertThat(orphan.files.logToRead).isNotNull();

    world.advance(Duration.ofMinutes(1));

    assertThat(orphan.node).isNotNull().isNotEqualTo(dies);
    assertThat(orphan.files.logToRead).isNull();
    assertThat(lost(world)).isEmpty();
  }

  /** What a store does that gives a partition away before it has fenced its node. */
  @Test
  void aPartitionThatIsOpenedBeforeTheLogIsReadLosesWrites() {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));
    SimulatedPartition orphan = heldBy(world, node(world, 0));
    world.advance(Duration.ofSeconds(65));

    world.writes().opened(orphan, node(world, 1));

    assertThat(lost(world))
        .singleElement()
        .asString()
        .contains(" MB of " + orphan.id, "the log of its last node had not been read");
  }

  @Test
  void aPartitionThatIsTakenFromALiveNodeWithoutBeingClosedLosesWrites() {
    World world = world();
    SimulatedPartition taken = heldBy(world, node(world, 0));

    world.writes().opened(taken, node(world, 1));

    assertThat(lost(world)).hasSize(1);
  }

  @Test
  void oneMachineThatIsGoneLosesNothing() {
    World world = world(new MachineLost(Duration.ofMinutes(3), 0));
    world.advance(Duration.ofMinutes(30));

    assertThat(world.machines()).isEqualTo(3);
    assertThat(world.liveNodes()).isEqualTo(3);
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aMachineThatIsGoneIsNoneOfTheCloudsAndItsNodeIsListedAsDead() throws Exception {
    World world = world(new MachineLost(Duration.ofMinutes(3), 0));
    NodeId gone = node(world, 0);
    world.advance(Duration.ofMinutes(2));

    assertThat(world.topology().deadNodes()).containsExactly(gone);
    assertThat(world.nodes()).noneMatch(node -> node.id.equals(gone));

    world.orders().launch(4, MemorySplit.of(0.4, 0.25));
    world.advance(Duration.ofMinutes(4));

    assertThat(world.liveNodes()).isEqualTo(4);
  }

  @Test
  void whatIsLeftIsCopiedOnceTheFileSystemKnows() {
    World world = world(new MachineLost(Duration.ofMinutes(3), 0));
    world.advance(Duration.ofMinutes(1 + 10));
    assertThat(copies(world)).contains(1);

    world.advance(Duration.ofMinutes(10));

    assertThat(copies(world)).containsOnly(2);
  }

  private static List<Integer> copies(World world) {
    List<Integer> copies = new ArrayList<>();
    for (SimulatedPartition partition : world.partitions()) {
      partition.files.blocks.forEach(block -> copies.add(block.replicas.size()));
    }
    return copies;
  }

  @Test
  void twoMachinesThatGoBeforeTheFileSystemKnowTakeWhatOnlyTheyHad() {
    World world =
        world(
            new MachineLost(Duration.ofMinutes(3), 0), new MachineLost(Duration.ofMinutes(13), 0));
    NodeId first = node(world, 0);
    NodeId second = node(world, 1);
    world.advance(Duration.ofMinutes(20));

    assertThat(lost(world))
        .isNotEmpty()
        .allSatisfy(
            incident ->
                assertThat(incident)
                    .contains(
                        " of A after 780 s: all copies of these files were on %s, %s, which are gone"
                            .formatted(first, second)));
  }

  @Test
  void twoMachinesThatGoLongAfterEachOtherTakeNothing() {
    World world =
        world(
            new MachineLost(Duration.ofMinutes(3), 0), new MachineLost(Duration.ofMinutes(30), 0));
    world.advance(Duration.ofMinutes(40));

    assertThat(world.liveNodes()).isEqualTo(2);
    assertThat(lost(world)).isEmpty();
  }

  @Test
  void aLogWhoseCopiesAreAllGoneBeforeItIsReadLosesWrites() {
    World world = world();
    NodeId dies = node(world, 0);
    FileBlock log = world.nodes().get(0).log;
    assertThat(log).isNotNull();
    List<NodeId> holders = List.copyOf(log.replicas);
    assertThat(holders).hasSize(2).contains(dies);

    for (NodeId holder : holders) {
      new Mishaps(world).loseMachine(world.nodes().indexOf(world.find(holder)));
    }

    assertThat(lost(world))
        .anyMatch(incident -> incident.contains("all copies of the log were on"));
  }

  /** The cloud does as it is told; who ends nodes in one go gets what he asked for. */
  @Test
  void nodesThatAreEndedInOneGoTakeWhatOnlyTheyHad() {
    World world = world();
    NodeId first = node(world, 0);
    NodeId second = node(world, 1);

    world.orders().terminate(first);
    assertThat(lost(world)).isEmpty();
    world.orders().terminate(second);

    assertThat(lost(world)).isNotEmpty();
  }

  /** Data has one copy there, and its machine lives on when its node is ended. */
  @Test
  void onTheLocalClusterAnEndedNodeTakesNoDataAndALostMachineDoes() {
    World world = new World(WRITING, ModelConstants.hbase26(), 1);
    world.advance(Duration.ofMinutes(2));

    world.orders().terminate(node(world, 0));
    world.advance(Duration.ofMinutes(1));
    assertThat(lost(world)).isEmpty();
    new Mishaps(world).loseMachine(0);

    assertThat(lost(world)).isNotEmpty();
  }

  @Test
  void aMachineThatJoinsGetsTheCopiesForWhichThereWereTooFew() {
    World world = new World(WRITING.withNodes(1), ModelConstants.fitted(), 1);
    world.advance(Duration.ofMinutes(2));
    assertThat(copies(world)).containsOnly(1);

    world.orders().launch(2, MemorySplit.of(0.4, 0.25));
    world.advance(Duration.ofMinutes(15));

    assertThat(copies(world)).containsOnly(2);
  }
}
