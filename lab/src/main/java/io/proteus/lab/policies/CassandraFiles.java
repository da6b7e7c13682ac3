package io.proteus.lab.policies;

import io.proteus.cloud.local.Waiting;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.CassandraDeployment.Server;
import java.io.IOException;
import java.time.Duration;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The files of tables on the nodes of a cluster of this machine, and their compactions. */
record CassandraFiles(CassandraDeployment deployment) {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String METRICS = "org.apache.cassandra.metrics:type=";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private interface Question {
    long ask(MBeanServerConnection node) throws IOException, JMException;
  }

  /** Has all nodes write what a table has in memory into files. */
  void flush(String keyspace, String table) throws PortException {
    ofAll(
        node -> {
          node.invoke(
              new ObjectName(STORAGE),
              "forceKeyspaceFlush",
              new Object[] {keyspace, new String[] {table}},
              new String[] {String.class.getName(), String[].class.getName()});
          return 0;
        });
  }

  /** Waits until nothing is left to compact. */
  void settle() throws PortException {
    if (!Waiting.until(PATIENCE, () -> pending() == 0)) {
      throw new PortException(
          "%d compactions are still pending after %d minutes."
              .formatted(pending(), PATIENCE.toMinutes()));
    }
  }

  /** Compactions that run or wait, on all nodes. */
  long pending() throws PortException {
    return ofAll(node -> value(node, "Compaction,name=PendingTasks"));
  }

  /** Files of a table, on all nodes. */
  long count(String keyspace, String table) throws PortException {
    return ofAll(
        node ->
            value(
                node,
                "Table,keyspace=%s,scope=%s,name=LiveSSTableCount".formatted(keyspace, table)));
  }

  private static long value(MBeanServerConnection node, String metric)
      throws IOException, JMException {
    return ((Number) node.getAttribute(new ObjectName(METRICS + metric), "Value")).longValue();
  }

  @SuppressWarnings("BanJNDI") // it speaks to daemons that this machine's deployment started
  private long ofAll(Question question) throws PortException {
    long sum = 0;
    for (Server server : deployment.servers()) {
      try (JMXConnector connector =
          JMXConnectorFactory.connect(
              new JMXServiceURL(
                  "service:jmx:rmi:///jndi/rmi://127.0.0.1:%d/jmxrmi"
                      .formatted(server.jmxPort())))) {
        sum += question.ask(connector.getMBeanServerConnection());
      } catch (IOException | JMException | RuntimeException e) {
        throw new PortException("%s: JMX: %s".formatted(server.name(), e), e);
      }
    }
    return sum;
  }
}
