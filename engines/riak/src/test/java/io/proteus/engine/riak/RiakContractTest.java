package io.proteus.engine.riak;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.EngineContractTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that answers as a recorded one did keeps what every store has to. */
class RiakContractTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private RiakUnderTest cluster;
  private RiakStore store;
  private Ports ports;

  @BeforeEach
  void start() throws PortException {
    cluster = new RiakUnderTest(folder);
    store = cluster.connect();
    ports = cluster.ports(store);
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    cluster.close();
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
    protected void passTime() {
      cluster.clock.advance(Duration.ofSeconds(15));
    }

    @Override
    protected NodeId anUnreadableNode() {
      cluster.riak.silent.add(RiakUnderTest.TWO);
      return new NodeId(RiakUnderTest.TWO);
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
      store
          .notes()
          .change(
              all -> {
                all.remove("claim.token");
                return all;
              });
    }
  }
}
