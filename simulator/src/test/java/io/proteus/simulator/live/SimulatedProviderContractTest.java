package io.proteus.simulator.live;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The simulated cluster, whose time passes by itself, keeps what every store has to keep. */
class SimulatedProviderContractTest {
  /** Half an hour of the cluster's. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int SPEED = 200;

  @TempDir Path folder;
  private LiveSettings settings;
  private Ports ports;

  @BeforeEach
  void open() throws IOException, PortException {
    Path scenario =
        Files.writeString(
            folder.resolve("quiet.yaml"),
            """
            name: quiet
            nodes: 3
            layout: balanced
            lasts: 6h
            tenants:
              - {name: A, operations: {read: 1}, clients: 5, rows: 2000, shares: 6}
            faults:
              - {fault: metrics-lost, at: 1s, lasts: 5h, node: 2}
            """);
    settings =
        new LiveSettings(
            "steady", Optional.of(scenario), SPEED, 1, Optional.of(folder.resolve("cluster")));
    OpenStore open = new SimulatedProvider().open(settings, Set.of());
    ports = new Ports(open.store(), open.facets(), open.claiming());
  }

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
    protected NodeId anUnreadableNode() throws PortException {
      return ports.store().topology().nodes().get(2).id();
    }

    /** As every process has it read ahead that reads the history. */
    @Override
    protected boolean readsAhead(NodeId node) throws IOException {
      return Files.readAllLines(folder.resolve("cluster/history.jsonl")).stream()
          .filter(line -> line.contains("prefetch"))
          .reduce((earlier, later) -> later)
          .filter(last -> last.contains(node.value()))
          .isPresent();
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
      LiveCluster.of(settings).claims().expire();
    }
  }

  @Nested
  class OnItsMachines extends CloudContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }
  }
}
