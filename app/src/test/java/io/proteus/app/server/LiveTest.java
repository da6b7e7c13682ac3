package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.view.Appraisal;
import io.proteus.controller.Cycle;
import io.proteus.controller.execution.Outcome;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LiveTest {
  private final SetClock clock = new SetClock();
  private final Live live =
      new Live(
          "shop",
          new Appraisal(rates -> AccessClass.READ, List.of(), Ratio.of(0.6)),
          clock,
          new Events(1, Words.NEUTRAL),
          new Metrics().of("shop"),
          Duration.ofMinutes(2));

  private static Plan plan(String id, Step... steps) {
    return new Plan(
        id, 1, Layout.of(List.of(), List.of(), Map.of()), List.of(steps), Price.NOTHING, List.of());
  }

  /** It is not that none of its steps is. */
  @Test
  void whileACanaryIsWatchedAllItsStepsAreOver() {
    Plan canary = plan("plan-1", new SetMemorySplit(new NodeId("rs1"), MemorySplit.of(0.5, 0.2)));
    live.begins(canary);
    assertThat(live.run().orElseThrow().isWatched()).isFalse();
    live.ended(canary, new Outcome.Completed(1));

    live.watches(canary);

    assertThat(live.run().orElseThrow().isWatched()).isTrue();
    assertThat(live.run().orElseThrow().over()).isEqualTo(1);
    live.watched(canary);
    assertThat(live.run()).isEmpty();
  }

  /** So that who looks on can still stop it. */
  @Test
  void aResizeRunsUntilItsSecondPlanHasEnded() {
    Plan grow = plan("plan-1");
    Plan fill = plan("plan-2");

    live.begins(grow);
    live.ended(grow, new Outcome.Replan(1));
    assertThat(live.run().orElseThrow().plan()).isEqualTo(grow);

    live.begins(fill);
    live.ended(fill, new Outcome.Completed(3));
    assertThat(live.run()).isEmpty();
  }

  /** What a person reads beside a plan that waits is what this plan would move. */
  @Test
  void aPlanThatWaitsTellsWhatIsMisplacedThoughTheNewestDecisionWantsMore() {
    NodeId rs1 = new NodeId("rs1");
    NodeId rs2 = new NodeId("rs2");
    TableId table = new TableId("t");
    List<PartitionId> all = Stream.of("a", "b", "c").map(PartitionId::new).toList();
    Topology topology =
        new Topology(
            "shop",
            Instant.EPOCH,
            List.of(Node.undivided(rs1, "1"), Node.undivided(rs2, "1")),
            List.of(),
            all.stream().map(id -> new Partition(id, table, rs1, ByteSize.ZERO, null)).toList(),
            List.of(new Table(table, null)),
            List.of(),
            false,
            List.of());
    Plan newest = moving(rs2, all);
    live.accept(decided(topology, newest));
    assertThat(live.seen().orElseThrow().view().misplaced()).isEqualTo(3);

    live.judgesBy(() -> Optional.of(moving(rs2, all.subList(0, 1))));
    live.accept(decided(topology, newest));

    assertThat(live.seen().orElseThrow().view().misplaced()).isEqualTo(1);
  }

  /** A store that cannot be observed as Proteus starts alarms as one that stops to answer. */
  @Test
  void aClusterThatIsNotObservedInTimeAfterTheStartIsStale() {
    clock.pass(Duration.ofMinutes(2));
    assertThat(live.isStale()).as("the first look takes a while").isFalse();

    clock.pass(Duration.ofSeconds(1));

    assertThat(live.isStale()).isTrue();
    assertThat(live.unseen()).isEqualTo(Duration.ofSeconds(121));
    assertThat(live.age()).as("of figures that there are none of").isEmpty();

    live.accept(decided(empty(), moving(new NodeId("rs1"), List.of())));
    assertThat(live.isStale()).isFalse();
    assertThat(live.unseen()).isZero();
  }

  private static Topology empty() {
    return new Topology(
        "shop",
        Instant.EPOCH,
        List.of(Node.undivided(new NodeId("rs1"), "1")),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        false,
        List.of());
  }

  private static Plan moving(NodeId to, List<PartitionId> partitions) {
    NodeTarget target = new NodeTarget(to, NodeProfile.asItIs(null), partitions);
    return new Plan(
        "plan-1",
        1,
        Layout.of(List.of(target), List.of(), Map.of()),
        List.of(),
        Price.NOTHING,
        List.of());
  }

  private static Cycle decided(Topology topology, Plan plan) {
    Observation seen =
        new Observation(
            1, topology, Duration.ofSeconds(30), Map.of(), Map.of(), Set.of(), List.of());
    Verdict verdict = Verdict.hold(ReasonCode.COOLDOWN.says("it waits"), StrategyMemory.INITIAL);
    return new Cycle(
        1,
        Instant.EPOCH,
        List.of(),
        Optional.of(seen),
        Optional.empty(),
        new Decision(verdict, Optional.of(plan), Optional.empty()),
        Optional.empty());
  }
}
