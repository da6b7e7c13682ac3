package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEvent.Drained;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.Price;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.testkit.Call;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A drain ends with the machine of its node: the next node of that name is like any other. */
class StepLogTest {
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId RS3 = new NodeId("rs3");
  private static final DrainedNodes BOTH = DrainedNodes.NONE.drain(RS2).drain(RS3);

  private final Rig rig =
      new Rig(clock -> cluster().clock(clock).node("rs1").holding("t", 2).node("rs2").node("rs3"));

  private Outcome remove(NodeId node) throws Exception {
    rig.journal.append(rig.time.now(), new Drained(BOTH));
    List<Step> steps = List.of(new RemoveNode(node), new ForgetNode(node));
    return rig.carryOut(
        new Plan(
            "removal",
            1,
            Layout.of(List.of(), List.of(node), Map.of()),
            steps,
            Price.of(steps),
            List.of(ReasonCode.ASKED_FOR.says("by the test"))));
  }

  @Test
  void aDrainedNodeThatWasRemovedIsDrainedNoMoreAndOthersStill() throws Exception {
    assertThat(remove(RS3)).isInstanceOf(Outcome.Completed.class);

    assertThat(rig.journal.drained()).isEqualTo(DrainedNodes.NONE.drain(RS2));
    assertThat(rig.journal.memory().drains()).isEqualTo(DrainedNodes.NONE.drain(RS2));
  }

  @Test
  void aNodeWhoseRemovalWasRefusedIsStillDrained() throws Exception {
    rig.cluster.faults().refuseNext(Call.TERMINATE, 1_000);

    assertThat(remove(RS3)).isInstanceOf(Outcome.Abandoned.class);

    assertThat(rig.journal.drained()).isEqualTo(BOTH);
  }
}
