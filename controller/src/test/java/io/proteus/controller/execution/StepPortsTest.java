package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Stages;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepPortsTest {
  private final InMemoryCluster cluster = MixedClusters.lopsided(ManualClock.start()).build();
  private final Ports ports = Ports.of(cluster, cluster.cloud());

  @Test
  void aMachineCarriesThePlanThatStartedItAndTheTokenOfItsStep() throws PortException {
    int more = cluster.peek().nodes().size() + 1;

    StepPorts.of(ports, "plan-7", 2, Stages.UNSEEN).need(Machines.class).launch(more, Map.of());

    assertThat(cluster.cloud().inventory())
        .extracting(Machine::tags)
        .filteredOn(tags -> !tags.isEmpty())
        .singleElement()
        .satisfies(
            tags ->
                assertThat(tags)
                    .containsEntry(MachineTags.PLAN, "plan-7")
                    .containsEntry(MachineTags.TOKEN, "plan-7-2")
                    .containsEntry(MachineTags.CLUSTER, cluster.peek().cluster()));
  }

  /** As after a crash, when the cloud does not list yet what the first order started. */
  @Test
  void theSameStepStartsNoSecondMachine() throws PortException {
    int before = cluster.peek().nodes().size();

    StepPorts.of(ports, "plan-7", 2, Stages.UNSEEN)
        .need(Machines.class)
        .launch(before + 1, Map.of());
    StepPorts.of(ports, "plan-7", 2, Stages.UNSEEN)
        .need(Machines.class)
        .launch(before + 2, Map.of());

    assertThat(cluster.cloud().machines()).hasSize(before + 1);
  }

  @Test
  void anEndIsOrderedWithTheTokenOfItsStep() throws PortException {
    List<String> tokens = new ArrayList<>();
    Machines told =
        new Machines() {
          @Override
          public void launch(int total, Map<String, String> settings) {}

          @Override
          public Map<NodeId, Instant> machines() {
            return Map.of();
          }

          @Override
          public void terminate(NodeId node) {}

          @Override
          public void terminate(NodeId node, String token) {
            tokens.add(token);
          }
        };

    StepPorts.of(Ports.of(cluster, told), "plan-7", 2, Stages.UNSEEN)
        .need(Machines.class)
        .terminate(new NodeId("rs1"));

    assertThat(tokens).containsExactly("plan-7-2");
  }
}
