package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever stops a plan waits for no compaction, and not long for a node that starts. */
class StoppedWaitTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");

  /** In polls. */
  private static final int NEVER = 1_000_000;

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
    assertThat(statesOf(rig, 1)).containsExactly(StepState.ISSUED, StepState.FAILED);
    rig.assertUnharmed();
  }

  /** As a pod whose program refuses its settings. */
  private static Rig whereNoNodeComesBack() {
    return new Rig(
        clock ->
            cluster()
                .clock(clock)
                .pace(new Pace(1, 1, 1, NEVER, 1))
                .node("rs1")
                .holding("a", 2)
                .node("rs2")
                .node("rs3"));
  }

  private static Plan restart(NodeId... nodes) {
    List<Step> steps =
        Stream.of(nodes)
            .<Step>map(
                node -> new RestartNode(node, null, SettingsChange.setting(Map.of("x", "1"))))
            .toList();
    return new Plan(
        "p",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        steps,
        Price.of(steps),
        List.of(ReasonCode.ASKED_FOR.says("by the test")));
  }

  private static List<StepState> statesOf(Rig rig, int step) throws Exception {
    return rig.journal.ofPlan("p").stream()
        .map(JournalEntry::event)
        .filter(event -> event instanceof StepReached reached && reached.step() == step)
        .map(event -> ((StepReached) event).state())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStopEndsTheWaitForANodeThatDoesNotComeBack(boolean answers) throws Exception {
    Rig stuck = whereNoNodeComesBack();
    Instant begun = stuck.clock.instant();
    Duration asked = Duration.ofSeconds(20);
    stuck
        .cluster
        .faults()
        .beforeEach(
            call -> {
              if (Duration.between(begun, stuck.clock.instant()).compareTo(asked) > 0) {
                stuck.stop.request();
                if (!answers) {
                  stuck.cluster.faults().refuseNext(Call.TOPOLOGY, 1);
                }
              }
            });

    Outcome outcome = stuck.carryOut(restart(RS2, new NodeId("rs3")));

    assertThat(Duration.between(begun, stuck.clock.instant()).minus(asked))
        .isBetween(PlanRun.STOPPED_WAITS, PlanRun.STOPPED_WAITS.plusSeconds(2));
    assertThat(outcome.word()).isEqualTo("stopped");
    assertThat(outcome.sentence().toString())
        .startsWith(
            "stopped as asked, after 1 step. Not done yet, and waited for no more: restart rs2 with"
                + " x=1. ");
    assertThat(statesOf(stuck, 0)).as("resumable").containsExactly(StepState.ISSUED);
    assertThat(statesOf(stuck, 1)).isEmpty();
    assertThat(stuck.recovery(stuck.journal).isHalfDone()).isTrue();
  }

  @Test
  void theNextProteusWaitsNoLongerOnceItIsStoppedToo() throws Exception {
    Rig stuck = whereNoNodeComesBack();
    stuck.stop.request();
    stuck.journal.append(
        stuck.clock.instant(), new Planned(restart(RS2), null, stuck.cluster.peek(), null, null));
    stuck.journal.append(
        stuck.clock.instant(),
        new StepReached("p", 0, StepState.ISSUED, restart(RS2).steps().get(0).sentence(), null));
    stuck.journal.append(
        stuck.clock.instant(), new PlanEnded("p", "stopped", Sentence.of("as asked"), 1));
    stuck.cluster.kill(RS2, NEVER);
    Instant begun = stuck.clock.instant();

    Recovery.Recovered recovered;
    try (Claim claim = stuck.claim()) {
      recovered = stuck.recovery(stuck.journal).recover(claim);
    }

    assertThat(Duration.between(begun, stuck.clock.instant())).isLessThan(Duration.ofSeconds(5));
    assertThat(recovered.sentences().toString()).contains("rs2, which an earlier plan had stopped");
    assertThat(stuck.recovery(stuck.journal).isHalfDone()).as("it is tried again").isTrue();
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
