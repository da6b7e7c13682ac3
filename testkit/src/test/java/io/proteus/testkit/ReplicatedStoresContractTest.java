package io.proteus.testkit;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import io.proteus.testkit.ring.RingEngine;
import io.proteus.testkit.ring.ShardEngine;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** A store that places its partitions itself, and one of primaries with followers. */
class ReplicatedStoresContractTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ManualClock clock = ManualClock.start();
  private final RingEngine ring = RingEngine.restart(clock);
  private final ShardEngine shards = ShardEngine.restart(clock);

  private static <E extends Store & Claiming> Ports portsOf(E engine) {
    return new Ports(engine, Facets.of(engine), engine);
  }

  @Nested
  class ARing extends EngineContractTest {
    @Override
    protected Ports ports() {
      return portsOf(ring);
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      clock.advance(Duration.ofSeconds(1));
    }

    @Override
    protected NodeId anUnreadableNode() {
      NodeId silent = new NodeId("ring-2");
      ring.silent.add(silent);
      return silent;
    }
  }

  @Nested
  class ARingsMachines extends CloudContractTest {
    @Override
    protected Ports ports() {
      return portsOf(ring);
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      clock.advance(Duration.ofSeconds(1));
    }
  }

  @Nested
  class Shards extends EngineContractTest {
    @Override
    protected Ports ports() {
      return portsOf(shards);
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      clock.advance(Duration.ofSeconds(1));
    }

    @Override
    protected NodeId anUnreadableNode() {
      NodeId silent = new NodeId("shard-2");
      shards.silent.add(silent);
      return silent;
    }
  }

  @Nested
  class ShardsMachines extends CloudContractTest {
    @Override
    protected Ports ports() {
      return portsOf(shards);
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      clock.advance(Duration.ofSeconds(1));
    }
  }
}
