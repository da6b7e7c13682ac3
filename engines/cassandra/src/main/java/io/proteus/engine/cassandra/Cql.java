package io.proteus.engine.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.loadbalancing.BasicLoadBalancingPolicy;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One CQL session for all nodes, begun when it is first needed and anew when that failed. */
final class Cql implements AutoCloseable {
  /** Everything else of Proteus is quick; a change of a table waits for all nodes to know it. */
  private static final Duration OF_A_CHANGE = Duration.ofSeconds(30);

  private final CassandraSettings settings;
  private @Nullable CqlSession session;

  Cql(CassandraSettings settings) {
    this.settings = settings;
  }

  /** Asks any node. */
  List<Row> ask(String query) throws PortException {
    return run(SimpleStatement.newInstance(query)).all();
  }

  /**
   * Asks a node for what each node has of its own.
   *
   * @param address the node's own
   */
  List<Row> ask(String address, String query) throws PortException {
    Node node =
        session().getMetadata().getNodes().values().stream()
            .filter(known -> address.equals(addressOf(known)))
            .findFirst()
            .orElseThrow(
                () ->
                    new PortException("%s: not known to whom is asked in CQL.".formatted(address)));
    return run(SimpleStatement.newInstance(query).setNode(node)).all();
  }

  /** Changes the schema, and waits until all nodes that are up have it so. */
  void change(String statement) throws PortException {
    ResultSet result = run(SimpleStatement.newInstance(statement).setTimeout(OF_A_CHANGE));
    if (!result.getExecutionInfo().isSchemaInAgreement()) {
      throw new PortException(
          "not all nodes have the change yet, and no other is begun before: %s"
              .formatted(statement));
    }
  }

  private ResultSet run(SimpleStatement statement) throws PortException {
    try {
      return session().execute(statement);
    } catch (DriverException e) {
      throw new PortException("CQL, \"%s\": %s".formatted(statement.getQuery(), says(e)), e);
    }
  }

  private static @Nullable String addressOf(Node node) {
    InetAddress address =
        node.getBroadcastAddress().map(InetSocketAddress::getAddress).orElse(null);
    return address == null ? null : address.getHostAddress();
  }

  private synchronized CqlSession session() throws PortException {
    if (session == null) {
      session = open();
    }
    return Objects.requireNonNull(session);
  }

  private CqlSession open() throws PortException {
    List<InetSocketAddress> nodes = new ArrayList<>();
    for (String node : settings.nodes()) {
      nodes.add(new InetSocketAddress(node, settings.cqlPort().orElseThrow()));
    }
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoints(nodes)
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, settings.timeout())
                    .withDuration(
                        DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, settings.timeout())
                    // all data centers: orders are for the whole cluster
                    .withClass(
                        DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                        BasicLoadBalancingPolicy.class)
                    .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                    .withBoolean(DefaultDriverOption.REQUEST_WARN_IF_SET_KEYSPACE, false)
                    .build());
    if (settings.cqlUser().isPresent() && settings.cqlPasswordFile().isPresent()) {
      builder.withAuthCredentials(settings.cqlUser().get(), password());
    }
    try {
      return builder.build();
    } catch (DriverException e) {
      throw new PortException(
          "engine.cqlPort %d of %s: %s"
              .formatted(
                  settings.cqlPort().orElseThrow(), String.join(", ", settings.nodes()), says(e)),
          e);
    }
  }

  private String password() throws PortException {
    try {
      return Files.readString(settings.cqlPasswordFile().orElseThrow()).strip();
    } catch (IOException e) {
      throw new PortException("engine.cqlPasswordFile: cannot be read: " + e.getMessage(), e);
    }
  }

  /** The driver counts in a message how many nodes it tried; who reads it wants the first why. */
  private static String says(DriverException e) {
    if (e instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .map(error -> String.valueOf(error.getMessage()))
          .findFirst()
          .orElse("no node answers");
    }
    return String.valueOf(e.getMessage());
  }

  @Override
  public synchronized void close() {
    if (session != null) {
      session.forceCloseAsync();
      session = null;
    }
  }
}
