package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reshapes;
import io.proteus.deployment.hbase.LocalCloud;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import io.proteus.testkit.HostMetricsContractTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real HBase, and the processes that it runs in, keep what every store and cloud has to keep. */
class HBaseContractIT {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent().getParent();

  /** Longer than a RegionServer takes to come up, and its regions to be elsewhere when it ends. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /**
   * Halves are merged once they are compacted and what that replaced is gone: 80 s were measured.
   */
  private static final Duration UNTIL_MERGED = Duration.ofMinutes(4);

  private static final String HANDLERS = "hbase.regionserver.handler.count";

  /** By a name that the next RegionServer has. */
  private static final String STRANGER = "rs4";

  @TempDir static Path elsewhere;
  private static ClusterUnderTest cluster;
  private static HBaseEngine engine;
  private static Ports ports;

  @BeforeAll
  static void start() throws Exception {
    cluster = ClusterUnderTest.withPlugin(HOME.resolve("engines/hbase/target/it-contract"), HOME);
    cluster.fill();
    engine = HBaseEngine.connect(cluster.address, Limits.USUAL, Set.of(HANDLERS));
    ports = Ports.of(engine, new LocalCloud(cluster.deployment, System.out::println));
  }

  @AfterAll
  static void stop() throws Exception {
    strangers().stop(List.of(STRANGER), PATIENCE, name -> {});
    if (engine != null) {
      engine.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static LocalProcesses strangers() throws PortException {
    return LocalProcesses.in(elsewhere.resolve("state"));
  }

  @Nested
  class AsAnEngine extends EngineContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return UNTIL_MERGED;
    }

    /** Its info server is off. */
    @Override
    protected NodeId anUnreadableNode() throws PortException {
      return cluster.server(3);
    }

    @Override
    protected boolean readsAhead(NodeId node) throws Exception {
      return cluster.prefetches(node);
    }

    @Override
    protected TableChange aChangeOf(TableSettings before) {
      return TableChange.of(
          SettingsChange.NOTHING,
          Map.of("f", SettingsChange.setting(Map.of("BLOOMFILTER", "NONE"))));
    }
  }

  /** No region of it has a file, so each is split and merged as soon as it is there. */
  @Nested
  class AnEmptyTable {
    private static final TableId EMPTY = new TableId("empty");
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void isSplitAtSeveralKeysAndSpreadBeforeItsLoadAndMergedAtOnce() throws Exception {
      cluster.create(TableName.valueOf(EMPTY.value()));
      try {
        Topology before = engine.topology();
        Partition whole = before.holding(EMPTY, KeyRange.ALL).orElseThrow();
        List<NodeId> nodes = List.of(cluster.server(3), cluster.server(2), cluster.server(1));
        List<Reshapes.Split> splits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          splits.add(new Reshapes.Split(whole.id(), RowKey.parse("user" + (9 - i)), nodes.get(i)));
        }
        List<Step> steps = new Reshapes(splits, List.of()).steps(before, true);

        for (Step step : steps) {
          carryOut(step);
        }
        assertThat(engine.topology().within(EMPTY, KeyRange.ALL))
            .extracting(Partition::node)
            .containsExactlyInAnyOrder(whole.node(), nodes.get(0), nodes.get(1), nodes.get(2));
        carryOut(steps.get(0).inverse(before).orElseThrow());
        assertThat(engine.topology().within(EMPTY, KeyRange.ALL)).hasSize(1);
      } finally {
        cluster.drop(TableName.valueOf(EMPTY.value()));
      }
    }

    private void carryOut(Step step) {
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(200))
          .ignoreException(PortException.class)
          .until(
              () -> {
                Topology now = engine.topology();
                if (!step.isDone(now) && step.blockedBy(now).isEmpty()) {
                  step.issue(ports);
                }
                return step.isDone(now);
              });
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
    protected void loseClaim() throws Exception {
      cluster.delete(cluster.address.parent() + "/proteus/claim");
    }
  }

  @Nested
  class InItsProcesses extends CloudContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected Map.Entry<String, String> aSetting() {
      return Map.entry(HANDLERS, "23");
    }

    /** A process by a RegionServer's name, of a cluster in another folder. */
    @Override
    protected void aStrangerStartsAMachine() throws PortException {
      strangers().stop(List.of(STRANGER), PATIENCE, name -> {}); // of the test before
      strangers()
          .start(
              new ProcessSpec(
                  STRANGER,
                  List.of("sleep", "60"),
                  Map.of(),
                  elsewhere,
                  elsewhere.resolve("rs4.log"),
                  STRANGER));
    }
  }

  /** What is asked of the servers' JVMs, and of their processes. */
  abstract static class Hosts extends HostMetricsContractTest {
    @Override
    protected List<NodeId> nodes() throws PortException {
      return List.of(cluster.server(1), cluster.server(2));
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() throws PortException {
      engine.sample();
    }
  }

  @Nested
  class HostsByTheirProcesses extends Hosts {
    private final HostMetrics hosts = new LocalCloud(cluster.deployment, line -> {});

    @Override
    protected HostMetrics hosts() {
      return hosts;
    }
  }

  @Nested
  class HostsByTheirServers extends Hosts {
    @Override
    protected HostMetrics hosts() {
      return engine.hosts();
    }
  }
}
