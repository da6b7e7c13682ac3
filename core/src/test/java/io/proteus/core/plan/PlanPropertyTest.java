package io.proteus.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.FixedNodes;
import io.proteus.core.fixture.PlayedCluster;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What holds of every plan, on clusters drawn from seeds (MET-11). */
class PlanPropertyTest {
  private static final int SEEDS = 300;
  private static final int MOST_NODES = 12;

  /** A plan and what it was made for. */
  private record Planned(Situation situation, Verdict.Retarget wanted, Plan plan) {
    Topology topology() {
      return situation.topology();
    }
  }

  @Test
  void theClusterEndsAsTheLayoutSays() {
    forAllPlans(
        planned -> {
          PlayedCluster cluster = new PlayedCluster(planned.topology());

          cluster.play(planned.plan().steps());

          LayoutDifference left =
              LayoutDifference.between(cluster.topology(), planned.wanted().target());
          assertThat(left.misplaced()).isEmpty();
          assertThat(left.misconfigured()).isEmpty();
          assertThat(left.altered()).isEmpty();
          assertThat(left.removed()).isEmpty();
        });
  }

  @Test
  void aPartitionIsMovedFromWhereItIsToALiveNode() {
    forAllPlans(
        planned -> {
          PlayedCluster cluster = new PlayedCluster(planned.topology());
          for (Step step : planned.plan().steps()) {
            if (step instanceof MovePartition move) {
              assertThat(cluster.heldBy(move.from())).as("%s", move).contains(move.partition());
              assertThat(move.to()).isNotEqualTo(move.from());
              assertThat(cluster.topology().node(move.to())).isPresent();
            }
            cluster.play(step);
          }
        });
  }

  @Test
  void aNodeIsRestartedOrStoppedOnlyWhileItHoldsNothing() {
    forAllPlans(
        planned -> {
          PlayedCluster cluster = new PlayedCluster(planned.topology());
          for (Step step : planned.plan().steps()) {
            step.takesOut()
                .ifPresent(node -> assertThat(cluster.heldBy(node)).as("%s", step).isEmpty());
            cluster.play(step);
          }
        });
  }

  @Test
  void noStepIsBlockedOnceThoseBeforeItAreDone() {
    forAllPlans(
        planned -> {
          PlayedCluster cluster = new PlayedCluster(planned.topology());
          for (Step step : planned.plan().steps()) {
            assertThat(step.blockedBy(cluster.topology())).as("%s", step).isEmpty();
            cluster.play(step);
            assertThat(step.isDone(cluster.topology())).as("%s", step).isTrue();
          }
        });
  }

  @Test
  void theLastNodeInServiceIsNeverTakenOut() {
    forAllPlans(
        planned -> {
          int live = planned.topology().nodes().size();
          for (Step step : planned.plan().steps()) {
            if (step.takesOut().isPresent()) {
              assertThat(live).as("%s", step).isGreaterThan(1);
            }
            live -= step instanceof RemoveNode ? 1 : 0;
          }
        });
  }

  @Test
  void onlyNodesThatCannotBeSetOnlineAreRestartedAndEachOnce() {
    forAllPlans(
        planned -> {
          Set<NodeId> restarted = new HashSet<>();
          for (Step step : planned.plan().steps()) {
            if (step instanceof RestartNode restart) {
              assertThat(restarted.add(restart.node())).as("%s again", step).isTrue();
              assertThat(node(planned, restart.node()).memoryOnline()).as("%s", step).isFalse();
            }
            if (step instanceof SetMemorySplit set) {
              assertThat(node(planned, set.node()).memoryOnline()).as("%s", step).isTrue();
            }
          }
        });
  }

  @Test
  void aNodeIsDrainedToNodesThatWaitForTheirOwnRestartOrToWherePartitionsBelong() {
    forAllPlans(
        planned -> {
          List<NodeId> waiting =
              new ArrayList<>(
                  planned.plan().steps().stream()
                      .filter(RestartNode.class::isInstance)
                      .map(step -> ((RestartNode) step).node())
                      .toList());
          for (Step step : planned.plan().steps()) {
            if (step instanceof RestartNode restart) {
              waiting.remove(restart.node());
            } else if (step instanceof MovePartition move) {
              boolean home = move.to().equals(goal(planned, move.partition()));
              boolean toWaiting = waiting.contains(move.to());
              boolean lastOne = waiting.size() <= 1;
              assertThat(home || toWaiting || lastOne).as("%s", step).isTrue();
            }
          }
        });
  }

  @Test
  void whatCannotBeRestartedIsSaidAndNotRestarted() {
    forAllPlans(
        cluster -> cluster.without(Capability.RESTART_NODE),
        planned -> {
          assertThat(planned.plan().steps()).noneMatch(RestartNode.class::isInstance);
          boolean left =
              planned.wanted().target().nodes().stream()
                  .filter(target -> planned.topology().node(target.node()).isPresent())
                  .anyMatch(target -> needsRestart(planned, target));
          assertThat(
                  planned.plan().reasons().stream()
                      .anyMatch(r -> r.code() == ReasonCode.NOT_CAPABLE))
              .isEqualTo(left);
        });
  }

  @Test
  void aPlanIsCheckedAgainstWhatItWasMadeFrom() {
    forAllPlans(
        planned -> assertThat(PlanCheck.objection(planned.plan(), planned.topology())).isEmpty());
  }

  @Test
  void theSameSituationGivesTheSamePlan() {
    forAllPlans(
        planned ->
            assertThat(Figures.PLANNER.plan(planned.situation(), planned.wanted()))
                .isEqualTo(planned.plan()));
  }

  private static boolean needsRestart(Planned planned, NodeTarget target) {
    Node node = node(planned, target.node());
    return !node.memoryOnline() && !target.profile().memory().isAbout(node.memory());
  }

  private static Node node(Planned planned, NodeId id) {
    return planned.topology().node(id).orElseThrow();
  }

  private static NodeId goal(Planned planned, PartitionId partition) {
    return planned.wanted().target().nodes().stream()
        .filter(target -> target.partitions().contains(partition))
        .map(NodeTarget::node)
        .findFirst()
        .orElseThrow();
  }

  private static void forAllPlans(Consumer<Planned> property) {
    forAllPlans(cluster -> cluster, property);
  }

  private static void forAllPlans(
      UnaryOperator<SituationBuilder> change, Consumer<Planned> property) {
    int[] planned = new int[1];
    Seeds.forAll(
        SEEDS,
        seed -> {
          Situation situation = change.apply(RandomSituations.scattered(seed, MOST_NODES)).build();
          if (hasRequests(situation)
              && placingOn(seed % 3 == 0 ? -1 : 0).decide(situation)
                  instanceof Verdict.Retarget wanted) {
            planned[0]++;
            property.accept(
                new Planned(situation, wanted, Figures.PLANNER.plan(situation, wanted)));
          }
        });
    if (Long.getLong("proteus.seed") == null) {
      assertThat(planned[0]).as("plans").isGreaterThan(SEEDS / 2);
    }
  }

  private static PolicyStrategy placingOn(int moreNodes) {
    PolicyStrategy met = PolicyStrategy.met();
    return new PolicyStrategy(
        new FixedNodes(moreNodes), met.configuration(), met.placement(), met.setBlockSizes());
  }

  private static boolean hasRequests(Situation situation) {
    return situation.topology().partitions().stream()
        .map(Partition::id)
        .anyMatch(id -> situation.ratesOf(id).total() > 1);
  }
}
