package io.proteus.testkit;

import static io.proteus.testkit.InMemoryCluster.cluster;

import io.proteus.core.port.Ports;
import java.time.Duration;

class InMemoryClusterContractTest extends EngineContractTest {
  private final InMemoryCluster cluster =
      cluster().node("rs1").holding("t1", 3).node("rs2").holding("t1", 2).build();

  @Override
  protected Ports ports() {
    return cluster.ports();
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(2);
  }
}
