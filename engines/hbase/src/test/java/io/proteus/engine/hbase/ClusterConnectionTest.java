package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.junit.jupiter.api.Test;

class ClusterConnectionTest {
  @Test
  void ofWhatWasTriedInVainTheLastReasonIsTold() {
    Throwable refused = new IOException("call failed", new IOException("no such region\n\tat x"));

    assertThat(ClusterConnection.sentence(exhausted(refused)))
        .isEqualTo("IOException: no such region");
  }

  @Test
  void aClusterThatClosesTheConnectionMayWantKerberos() {
    Throwable closed =
        new IOException("call failed", new ConnectionClosedException("Connection closed"));

    assertThat(ClusterConnection.sentence(exhausted(closed)))
        .startsWith("ConnectionClosedException: Connection closed. If the cluster wants Kerberos")
        .contains("engine.properties")
        .contains("hbase.security.authentication");
  }

  /** ZooKeeper's client waits for its whole session before it lets a connection go. */
  @Test
  void aZooKeeperThatSaysNothingIsGivenUpOnWhenItIsSaidSo() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Limits limits = new Limits(Duration.ofSeconds(3), Duration.ofSeconds(1));
      String address = "127.0.0.1:" + silent.getLocalPort();
      ClientConfiguration.of(HBaseAddress.of(address)); // the classes are not what is measured
      long begun = System.nanoTime();

      assertThatThrownBy(() -> ClusterConnection.open(HBaseAddress.of(address), limits))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("No ZooKeeper answers at %s within 1 s", address)
          .hasMessageContaining("engine.zookeeper")
          .hasMessageContaining("--zookeeper");

      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isLessThan(ClusterConnection.SESSION.minusSeconds(2));
    }
  }

  private static RetriesExhaustedException exhausted(Throwable reason) {
    return new RetriesExhaustedException(
        2,
        List.of(new RetriesExhaustedException.ThrowableWithExtraContext(reason, 0, "at a server")));
  }
}
