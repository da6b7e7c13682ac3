package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Drained;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Layout;
import io.proteus.testkit.MixedClusters;
import io.proteus.testkit.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Proteus that is killed at any moment leaves nothing that the next one does not set right. */
class CrashTest {
  private static final int MOST_CALLS = 10_000;
  private static final RequestRates READS = new RequestRates(100, 0, 0);
  private static final RequestRates WRITES = new RequestRates(0, 0, 100);

  private static Rig restarts() {
    return new Rig(clock -> MixedClusters.three(clock, 2).byRestartOnly().holding("t2", 1, WRITES));
  }

  @Test
  void killedAnywhereAmongRestartsItReachesTheSameLayout() throws Exception {
    assertThat(restarts().plan().orElseThrow().steps())
        .anyMatch(step -> step instanceof RestartNode);

    killEverywhere(CrashTest::restarts);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void killedAnywhereOnARandomClusterItReachesTheSameLayout(long seed) throws Exception {
    assumeThat(Rig.random(seed).plan()).isPresent();

    killEverywhere(() -> Rig.random(seed));
  }

  private static void killEverywhere(Supplier<Rig> rigs) throws Exception {
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      assertThat(calls).isLessThan(MOST_CALLS);
      Rig rig = rigs.get();
      Plan plan = rig.plan().orElseThrow();

      struck = kill(rig, plan, calls);
      boolean begun = rig.latestPlan().isPresent();
      rig.assertFoldedOnce();
      rig.recovery(rig.journal).recover(rig.claim());

      try {
        rig.assertFoldedOnce();
        rig.assertUnharmed();
        if (begun) {
          rig.assertReached(plan);
        }
        assertThat(rig.recovery(rig.journal).isNeeded()).isFalse();
      } catch (AssertionError e) {
        throw new AssertionError("killed at call " + calls + ": " + e.getMessage(), e);
      }
    }
  }

  private static boolean kill(Rig rig, Plan plan, int calls) {
    Mortality mortality = new Mortality(calls);
    Journal seen = mortality.journal(rig.journal);
    return rig.killed(
        mortality, () -> rig.executor(seen, rig.balancer(seen)).carryOut(plan, null, rig.claim()));
  }

  /** The next Proteus dies as well, and the one after it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void killedAgainAndAgainItStillReachesTheLayout(long seed) throws Exception {
    Random random = new Random(seed);
    Rig rig = restarts();
    Plan plan = rig.plan().orElseThrow();
    kill(rig, plan, 20 + random.nextInt(60));

    for (int life = 0; life < 30; life++) {
      Mortality mortality = new Mortality(5 + random.nextInt(40));
      rig.killed(
          mortality,
          () -> {
            try {
              rig.recovery(mortality.journal(rig.journal)).recover(rig.claim());
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
      rig.assertFoldedOnce();
    }
    rig.recovery(rig.journal).recover(rig.claim());

    rig.assertUnharmed();
    rig.assertReached(plan);
  }

  /** Removing nodes: emptied, stopped, struck off the list of the dead, and drained no more. */
  @Test
  void killedAnywhereWhileNodesGoTheyAreGone() throws Exception {
    Supplier<Rig> rigs =
        () ->
            new Rig(
                clock ->
                    cluster()
                        .clock(clock)
                        .pace(Pace.everythingTakes(1))
                        .node("rs1")
                        .holding("t1", 2, READS)
                        .node("rs2")
                        .holding("t1", 2, READS)
                        .node("rs3")
                        .holding("t1", 1, READS));
    boolean struck = true;
    for (int calls = 0; struck; calls++) {
      Rig rig = rigs.get();
      DrainedNodes drained = DrainedNodes.NONE.drain(new NodeId("rs2"));
      rig.journal.append(rig.time.now(), new Drained(drained));
      Plan plan = removal(rig, List.of(new NodeId("rs2"), new NodeId("rs3")), new NodeId("rs1"));

      struck = kill(rig, plan, calls);
      boolean begun = rig.latestPlan().isPresent();
      rig.recovery(rig.journal).recover(rig.claim());

      rig.assertUnharmed();
      assertThat(rig.cluster.peek().nodes()).hasSize(begun ? 1 : 3);
      assertThat(rig.journal.drained()).isEqualTo(begun ? DrainedNodes.NONE : drained);
    }
  }

  private static Plan removal(Rig rig, List<NodeId> going, NodeId staying) throws Exception {
    List<Step> steps = new ArrayList<>();
    for (NodeId node : going) {
      rig.cluster.peek().partitionsByNode().get(node).stream()
          .map(p -> new MovePartition(p.id(), p.table(), node, staying, p.size()))
          .forEach(steps::add);
    }
    going.forEach(
        node -> {
          steps.add(new RemoveNode(node));
          steps.add(new ForgetNode(node));
        });
    Plan any = rig.plan().orElseThrow();
    return new Plan(
        "removal",
        1,
        Layout.of(
            any.target().nodes().stream().filter(t -> t.node().equals(staying)).toList(),
            going,
            any.target().blockSizes()),
        steps,
        Price.of(steps),
        any.reasons());
  }

  @Test
  void nothingIsPickedUpWhereNothingWasLeft() throws Exception {
    Rig rig = restarts();

    assertThat(rig.recovery(rig.journal).isNeeded()).isFalse();
    assertThat(rig.recovery(rig.journal).recover(rig.claim()))
        .isEqualTo(new Recovery.Recovered(List.of(), Optional.empty()));
    assertThat(IntStream.of(rig.cluster.faults().count(io.proteus.testkit.Call.RESTART)).sum())
        .isZero();
  }
}
