package io.proteus.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.proteus.core.port.Facets;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.deployment.cassandra.LocalCassandra;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Three real nodes on this machine, a keyspace with two copies, and Proteus's own look at them. */
final class RingUnderTest implements AutoCloseable {
  private static final Path JARS = Path.of("../../deployments/cassandra-server/target/lib");

  final CassandraDeployment deployment;
  final CassandraSettings settings;
  final CassandraStore store;
  final Ports ports;

  RingUnderTest(Path folder) throws PortException {
    this(folder, Map.of());
  }

  /**
   * @param properties of all nodes, in their own keys
   */
  RingUnderTest(Path folder, Map<String, String> properties) throws PortException {
    deployment = CassandraDeployment.in(folder);
    deployment.destroy(line -> {});
    try {
      deployment.up(new Daemon(JARS, null, properties), 3, line -> {});
    } catch (PortException e) {
      deployment.down(line -> {});
      throw e;
    }
    settings = settings(folder.resolve("notes"), "127.0.0.1");
    try (CqlSession client = client()) {
      client.execute(
          "create keyspace k with replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
      client.execute("create table k.t (id int primary key, v text)");
    }
    store = CassandraStore.connect(settings, Set.of("memtable_heap_space"));
    ports =
        new Ports(
            store,
            Facets.of(
                store,
                new RingOrders(store),
                new NodeOrders(store),
                store.tableOrders().orElseThrow(),
                store.localTableOrders().orElseThrow(),
                new LocalCassandra(deployment, line -> {})),
            store.claims());
  }

  static CassandraSettings settings(Path notes, String node) {
    return settings(notes, node, CassandraDeployment.CQL_PORT);
  }

  static CassandraSettings settings(Path notes, String node, int cqlPort) {
    return new CassandraSettings(
        List.of(node),
        Optional.empty(),
        7499,
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(5),
        Optional.of(notes),
        Optional.of(cqlPort),
        Optional.empty(),
        Optional.empty());
  }

  static CqlSession client() {
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress("127.0.0.1", CassandraDeployment.CQL_PORT))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "ALL")
                .build())
        .build();
  }

  @Override
  public void close() throws PortException {
    store.close();
    deployment.down(line -> {});
  }
}
