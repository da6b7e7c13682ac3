package io.proteus.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.VerificationSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is done of a plan that was given up stays, and is judged like one that was completed. */
class HalfDonePlanTest {
  private static final int BEFORE = 10;

  /** More than it takes to settle and to be looked at. */
  private static final int UNTIL_VERIFIED = 14;

  private static final int ALWAYS = 1_000;
  private static final int DONE = 2;
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");

  private final Rig rig = new Rig(HalfDonePlanTest::three);
  private final Map<PartitionId, RequestRates> asked = rig.cluster.rates();
  private final Rig.Picture before = rig.picture();

  /** Neither busy nor idle: no strategy wants anything of it. */
  private static ClusterBuilder three(ManualClock clock) {
    RequestRates reads = new RequestRates(100, 0, 0);
    RequestRates writes = new RequestRates(0, 0, 100);
    ClusterBuilder cluster = InMemoryCluster.cluster().clock(clock).pace(Pace.everythingTakes(1));
    for (String node : List.of("rs1", "rs2")) {
      cluster.node(node).cpu(0.3).holding("t1", 2, reads).holding("t2", 2, writes);
    }
    return cluster.node("rs3").cpu(0.3).holding("t3", 1, reads);
  }

  private ControlLoop loop(WhenWorse whenWorse, Consent consent) {
    VerificationSettings verification =
        new VerificationSettings(
            whenWorse, Duration.ofMinutes(2), Duration.ofMinutes(4), Ratio.of(0.1));
    return rig.loop(
        new Actuator.ExecutionOptions(Rig.LIMITS, verification, Progress.UNSEEN, rig.stop),
        consent);
  }

  /** A Proteus that begins and ends. */
  private List<Cycle> life(WhenWorse whenWorse, Consent consent, int cycles) {
    try (ControlLoop loop = loop(whenWorse, consent)) {
      return rig.cycles(loop, cycles);
    }
  }

  /** A person is asked, and has not answered yet. */
  private static final Consent UNANSWERED =
      new Consent() {
        @Override
        public boolean asksPeople() {
          return true;
        }

        @Override
        public boolean to(Decision decision, Optional<Situation> now) {
          return false;
        }
      };

  private static Plan plan(List<? extends Step> steps) {
    List<Step> all = List.copyOf(steps);
    return new Plan(
        "moves",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        all,
        Price.of(all),
        List.of(ReasonCode.ASKED_FOR.says("for a test")));
  }

  private Plan moves() {
    List<Step> steps = new ArrayList<>();
    for (String id : List.of("t1-1", "t2-1", "t1-3", "t2-3")) {
      Partition partition = rig.cluster.peek().partition(new PartitionId(id)).orElseThrow();
      NodeId from = Objects.requireNonNull(partition.node());
      steps.add(
          new MovePartition(
              partition.id(),
              partition.table(),
              from,
              from.equals(RS1) ? RS2 : RS1,
              partition.size()));
    }
    return plan(steps);
  }

  private Outcome carryOut(Plan plan) {
    try (Claim claim = rig.claim()) {
      return rig.executor().carryOut(plan, null, claim);
    } finally {
      rig.cluster.faults().beforeEach(call -> {}).refuseNext(Call.MOVE, 0);
      rig.stop.clear();
    }
  }

  /** Something happens when so many moves were asked for. */
  private void afterMoves(int count, Runnable happens) {
    int until = rig.cluster.faults().count(Call.MOVE) + count;
    rig.cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE && rig.cluster.faults().count(Call.MOVE) == until + 1) {
                happens.run();
              }
            });
  }

  private void refuseMoves() {
    rig.cluster.faults().refuseNext(Call.MOVE, ALWAYS);
  }

  private void halfIsServed() {
    asked.forEach(
        (partition, rates) -> rig.cluster.rate(partition, RequestRates.NONE.blend(0.5, rates)));
  }

  private void dies(NodeId node) {
    List<Partition> held = rig.cluster.peek().partitionsByNode().get(node);
    rig.cluster.kill(node, 1_000_000);
    held.forEach(partition -> rig.cluster.reassign(partition.id(), RS1));
  }

  private <E> List<E> events(String kind, Class<E> type) throws JournalException {
    return rig.journal.before(Long.MAX_VALUE, 100, List.of(kind)).stream()
        .map(JournalEntry::event)
        .map(type::cast)
        .toList();
  }

  private Reason verdict() throws JournalException {
    List<Verified> all = events("verified", Verified.class);
    assertThat(all).hasSize(1);
    return all.get(0).result();
  }

  @Test
  void whatWasGivenUpAndIsWorseIsUndoneAsFarAsItWasDone() throws Exception {
    ControlLoop loop = loop(WhenWorse.UNDO, Consent.ALWAYS);
    rig.cycles(loop, BEFORE);
    for (NodeId node : List.of(RS1, RS2, RS3)) {
      rig.cluster.host(node, new HostLoad(Ratio.of(0.7), Ratio.ZERO, Ratio.of(0.5)));
    }
    afterMoves(1, this::refuseMoves);
    Optional<Outcome> outcome = Optional.empty();
    for (int cycle = 0; cycle < BEFORE && outcome.isEmpty(); cycle++) {
      outcome = rig.cycles(loop, 1).get(0).outcome();
    }
    assertThat(outcome.orElseThrow()).isInstanceOf(Outcome.Abandoned.class);
    rig.cluster.faults().beforeEach(call -> {}).refuseNext(Call.MOVE, 0);
    assertThat(rig.picture()).isNotEqualTo(before);
    halfIsServed();

    List<Cycle> cycles = rig.cycles(loop, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(cycles)
        .anyMatch(cycle -> cycle.outcome().filter(Outcome.Undone.class::isInstance).isPresent());
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  @Test
  void theNextProteusFindsItInTheJournal() throws Exception {
    life(WhenWorse.UNDO, Consent.ALWAYS, BEFORE);
    afterMoves(DONE, this::refuseMoves);
    assertThat(carryOut(moves())).isInstanceOf(Outcome.Abandoned.class);
    halfIsServed();

    life(WhenWorse.UNDO, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(verdict().sentence())
        .asString()
        .startsWith("abandoned with 3 steps of 4 done: it serves less");
    assertThat(events("undo-ended", UndoEnded.class))
        .extracting(UndoEnded::outcome)
        .containsExactly(UndoEnded.COMPLETED);
    assertThat(rig.picture()).isEqualTo(before);
    rig.assertUnharmed();
  }

  @Test
  void whatServesAsWellStaysThoughItWasGivenUp() throws Exception {
    life(WhenWorse.UNDO, Consent.ALWAYS, BEFORE);
    afterMoves(DONE, this::refuseMoves);
    carryOut(moves());
    Rig.Picture halfDone = rig.picture();

    life(WhenWorse.UNDO, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.NOT_WORSE);
    assertThat(rig.picture()).isEqualTo(halfDone);
  }

  @Test
  void theDeathOfANodeThatItDidNotConcernIsNotItsDoing() throws Exception {
    life(WhenWorse.UNDO, Consent.ALWAYS, BEFORE);
    afterMoves(
        DONE,
        () -> {
          refuseMoves();
          dies(RS3);
        });
    assertThat(carryOut(moves())).isInstanceOf(Outcome.Abandoned.class);
    halfIsServed();

    life(WhenWorse.UNDO, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.NOT_JUDGED);
    assertThat(verdict().sentence()).asString().contains("of 4 done: rs3 died");
    assertThat(events("undo-began", UndoBegan.class)).isEmpty();
  }

  @Test
  void norIsItThatOfAPlanThatWasCompleted() throws Exception {
    life(WhenWorse.UNDO, Consent.ALWAYS, BEFORE);
    assertThat(carryOut(moves())).isInstanceOf(Outcome.Completed.class);
    dies(RS3);
    halfIsServed();

    life(WhenWorse.UNDO, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.NOT_JUDGED);
    assertThat(verdict().sentence()).asString().startsWith("rs3 died");
  }

  @Test
  void ofWhatItSetANodeMayHaveDied() throws Exception {
    life(WhenWorse.REPORT, Consent.ALWAYS, BEFORE);
    Step set = new SetMemorySplit(RS3, MemorySplit.of(0.10, 0.50));
    assertThat(carryOut(plan(List.of(set)))).isInstanceOf(Outcome.Completed.class);
    dies(RS3);
    halfIsServed();

    life(WhenWorse.REPORT, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.MADE_WORSE);
  }

  @Test
  void whatAPersonStoppedIsReportedAndPutBackOnlyWhereAPersonIsAsked() throws Exception {
    life(WhenWorse.UNDO, Consent.ALWAYS, BEFORE);
    afterMoves(DONE - 1, rig.stop::request);
    assertThat(carryOut(moves())).isInstanceOf(Outcome.Stopped.class);
    Rig.Picture halfDone = rig.picture();
    halfIsServed();

    life(WhenWorse.UNDO, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(verdict().code()).isEqualTo(ReasonCode.MADE_WORSE);
    assertThat(verdict().sentence()).asString().startsWith("stopped with 2 steps of 4 done: ");
    assertThat(events("undo-began", UndoBegan.class)).isEmpty();
    assertThat(rig.picture()).isEqualTo(halfDone).isNotEqualTo(before);

    List<Cycle> asking = life(WhenWorse.UNDO, UNANSWERED, 1);
    assertThat(asking.get(0).decision().plan().orElseThrow().undoes()).isEqualTo("moves");
  }

  @Test
  void whatWasToBePutBackIsNotJudged() throws Exception {
    life(WhenWorse.UNDO, Consent.ALWAYS, BEFORE);
    afterMoves(DONE, this::refuseMoves);
    carryOut(moves());
    rig.journal.append(
        rig.clock.instant(), new UndoBegan("moves", "anna", Sentence.verbatim("ticket 7")));
    rig.journal.append(
        rig.clock.instant(), new UndoEnded("moves", "stopped", Sentence.verbatim("by anna"), 0));
    halfIsServed();

    life(WhenWorse.UNDO, Consent.ALWAYS, UNTIL_VERIFIED);

    assertThat(events("verified", Verified.class)).isEmpty();
    assertThat(events("undo-began", UndoBegan.class)).hasSize(1);
  }
}
