package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.Call;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random faults of a cloud: orders that are refused, lost or slow, machines of which no node comes,
 * nodes that die, machines of somebody else, and processes of Proteus that end.
 */
@Tag("storeless")
class CloudFaultTrialsIT {
  private static final int TRIALS = 200;
  private static final int FAULTS = 6;
  private static final int MOST = 4;
  private static final int NEVER = Integer.MAX_VALUE;
  private static final NodeId RS2 = new NodeId("rs2");
  private static final List<Call> OF_THE_CLOUD =
      List.of(Call.LAUNCH, Call.TERMINATE, Call.MACHINES);

  /** A plan that waits ten minutes for a node looks 60 times, not 3,000 times. */
  private static final ExecutionSettings SELDOM =
      new ExecutionSettings(
          2, 1, Duration.ofMinutes(2), Duration.ofSeconds(10), Duration.ofMinutes(2), 3);

  /** As rarely as a cluster may be looked at without its window beginning anew. */
  private static final Duration BETWEEN_LOOKS = Rig.PERIOD.multipliedBy(3);

  /** 3.5 h: several machines may have to be ended one after the other, each after its grace. */
  private static final int UNTIL_TIDY = 140;

  private static final NodeBounds BOUNDS = new NodeBounds(2, MOST);
  private static final PolicyStrategy COUNTING =
      PolicyStrategy.counting(new LimitedScaling(ThresholdScaling.paper(), Limits.within(BOUNDS)));
  private static final DecisionMaker DECISIONS =
      new DecisionMaker(
          Proposals.of(
              COUNTING,
              Optional.of(new LostNodes(COUNTING, BOUNDS, Duration.ofMinutes(5))),
              Optional.empty()),
          Guards.defaults(),
          Planner.met());

  @Test
  void noOrphanStaysNoBoundIsCrossedAndNobodyElsesMachineIsEnded() throws Exception {
    for (int seed = 0; seed < TRIALS; seed++) {
      new Trial(seed).run();
    }
  }

  private static final class Trial {
    private final int seed;
    private final Random random;
    private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
    private final Set<NodeId> others = new TreeSet<>(rig.cluster.machines());
    private final Set<NodeId> died = new HashSet<>();
    private ControlLoop loop = started();

    Trial(int seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    private ControlLoop started() {
      Actuator.ExecutionOptions options =
          new Actuator.ExecutionOptions(SELDOM, Rig.VERIFICATION, Progress.UNSEEN, rig.stop);
      return rig.loop(DECISIONS, rig.journal, options, Consent.ALWAYS);
    }

    void run() throws PortException {
      if (random.nextInt(3) == 0) {
        somebodyElseStartsOne();
      }
      for (int fault = 0; fault < FAULTS; fault++) {
        happens(OF_THE_CLOUD.get(random.nextInt(OF_THE_CLOUD.size())));
        cycles(1 + random.nextInt(7));
      }
      calm();
      for (int cycle = 0; !alone().isEmpty() || !rig.cluster.peek().deadNodes().isEmpty(); ) {
        assertThat(cycle++)
            .as("cycles of seed %d with %s alone", seed, alone())
            .isLessThan(UNTIL_TIDY);
        cycles(1);
      }
    }

    private void somebodyElseStartsOne() throws PortException {
      Set<NodeId> before = Set.copyOf(rig.cluster.machines());
      rig.cluster.launchesTake(NEVER);
      rig.cluster
          .cloud()
          .launch(before.size() + 1, rig.cluster.settingsOf(MemorySplit.of(0.4, 0.25)));
      rig.cluster.launchesTake(1);
      Set<NodeId> theirs = new TreeSet<>(rig.cluster.machines());
      theirs.removeAll(before);
      others.addAll(theirs);
      if (random.nextBoolean()) {
        theirs.forEach(node -> rig.cluster.cloud().tag(node, new MachineTags("another", "", "")));
      }
    }

    private void happens(Call call) {
      switch (random.nextInt(6)) {
        case 0 -> rig.cluster.faults().refuseNext(call, 1 + random.nextInt(3));
        case 1 -> rig.cluster.faults().loseNext(call, call == Call.MACHINES ? 0 : 1);
        case 2 -> rig.cluster.launchesTake(random.nextInt(80));
        case 3 -> rig.cluster.launchesTake(NEVER);
        case 4 -> {
          rig.cluster.expireClaim();
          loop = started();
        }
        default -> aNodeOfProteusDies();
      }
    }

    /** For good; the store opens elsewhere what it served. */
    private void aNodeOfProteusDies() {
      Optional<NodeId> node =
          rig.cluster.peek().nodes().stream()
              .map(one -> one.id())
              .filter(one -> !others.contains(one))
              .findFirst();
      if (node.isPresent()) {
        List<PartitionId> held =
            rig.cluster.peek().partitions().stream()
                .filter(partition -> node.get().equals(partition.node()))
                .map(Partition::id)
                .toList();
        died.add(node.get());
        rig.cluster.kill(node.get(), NEVER);
        held.forEach(partition -> rig.cluster.reassign(partition, RS2));
      }
    }

    /** No node is busy or idle any more, and the cloud does what it is asked for. */
    private void calm() {
      rig.cluster.launchesTake(1);
      rig.cluster
          .peek()
          .nodes()
          .forEach(
              node ->
                  rig.cluster.host(
                      node.id(), new HostLoad(Ratio.of(0.3), Ratio.ZERO, Ratio.of(0.5))));
      for (Call call : OF_THE_CLOUD) {
        rig.cluster.faults().refuseNext(call, 0);
        rig.cluster.faults().loseNext(call, 0);
      }
    }

    private Set<NodeId> alone() {
      Set<NodeId> alone = new TreeSet<>(rig.cluster.machines());
      rig.cluster.peek().nodes().forEach(node -> alone.remove(node.id()));
      alone.removeAll(others);
      return alone;
    }

    private void cycles(int count) {
      for (int cycle = 0; cycle < count; cycle++) {
        rig.cycles(loop, 1);
        rig.clock.advance(BETWEEN_LOOKS.minus(Rig.PERIOD));
      }
      Set<NodeId> machines = rig.cluster.machines();
      assertThat(machines).as("seed %d", seed).containsAll(others);
      assertThat(rig.cluster.peek().nodes()).as("seed %d", seed).hasSizeLessThanOrEqualTo(MOST);
      Set<NodeId> own = new TreeSet<>(machines);
      own.removeAll(died);
      own.removeIf(node -> others.contains(node) && rig.cluster.peek().node(node).isEmpty());
      assertThat(own)
          .as("seed %d: machines of live nodes or to come", seed)
          .hasSizeLessThanOrEqualTo(MOST);
    }
  }
}
