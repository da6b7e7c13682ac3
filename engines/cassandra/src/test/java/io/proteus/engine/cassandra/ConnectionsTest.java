package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.management.InstanceNotFoundException;
import org.junit.jupiter.api.Test;

/** What is said of a node that does not answer over JMX. */
class ConnectionsTest {
  @Test
  void aNodeWhoseJmxIsUpBeforeCassandraIsStarting() {
    assertThat(Connections.reason(new InstanceNotFoundException(Ring.STORAGE)))
        .isEqualTo("it is starting");
  }

  @Test
  void aPodThatHasNoAddressYetIsNotKnownByItsName() {
    assertThat(Connections.reason(new IOException(new UnknownHostException("orders-3"))))
        .isEqualTo("no host of that name is known (yet)");
  }

  @Test
  void whereNothingListensSaysWhatToLookAt() {
    assertThat(Connections.reason(new IOException(new ConnectException("Connection refused"))))
        .contains("nothing listens there", "Is Cassandra running");
  }

  @Test
  void whatElseIsWrongSaysItself() {
    assertThat(Connections.reason(new IOException("no such object in table")))
        .isEqualTo("no such object in table");
    assertThat(Connections.reason(new IOException())).isEqualTo("IOException");
  }
}
