package io.proteus.testkit;

import static io.proteus.testkit.InMemoryCluster.cluster;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Ports;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The store in memory keeps what every store has to keep. */
class InMemoryClusterContractTest {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final InMemoryCluster cluster =
      cluster().node("rs1").holding("t1", 3).node("rs2").holding("t1", 2).build();

  @Nested
  class AsAnEngine extends EngineContractTest {
    @Override
    protected Ports ports() {
      return cluster.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected NodeId anUnreadableNode() {
      NodeId node = new NodeId("rs2");
      cluster.readable(node, false);
      return node;
    }

    @Override
    protected boolean readsAhead(NodeId node) {
      return cluster.prefetching().contains(node);
    }
  }

  /** A store that divides no memory, and whose nodes have settings of their own. */
  @Nested
  class SetInItsOwnKeys extends EngineContractTest {
    private final InMemoryCluster own =
        cluster()
            .node("rs1")
            .ownSetting("maxmemory", "1gb", Effect.ONLINE)
            .holding("t1", 2)
            .node("rs2")
            .ownSetting("maxmemory", "1gb", Effect.ONLINE)
            .holding("t1", 2)
            .without(Capability.MEMORY_SPLIT_ONLINE, Capability.PREFETCH)
            .build();

    @Override
    protected Ports ports() {
      return own.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected NodeId anUnreadableNode() {
      NodeId node = new NodeId("rs2");
      own.readable(node, false);
      return node;
    }

    @Override
    protected String anotherValue(String key, String value) {
      return "2gb";
    }
  }

  @Nested
  class ToBeClaimed extends ClaimContractTest {
    @Override
    protected Ports ports() {
      return cluster.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void loseClaim() {
      cluster.expireClaim();
    }
  }

  @Nested
  class InItsCloud extends CloudContractTest {
    @Override
    protected Ports ports() {
      return cluster.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }
  }

  /** A store of which less can be asked, in a place where nodes can only be restarted. */
  @Nested
  class WithFewCapabilities extends CloudContractTest {
    private final InMemoryCluster bare =
        cluster().node("rs1").holding("t1", 1).node("rs2").without(Capability.RESIZE).build();

    @Override
    protected Ports ports() {
      return bare.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }
  }

  @Nested
  class ItsHosts extends HostMetricsContractTest {
    @Override
    protected HostMetrics hosts() {
      return cluster.hosts();
    }

    @Override
    protected List<NodeId> nodes() {
      return List.of(new NodeId("rs1"), new NodeId("rs2"));
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void fallSilent() {
      cluster.faults().refuseNext(Call.READ_HOSTS, 1);
    }
  }
}
