package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Actuator;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.step.RestartNode;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A node that a plan stopped and that does not start keeps Proteus from nothing else. */
class RecoveryTest {
  private static final int ALWAYS = 1_000;
  private static final int FOREVER = 1_000_000;
  private static final PartitionId HALF_MOVED = new PartitionId("t1-1");

  private final Rig rig = new Rig(clock -> MixedClusters.three(clock, 1));

  /** A plan is given up as the cloud stops a node and does not start it; its Proteus is killed. */
  private NodeId stoppedForGood() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    NodeId node =
        plan.steps().stream()
            .filter(step -> step instanceof RestartNode)
            .map(step -> ((RestartNode) step).node())
            .findFirst()
            .orElseThrow();
    rig.cluster.faults().refuseNext(Call.RESTART, ALWAYS);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.RESTART) {
                rig.cluster.kill(node, FOREVER);
              }
            });
    assertThat(rig.carryOut(plan)).isInstanceOf(Outcome.Abandoned.class);
    rig.cluster.faults().beforeEach(call -> {});
    rig.journal.append(rig.clock.instant(), new BalancerTaken());
    rig.cluster.balancer(false);
    assertThat(rig.cluster.peek().deadNodes()).containsExactly(node);
    return node;
  }

  @Test
  void whereItCannotBeStartedTheClusterIsObservedAndItsBalancerSwitchedOn() throws Exception {
    NodeId node = stoppedForGood();
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);

    List<Cycle> cycles = rig.cycles(loop, 3);

    assertThat(cycles)
        .allSatisfy(
            cycle -> {
              assertThat(cycle.observation()).isPresent();
              assertThat(cycle.recovered())
                  .map(Object::toString)
                  .contains(
                      "%s, which an earlier plan had stopped, cannot be started: %s"
                          .formatted(node, "RESTART was refused, as the test asked for."));
            });
    assertThat(rig.cluster.peek().balancerOn()).isTrue();

    rig.cluster.faults().refuseNext(Call.RESTART, 0);
    assertThat(rig.cycles(loop, 1).get(0).recovered())
        .map(Object::toString)
        .containsExactly("started %s again, which an earlier plan had stopped".formatted(node));
    rig.assertUnharmed();
  }

  /** A move of a Proteus with another journal, which was cut off. */
  private static final class LeftMove implements Placement {
    private final Placement store;
    private final NodeId to;
    private boolean left = true;

    LeftMove(Placement store, NodeId to) {
      this.store = store;
      this.to = to;
    }

    @Override
    public void move(PartitionId partition, NodeId node) throws PortException {
      store.move(partition, node);
    }

    @Override
    public Set<PartitionId> leftMoves() {
      return left ? Set.of(HALF_MOVED) : Set.of();
    }

    @Override
    public void finishLeftMoves() throws PortException {
      left = false;
      store.move(HALF_MOVED, to);
    }
  }

  @Test
  void aMoveThatARunWithAnotherJournalLeftIsFinishedBeforeAnythingIsDecided() throws Exception {
    Ports ports = rig.cluster.ports();
    NodeId to = new NodeId("rs3");
    Facets withLeft = ports.facets().and(Facets.of(new LeftMove(ports.need(Placement.class), to)));
    Recovery recovery =
        Actuator.on(
                new Ports(ports.store(), withLeft, ports.claiming()),
                rig.monitor(),
                Rig.MET,
                rig.balancer(rig.journal),
                rig.log,
                rig.time,
                rig.options(Progress.UNSEEN, rig.stop))
            .recovery();
    assertThat(recovery.isNeeded()).isTrue();

    Recovery.Recovered recovered;
    try (Claim claim = rig.claim()) {
      recovered = recovery.recover(claim);
    }

    assertThat(recovered.sentences())
        .map(Object::toString)
        .containsExactly("carried on with the move of t1-1, which an earlier run had left");
    assertThat(rig.cluster.peek().partition(HALF_MOVED).orElseThrow().node()).isEqualTo(to);
    assertThat(rig.cluster.peek().inTransition()).isEmpty();
    assertThat(recovery.isNeeded()).isFalse();
  }

  @Test
  void oneThatDoesNotComeUpIsWaitedForOnceAndStartedAnewNowAndThen() throws Exception {
    stoppedForGood();
    rig.cluster.faults().refuseNext(Call.RESTART, 0).loseNext(Call.RESTART, ALWAYS);
    ControlLoop loop = rig.loop(Rig.MET, rig.journal);
    rig.cycles(loop, 1);
    int asked = rig.cluster.faults().count(Call.RESTART);
    Duration before = rig.sinceStart();

    List<Cycle> cycles = rig.cycles(loop, 15);

    assertThat(cycles).allMatch(cycle -> cycle.observation().isPresent());
    assertThat(rig.sinceStart().minus(before))
        .as("no cycle waits")
        .isEqualTo(Rig.PERIOD.multipliedBy(15));
    assertThat(rig.cluster.faults().count(Call.RESTART) - asked).isEqualTo(1);
  }
}
