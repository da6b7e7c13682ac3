package io.proteus.testkit;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Ports;
import io.proteus.testkit.toy.ToyEngine;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;

/** The smallest engine keeps what every store has to keep. */
class ToyEngineContractTest {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ToyEngine toy = ToyEngine.restart(InstantSource.system());

  private Ports ports() {
    return new Ports(toy, Facets.of(toy), toy);
  }

  @Nested
  class AsAnEngine extends EngineContractTest {
    @Override
    protected Ports ports() {
      return ToyEngineContractTest.this.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected NodeId anUnreadableNode() {
      NodeId silent = new NodeId("box-2");
      toy.silent.add(silent);
      return silent;
    }
  }

  @Nested
  class ToBeClaimed extends ClaimContractTest {
    @Override
    protected Ports ports() {
      return ToyEngineContractTest.this.ports();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void loseClaim() {
      toy.expire();
    }
  }
}
