package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

  private static RetriesExhaustedException exhausted(Throwable reason) {
    return new RetriesExhaustedException(
        2,
        List.of(new RetriesExhaustedException.ThrowableWithExtraContext(reason, 0, "at a server")));
  }
}
