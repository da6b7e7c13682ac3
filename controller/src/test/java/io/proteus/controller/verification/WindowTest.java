package io.proteus.controller.verification;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Monitor;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.journal.Observed;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.testkit.ClusterBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What counts as a sample. */
class WindowTest {
  private static final NodeId RS1 = new NodeId("rs1");

  /** So many that one of them is less than what an observation may miss. */
  private static Rig thirtyNodes() {
    return new Rig(
        clock -> {
          ClusterBuilder described = cluster().clock(clock);
          for (int i = 1; i <= 30; i++) {
            described.node("rs" + i).holding("t", 2, new RequestRates(100, 0, 0));
          }
          return described;
        });
  }

  private static Window ofNode(Rig rig) throws Exception {
    return Window.of(rig.journal.before(Long.MAX_VALUE, 100, List.of("observed")), RS1);
  }

  private static void observe(Rig rig, Monitor monitor, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      rig.clock.advance(Duration.ofSeconds(30));
      rig.journal.append(rig.clock.instant(), Observed.of(monitor.observe()));
    }
  }

  @Test
  void aNodeThatDoesNotTellIsNoNodeThatServesNothing() throws Exception {
    Rig rig = thirtyNodes();
    Monitor monitor = rig.monitor();
    observe(rig, monitor, 4);
    assertThat(ofNode(rig).throughputs()).containsExactly(200, 200, 200);

    rig.cluster.readable(RS1, false);
    observe(rig, monitor, 4);

    assertThat(ofNode(rig).throughputs()).containsExactly(200, 200, 200);
  }

  @Test
  void whatWasWrittenDownTellsWhichNodesAreNotKnown() throws Exception {
    Rig rig = thirtyNodes();
    Monitor monitor = rig.monitor();
    observe(rig, monitor, 2);
    rig.cluster.readable(RS1, false);
    observe(rig, monitor, 1);

    Observed last =
        (Observed) rig.journal.before(Long.MAX_VALUE, 1, List.of("observed")).get(0).event();

    assertThat(last.nodes())
        .filteredOn(node -> !node.isKnown())
        .singleElement()
        .satisfies(node -> assertThat(node.node()).isEqualTo(RS1))
        .satisfies(node -> assertThat(node.unknown()).isEqualTo(2));
  }
}
