package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
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

  @Test
  void nobodyLooksAfterAConnectionThatIsNotAsked() throws Exception {
    int port = freePort();
    Registry registry = LocateRegistry.createRegistry(port);
    JMXConnectorServer node =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:%d/jmxrmi".formatted(port)),
            Map.of(),
            ManagementFactory.getPlatformMBeanServer());
    node.start();
    try (Connections connections = new Connections(settings(port))) {
      assertThat(connections.ask("127.0.0.1", MBeanServerConnection::getMBeanCount)).isPositive();
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("JMX client heartbeat"));
    } finally {
      node.stop();
      UnicastRemoteObject.unexportObject(registry, true);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static CassandraSettings settings(int port) {
    return new CassandraSettings(
        List.of("127.0.0.1"),
        Optional.empty(),
        port,
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(20),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
