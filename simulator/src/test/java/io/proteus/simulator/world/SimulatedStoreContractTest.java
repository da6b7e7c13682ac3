package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Ports;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import io.proteus.testkit.HostMetricsContractTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The simulated store and its machines keep what every store and every cloud has to keep. */
class SimulatedStoreContractTest {
  /** Of real time; a look lets the world go on by {@link #A_LOOK}. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration A_LOOK = Duration.ofSeconds(2);

  private static final Scenario QUIET =
      ScenarioFile.parse(
          "a test",
          """
          name: quiet
          nodes: 3
          layout: balanced
          lasts: 6h
          tenants:
            - {name: A, operations: {read: 1}, clients: 5, rows: 2000, shares: 6}
          faults:
            - {fault: metrics-lost, at: 10s, lasts: 5h, node: 2}
          """);

  private final World world = new World(QUIET, ModelConstants.fitted(), 1);
  private final ControllerLife life = new ControllerLife(world);
  private final Ports ports =
      new SimulatedEngine(world, life).ports(new SimulatedCloud(world, life));

  @Nested
  class AsAnEngine extends EngineContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      world.advance(A_LOOK);
    }

    @Override
    protected NodeId anUnreadableNode() {
      world.advance(Duration.ofMinutes(1));
      return world.nodes().get(2).id;
    }

    @Override
    protected boolean readsAhead(NodeId node) {
      return world.orders().prefetches(node);
    }
  }

  @Nested
  class ToBeClaimed extends ClaimContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void loseClaim() {
      world.orders().claims().expire();
    }
  }

  @Nested
  class InItsCloud extends CloudContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      world.advance(A_LOOK);
    }
  }

  @Nested
  class ItsHosts extends HostMetricsContractTest {
    @Override
    protected HostMetrics hosts() {
      return new SimulatedCloud(world, life);
    }

    @Override
    protected List<NodeId> nodes() {
      return world.nodes().stream().map(node -> node.id).toList();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      world.advance(A_LOOK);
    }

    @Override
    protected void fallSilent() {
      List.copyOf(world.nodes()).forEach(node -> world.crash(node, Double.POSITIVE_INFINITY));
    }
  }
}
