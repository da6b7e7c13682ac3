package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.proteus.lab.local.cassandra.CassandraClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;

/**
 * A client of a Cassandra cluster that writes all the time, and wants two of three copies to have
 * it.
 */
final class QuorumWrites implements AutoCloseable {
  private static final int KEYS = 500;
  private static final Duration HEARD = Duration.ofMinutes(1);

  private final CqlSession client;
  private final Map<Integer, String> acknowledged = new TreeMap<>();
  private final AtomicBoolean enough = new AtomicBoolean();
  private final CompletableFuture<Void> writes;

  private QuorumWrites(CqlSession client) {
    this.client = client;
    PreparedStatement write = client.prepare("insert into k.t (id, v) values (?, ?)");
    this.writes = CompletableFuture.runAsync(() -> write(write));
  }

  /** Makes the table, and begins. */
  static QuorumWrites start(List<String> addresses) {
    CqlSession client = CassandraClient.connect(addresses, "QUORUM");
    client.execute(
        "create keyspace k with replication = {'class': 'SimpleStrategy', 'replication_factor': 3}");
    client.execute("create table k.t (id int primary key, v text)");
    return new QuorumWrites(client);
  }

  private void write(PreparedStatement write) {
    for (int number = 0; !enough.get(); number++) {
      int id = number % KEYS;
      String value = "value" + number;
      try {
        client.execute(write.bind(id, value));
        acknowledged.put(id, value);
      } catch (DriverException e) {
        acknowledged.remove(id); // it may be there or not
      }
    }
  }

  /** Waits until so many nodes are the ring; each hears of a change by gossip. */
  void ringHas(int nodes) {
    Awaitility.await("a ring of %d nodes".formatted(nodes))
        .atMost(HEARD)
        .untilAsserted(
            () ->
                assertThat(client.execute("select peer from system.peers_v2").all())
                    .hasSize(nodes - 1));
  }

  /** What a node says that it was started with. */
  static String setting(String address, String name) {
    try (CqlSession session = CassandraClient.connect(List.of(address), "ONE")) {
      Node node =
          session.getMetadata().getNodes().values().stream()
              .filter(known -> isAt(known, address))
              .findFirst()
              .orElseThrow();
      return session
          .execute(
              SimpleStatement.newInstance(
                      "select value from system_views.settings where name = ?", name)
                  .setNode(node))
          .all()
          .get(0)
          .getString("value");
    }
  }

  private static boolean isAt(Node node, String address) {
    return node.getBroadcastRpcAddress()
        .filter(known -> known.getAddress().getHostAddress().equals(address))
        .isPresent();
  }

  /** Stops writing, and reads every acknowledged write back. */
  void assertNothingIsLost() throws Exception {
    stop();
    assertThat(acknowledged).as("keys").hasSize(KEYS);
    PreparedStatement read = client.prepare("select v from k.t where id = ?");
    acknowledged.forEach(
        (id, value) -> {
          List<Row> rows = client.execute(read.bind(id)).all();
          assertThat(rows).extracting(row -> row.getString("v")).containsExactly(value);
        });
  }

  private void stop() throws Exception {
    enough.set(true);
    writes.get(60, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    try {
      stop();
    } finally {
      client.close();
    }
  }
}
