package io.proteus.engine.cassandra;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.Address;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to reach the JMX of a Cassandra cluster.
 *
 * @param nodes some of its nodes; the others are found through them
 * @param name of the cluster; empty: the first of the addresses
 * @param jmxPort of all nodes
 * @param user as whom Proteus acts
 * @param passwordFile holds the user's password
 * @param timeout until a node must answer
 * @param directory where claims are kept, outside of the cluster
 * @param cqlPort of all nodes; empty: tables and the files of nodes are not looked at
 * @param cqlUser as whom Proteus asks in CQL
 * @param cqlPasswordFile holds that user's password
 */
@Section("Cassandra 5 ([details](../engines/cassandra/README.md))")
public record CassandraSettings(
    @Key(doc = "some nodes of the cluster, by their own addresses", example = "10.0.0.1")
        List<String> nodes,
    @Key(doc = "a name for the cluster; without it, its first address") Optional<String> name,
    @Key(
            doc =
                "the JMX port of all nodes; a node on loopback 127.0.0.N is asked at 127.0.0.1 and this port + N - 1",
            usual = "7199")
        int jmxPort,
    @Key(doc = "the JMX user as whom Proteus acts", example = "proteus") Optional<String> user,
    @Key(doc = "file with the user's password; relative to the working folder")
        Optional<Path> passwordFile,
    @Key(doc = "until a node must answer", usual = "5s") Duration timeout,
    @Key(
            doc =
                "where claims and failed orders are kept; several Proteus need the same folder, or cloud.lease",
            example = "/var/lib/proteus/cassandra")
        Optional<Path> directory,
    @Key(
            doc =
                "the CQL port of all nodes: with it Proteus reads the settings of nodes and tables, and may change those of tables",
            example = "9042")
        Optional<Integer> cqlPort,
    @Key(doc = "the role as which Proteus asks in CQL", example = "proteus")
        Optional<String> cqlUser,
    @Key(doc = "file with the role's password; relative to the working folder")
        Optional<Path> cqlPasswordFile) {
  private static final String LOOPBACK = "127.0.0.";
  private static final int LAST_PORT = 65_535;

  public CassandraSettings {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new InvalidValue("engine.nodes: want one address or more, got none.");
    }
    if (cqlPort.isPresent() && (cqlPort.get() < 1 || cqlPort.get() > LAST_PORT)) {
      throw new InvalidValue("engine.cqlPort: want 1 to 65535, got %d.".formatted(cqlPort.get()));
    }
    if (timeout.compareTo(Duration.ofMillis(1)) < 0) {
      throw new InvalidValue("engine.timeout: want 1 ms or more, got %s.".formatted(timeout));
    }
  }

  String cluster() {
    return name.orElse(nodes.get(0));
  }

  Path folder() {
    return directory.orElse(Path.of(System.getProperty("user.home"), ".proteus", "cassandra"));
  }

  /** Where a node's JMX is. On one machine each node needs a port of its own. */
  Address jmx(String node) {
    if (node.matches("127\\.0\\.0\\.\\d{1,3}")) {
      return new Address(
          LOOPBACK + 1, jmxPort + Integer.parseInt(node.substring(LOOPBACK.length())) - 1);
    }
    return new Address(node, jmxPort);
  }
}
