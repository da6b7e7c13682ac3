package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.Call;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever stops a plan waits for no compaction. */
class StoppedWaitTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");

  private final Rig rig =
      new Rig(
          clock -> cluster().clock(clock).pace(Pace.BRISK).node("rs1").holding("a", 2).node("rs2"));

  private static Plan plan() {
    List<Step> steps =
        List.of(
            new MovePartition(
                new PartitionId("a-1"), new TableId("a"), RS1, RS2, ByteSize.ofMegabytes(1)),
            new CompactPartition(
                new PartitionId("a-1"),
                new TableId("a"),
                RS2,
                Ratio.of(0.9),
                ByteSize.ofMegabytes(1)));
    return new Plan(
        "p",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        steps,
        Price.of(steps),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  private List<StepState> statesOfTheCompaction() throws Exception {
    return rig.journal.ofPlan("p").stream()
        .map(JournalEntry::event)
        .filter(event -> event instanceof StepReached reached && reached.step() == 1)
        .map(event -> ((StepReached) event).state())
        .toList();
  }

  @Test
  void aStopEndsTheWaitForACompactionThatTheStoreIgnoresAtOnce() throws Exception {
    rig.cluster.faults().loseNext(Call.COMPACT, 1);
    Instant begun = rig.clock.instant();
    Duration asked = Duration.ofSeconds(20);
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (Duration.between(begun, rig.clock.instant()).compareTo(asked) > 0) {
                rig.stop.request();
              }
            });

    Outcome outcome = rig.carryOut(plan());

    assertThat(outcome).isEqualTo(new Outcome.Stopped(2));
    assertThat(Duration.between(begun, rig.clock.instant()).minus(asked))
        .isLessThan(Duration.ofSeconds(2));
    assertThat(statesOfTheCompaction()).containsExactly(StepState.ISSUED, StepState.FAILED);
    rig.assertUnharmed();
  }

  @Test
  void neitherDoesTheNextProteusWaitForItWhereThatDiedBeforeTheEnd() throws Exception {
    rig.cluster.faults().loseNext(Call.COMPACT, 2);
    Instant begun = rig.clock.instant();
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (Duration.between(begun, rig.clock.instant()).toSeconds() > 20) {
                throw new Mortality.Killed();
              }
            });
    boolean killed = false;
    try {
      rig.carryOut(plan());
    } catch (Mortality.Killed e) {
      killed = true;
    }
    assertThat(killed).isTrue();
    rig.cluster.faults().beforeEach(call -> {});
    rig.cluster.expireClaim();
    Instant restarted = rig.clock.instant();

    Outcome outcome;
    try (Claim claim = rig.claim()) {
      outcome = rig.executor().finishBegun(rig.latestPlan().orElseThrow(), claim);
    }

    assertThat(outcome).isInstanceOf(Outcome.Stopped.class);
    assertThat(Duration.between(restarted, rig.clock.instant())).isLessThan(Duration.ofSeconds(5));
  }
}
