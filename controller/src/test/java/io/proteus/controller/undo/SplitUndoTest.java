package io.proteus.controller.undo;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Actuator;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.Journal;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Pace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Splits and merges survive a kill at any moment, and so does their undo. */
class SplitUndoTest {
  private static final int MOST_CALLS = 10_000;
  private static final RequestRates READS = new RequestRates(100, 0, 0);
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId FIRST = new PartitionId("t-1");

  private static Rig rig() {
    return new Rig(
        clock ->
            cluster()
                .clock(clock)
                .pace(Pace.everythingTakes(1))
                .node("rs1")
                .holding("t", 2, READS)
                .node("rs2")
                .holding("t", 3, READS));
  }

  /** Splits the first partition, moves its upper half, and merges two that rs2 has. */
  private static Plan plan(Rig rig) {
    Topology now = rig.cluster.peek();
    Reshapes reshapes =
        new Reshapes(
            List.of(new Reshapes.Split(FIRST, null, RS2)),
            List.of(new Reshapes.Merge(new PartitionId("t-4"), new PartitionId("t-5"))));
    List<Step> steps = reshapes.steps(now, true);
    List<NodeTarget> targets =
        now.nodes().stream()
            .map(
                node ->
                    new NodeTarget(
                        node.id(),
                        NodeProfile.asItIs(node.memory()),
                        Objects.requireNonNull(now.partitionsByNode().get(node.id())).stream()
                            .map(Partition::id)
                            .toList()))
            .toList();
    return new Plan(
        "reshaping",
        1,
        Layout.of(targets, List.of(), Map.of()).with(reshapes),
        steps,
        Price.of(steps),
        List.of(ReasonCode.HOT_PARTITION.says("so")));
  }

  /** Splits the first partition at three keys, as an empty table is before its load. */
  private static Plan presplit(Rig rig) {
    Topology now = rig.cluster.peek();
    KeyRange rows = rowsOf(rig, "t-1");
    String from = rows.from() == null ? "" : rows.from().toString();
    List<Reshapes.Split> splits =
        List.of("03", "02", "01").stream()
            .map(key -> new Reshapes.Split(FIRST, RowKey.parse(from + key), RS2))
            .toList();
    Plan plan = plan(rig);
    List<Step> steps = new Reshapes(splits, List.of()).steps(now, true);
    return new Plan(
        "presplit",
        1,
        plan.target().with(new Reshapes(splits, List.of())),
        steps,
        Price.of(steps),
        plan.reasons());
  }

  @Test
  void splitsAtSeveralKeysThatAreKilledAnywhereReachTheSameShape() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig();
      KeyRange split = rowsOf(rig, "t-1");
      Plan plan = presplit(rig);

      struck =
          killed(
              rig,
              calls,
              journal ->
                  rig.executor(journal, rig.balancer(journal)).carryOut(plan, null, rig.claim()));
      boolean begun = rig.latestPlan().isPresent();
      rig.recovery(rig.journal).recover(rig.claim());

      if (begun) {
        assertThat(rig.cluster.peek().within(T, split))
            .as("killed at call %d", calls)
            .extracting(Partition::node)
            .containsExactlyInAnyOrder(RS1, RS2, RS2, RS2);
      }
      assertThat(rig.recovery(rig.journal).isNeeded()).as("killed at call %d", calls).isFalse();
    }
  }

  @Test
  void splitsAtSeveralKeysAreUndoneByOneMerge() throws Exception {
    Rig rig = rig();
    KeyRange split = rowsOf(rig, "t-1");
    assertThat(rig.carryOut(presplit(rig))).isInstanceOf(Outcome.Completed.class);

    undo(rig, rig.journal);

    assertThat(rig.latestPlan().orElseThrow().plan().steps()).hasSize(1);
    assertThat(rig.cluster.peek().within(T, split))
        .extracting(Partition::node)
        .containsExactly(RS1);
  }

  private static KeyRange rowsOf(Rig rig, String partition) {
    return Objects.requireNonNull(
        rig.cluster.peek().partition(new PartitionId(partition)).orElseThrow().rows());
  }

  private static void assertReshaped(Rig rig, KeyRange split, KeyRange merged) {
    Topology now = rig.cluster.peek();
    assertThat(rig.cluster.incidents()).isEmpty();
    assertThat(now.inTransition()).isEmpty();
    assertThat(now.within(T, split)).extracting(Partition::node).containsExactly(RS1, RS2);
    assertThat(now.within(T, merged)).hasSize(1);
    assertThat(now.partitions()).hasSize(5);
  }

  private static void assertAsBefore(Rig rig, KeyRange split, KeyRange merged) {
    Topology now = rig.cluster.peek();
    assertThat(rig.cluster.incidents()).isEmpty();
    assertThat(now.inTransition()).isEmpty();
    assertThat(now.within(T, split)).extracting(Partition::node).containsExactly(RS1);
    assertThat(now.within(T, merged)).hasSize(2).extracting(Partition::node).containsOnly(RS2);
    assertThat(now.partitions()).hasSize(5);
  }

  private interface Life {
    void live(Journal journal) throws Exception;
  }

  private static boolean killed(Rig rig, int calls, Life life) {
    Mortality mortality = new Mortality(calls);
    return rig.killed(
        mortality,
        () -> {
          try {
            life.live(mortality.journal(rig.journal));
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void undo(Rig rig, Journal seen) throws Exception {
    Actuator actuator = rig.actuator(seen);
    if (!actuator.undo().isUnderWay()) {
      actuator
          .undo()
          .begin(actuator.undo().targets().find(null), "anna", Sentence.verbatim("as a test"));
    }
    try (Claim claim = rig.claim()) {
      actuator.recovery().recover(claim);
    }
  }

  @Test
  void killedAnywhereItReachesTheSameShapes() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig();
      Plan plan = plan(rig);
      KeyRange split = rowsOf(rig, "t-1");
      KeyRange merged = rowsOf(rig, "t-4").and(rowsOf(rig, "t-5"));

      struck =
          killed(
              rig,
              calls,
              journal ->
                  rig.executor(journal, rig.balancer(journal)).carryOut(plan, null, rig.claim()));
      boolean begun = rig.latestPlan().isPresent();
      rig.recovery(rig.journal).recover(rig.claim());

      if (begun) {
        assertReshaped(rig, split, merged);
      }
      assertThat(rig.recovery(rig.journal).isNeeded()).as("killed at call %d", calls).isFalse();
    }
  }

  @Test
  void itsUndoThatIsKilledAnywhereMergesAndSplitsAllTheSame() throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rig();
      KeyRange split = rowsOf(rig, "t-1");
      KeyRange merged = rowsOf(rig, "t-4").and(rowsOf(rig, "t-5"));
      assertThat(rig.carryOut(plan(rig))).isInstanceOf(Outcome.Completed.class);
      Actuator actuator = rig.actuator(rig.journal);
      actuator
          .undo()
          .begin(actuator.undo().targets().find(null), "anna", Sentence.verbatim("as a test"));

      struck = killed(rig, calls, journal -> undo(rig, journal));
      rig.recovery(rig.journal).recover(rig.claim());

      assertAsBefore(rig, split, merged);
      assertThat(rig.recovery(rig.journal).isNeeded()).as("killed at call %d", calls).isFalse();
    }
  }

  @Test
  void anUndoIsUndoneToo() throws Exception {
    Rig rig = rig();
    KeyRange split = rowsOf(rig, "t-1");
    rig.carryOut(plan(rig));
    undo(rig, rig.journal);
    assertThat(rig.cluster.peek().within(T, split)).hasSize(1);
    String undo = rig.latestPlan().orElseThrow().plan().id();

    Actuator actuator = rig.actuator(rig.journal);
    actuator
        .undo()
        .begin(actuator.undo().targets().find(undo), "anna", Sentence.verbatim("as a test"));
    rig.recovery(rig.journal).recover(rig.claim());

    assertThat(rig.cluster.peek().within(T, split)).hasSize(2);
  }
}
