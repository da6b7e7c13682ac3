package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.model.CostModel;
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
import io.proteus.core.words.Sentence;
import io.proteus.testkit.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an operator rules out while a plan runs ends the step, and nobody waits for it. */
class FutileStepTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final TableId A = new TableId("a");
  private static final ByteSize SIZE = ByteSize.ofMegabytes(100);
  private static final Step MOVE = new MovePartition(new PartitionId("a-1"), A, RS1, RS2, SIZE);
  private static final Step COMPACTION =
      new CompactPartition(new PartitionId("a-1"), A, RS2, Ratio.of(0.9), SIZE);

  /** Compactions take an hour at the pace of looks. */
  private final Rig rig =
      new Rig(
          clock ->
              cluster()
                  .clock(clock)
                  .pace(new Pace(0, 0, 0, 0, 20_000))
                  .node("rs1")
                  .holding("a", 1)
                  .node("rs2"));

  private Outcome carryOut(Step ruledOutAt, Restrictions rules, Step... steps) {
    List<Step> all = List.of(steps);
    Progress ruling =
        new Progress() {
          @Override
          public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
            if (state == StepState.ISSUED && all.get(step).equals(ruledOutAt)) {
              rig.cluster.restrict(rules);
            }
          }
        };
    Plan plan =
        new Plan(
            "p",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            all,
            Price.of(all),
            List.of(ReasonCode.ASKED_FOR.says("by the test")));
    PlanExecutor executor =
        new PlanExecutor(
            rig.cluster.ports(),
            rig.balancer(rig.journal),
            new ActionLog(rig.journal),
            rig.time,
            Rig.LIMITS,
            ruling,
            rig.stop,
            CostModel.assumed());
    try (Claim claim = rig.claim()) {
      return executor.carryOut(plan, null, claim);
    }
  }

  private List<String> reached(int step) throws Exception {
    List<String> reached = new ArrayList<>();
    for (JournalEntry entry : rig.journal.ofPlan("p")) {
      if (entry.event() instanceof StepReached one && one.step() == step) {
        reached.add(one.state() + (one.why() == null ? "" : ": " + one.why()));
      }
    }
    return reached;
  }

  @Test
  void aCompactionThatIsIgnoredFromNowOnEndsAtOnceWithTheReason() throws Exception {
    Outcome outcome =
        carryOut(
            COMPACTION,
            Restrictions.of(List.of(), Map.of(A, "it is read only"), Map.of(), Map.of()),
            MOVE,
            COMPACTION);

    assertThat(outcome.changes()).isEqualTo(2);
    assertThat(reached(1))
        .last()
        .asString()
        .containsIgnoringCase("failed: the store does not compact a: it is read only");
    assertThat(rig.sinceStart()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void oneThatIsIgnoredBeforeItsTurnIsNotAskedFor() throws Exception {
    carryOut(
        MOVE,
        Restrictions.of(List.of(), Map.of(), Map.of(RS2, "switched off"), Map.of()),
        MOVE,
        COMPACTION);

    assertThat(reached(1))
        .singleElement()
        .asString()
        .containsIgnoringCase("failed: the store does not compact on rs2: switched off");
  }

  @Test
  void aPlanEndsBeforeItMovesAcrossPoolsThatWereMadeMeanwhile() {
    MovePartition back = new MovePartition(new PartitionId("a-1"), A, RS2, RS1, SIZE);

    Outcome outcome =
        carryOut(
            MOVE,
            Restrictions.ofPools(
                new Pool("default", List.of(RS2), List.of(A), true),
                new Pool("other", List.of(RS1), List.of(), false)),
            MOVE,
            back);

    assertThat(outcome).isInstanceOf(Outcome.Abandoned.class);
    assertThat(outcome.sentence().toString()).contains("rs1 may not hold partitions of a");
    assertThat(rig.cluster.incidents()).isEmpty();
  }
}
