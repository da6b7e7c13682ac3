package io.proteus.controller;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.execution.Mortality;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Call;
import io.proteus.testkit.Pace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two Proteus on different machines, so with a journal each, of which one is killed in a plan. */
class LeaderTermTest {
  private final Rig rig =
      new Rig(
          clock ->
              cluster()
                  .clock(clock)
                  .pace(Pace.everythingTakes(1))
                  .node("rs1")
                  .holding("t1", 3, new RequestRates(100, 0, 0))
                  .node("rs2")
                  .holding("t2", 3, new RequestRates(0, 0, 100)));

  /** The first is killed in the middle of its plan; the cluster notices. */
  private Plan leftByTheFirst() throws Exception {
    Plan plan = rig.plan().orElseThrow();
    Claim first = rig.claim();
    LeaderTerm.begin(rig.log, rig.cluster.ports(), first, rig.time);
    Mortality mortality = new Mortality(10);
    Journal mortal = mortality.journal(rig.journal);
    assertThat(
            rig.killed(
                mortality,
                () -> rig.executor(mortal, rig.balancer(mortal)).carryOut(plan, null, first)))
        .isTrue();
    assertThat(rig.cluster.peek().balancerOn()).as("the balancer, now").isFalse();
    assertThat(rig.journal.unfinishedPlans()).hasSize(1);
    return plan;
  }

  @Test
  void theNextLeaderPutsBackWhatTheFallenOneHadSwitchedOffThoughItsJournalKnowsNothing()
      throws Exception {
    leftByTheFirst();
    try (SqliteJournal other = SqliteJournal.inMemory()) {
      Claim second = rig.claim();

      LeaderTerm.begin(new ActionLog(other), rig.cluster.ports(), second, rig.time);

      assertThat(rig.recovery(other).isNeeded()).isTrue();
      rig.recovery(other).recover(second);
      for (int poll = 0; poll < 5; poll++) {
        rig.cluster.topology(); // what was in flight is over
      }
      rig.assertUnharmed();
      assertThat(other.unfinishedPlans()).isEmpty();
      second.close();
    }
  }

  @Test
  void whoLeadsAgainAfterAnotherDropsWhatItHadLeftAndSwitchesNothing() throws Exception {
    Plan plan = leftByTheFirst();
    try (SqliteJournal other = SqliteJournal.inMemory()) {
      Claim second = rig.claim();
      LeaderTerm.begin(new ActionLog(other), rig.cluster.ports(), second, rig.time);
      rig.recovery(other).recover(second);
      second.close();
    }
    int switches = rig.cluster.faults().count(Call.SWITCH_BALANCER);
    Claim again = rig.claim();

    List<Sentence> dropped = LeaderTerm.begin(rig.log, rig.cluster.ports(), again, rig.time);

    assertThat(dropped).singleElement().asString().contains(plan.id());
    assertThat(rig.recovery(rig.journal).isNeeded()).isFalse();
    assertThat(rig.cluster.faults().count(Call.SWITCH_BALANCER)).isEqualTo(switches);
    assertThat(rig.journal.ofPlan(plan.id()).stream().map(JournalEntry::event))
        .last()
        .isInstanceOfSatisfying(
            PlanEnded.class,
            ended -> {
              assertThat(ended.outcome()).isEqualTo("dropped");
              assertThat(ended.sentence()).asString().contains("another Proteus has led");
            });
    assertThat(rig.journal.last(1).get(0).event()).isEqualTo(new ClaimTaken(again.epoch()));
  }

  @Test
  void withOneJournalThePlanIsResumed() throws Exception {
    Plan plan = leftByTheFirst();
    Claim second = rig.claim();

    assertThat(LeaderTerm.begin(rig.log, rig.cluster.ports(), second, rig.time)).isEmpty();
    assertThat(LeaderTerm.begin(rig.log, rig.cluster.ports(), second, rig.time)).isEmpty();
    rig.recovery(rig.journal).recover(second);

    rig.assertUnharmed();
    rig.assertReached(plan);
  }
}
