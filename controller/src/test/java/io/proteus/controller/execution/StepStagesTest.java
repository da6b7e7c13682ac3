package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Stages;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.InMemoryCloud;
import io.proteus.testkit.Pace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StepStagesTest {
  private static final Sentence FILES = Sentence.of("%s has its files", "m4");
  private static final Sentence STARTED = Sentence.of("the store runs on %s", "m4");

  private final Rig rig =
      new Rig(clock -> cluster().clock(clock).pace(Pace.BRISK).node("rs1").node("rs2").node("rs3"));

  /** A cloud that tells how far its machines are, and whose first answer may be an error. */
  private record StagedCloud(InMemoryCloud cloud, List<PortException> refusals)
      implements Machines {
    @Override
    public void launch(Launch launch, Stages stages) throws PortException {
      stages.reached(FILES);
      if (!refusals.isEmpty()) {
        throw refusals.remove(0);
      }
      cloud.launch(launch);
      stages.reached(STARTED);
    }

    @Override
    public void launch(int total, Map<String, String> settings) {
      throw new AssertionError("a step says which it is");
    }

    @Override
    public Map<NodeId, Instant> machines() throws PortException {
      return cloud.machines();
    }

    @Override
    public void terminate(NodeId node) throws PortException {
      cloud.terminate(node);
    }
  }

  private static String told(StepState state, @Nullable Sentence why) {
    return why == null ? state.name() : state + " " + why;
  }

  private List<String> growing(PortException... refusals) throws Exception {
    List<Step> steps = List.of(new AddNode(new NodeId("new-1"), 4, null));
    Plan plan =
        new Plan(
            "p",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            steps,
            Price.of(steps),
            List.of(ReasonCode.ASKED_FOR.says("by the test")));
    Ports ports = rig.cluster.ports();
    StagedCloud cloud = new StagedCloud(rig.cluster.cloud(), new ArrayList<>(List.of(refusals)));
    List<String> seen = new ArrayList<>();
    PlanExecutor executor =
        new PlanExecutor(
            new Ports(ports.store(), ports.facets().and(Facets.of(cloud)), ports.claiming()),
            rig.balancer(rig.journal),
            new ActionLog(rig.journal),
            rig.time,
            Rig.LIMITS,
            new Progress() {
              @Override
              public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
                seen.add(told(state, why));
              }
            },
            rig.stop,
            CostModel.assumed());
    try (Claim claim = rig.claim()) {
      executor.carryOut(plan, null, claim);
    }
    assertThat(rig.journal.ofPlan("p"))
        .extracting(entry -> entry.event())
        .filteredOn(StepReached.class::isInstance)
        .extracting(event -> (StepReached) event)
        .extracting(reached -> told(reached.state(), reached.why()))
        .as("the journal has what a live view saw")
        .containsExactlyElementsOf(seen);
    return seen;
  }

  @Test
  void eachStageOfANewNodeIsSeenAndJournalled() throws Exception {
    assertThat(growing())
        .containsExactly(
            "ISSUED", "UNDERWAY m4 has its files", "UNDERWAY the store runs on m4", "DONE");
  }

  @Test
  void theStageBeforeAFailureStandsBesideIt() throws Exception {
    assertThat(growing(new PortException("m4: the store does not answer")))
        .startsWith(
            "ISSUED",
            "UNDERWAY m4 has its files",
            "REFUSED m4: the store does not answer",
            "ISSUED")
        .endsWith("UNDERWAY the store runs on m4", "DONE");
  }

  @Test
  void whatACloudTellsTooLateIsDropped() throws JournalException {
    List<Sentence> written = new ArrayList<>();
    StepStages stages = new StepStages(written::add);

    stages.reached(FILES);
    stages.close();
    stages.reached(STARTED);

    assertThat(written).containsExactly(FILES);
  }

  @Test
  void aJournalThatFailsIsToldOnceTheCloudIsDone() {
    StepStages stages =
        new StepStages(
            stage -> {
              throw new JournalException("the disk is full");
            });

    stages.reached(FILES);

    assertThatThrownBy(stages::close)
        .isInstanceOf(JournalException.class)
        .hasMessage("the disk is full");
  }
}
