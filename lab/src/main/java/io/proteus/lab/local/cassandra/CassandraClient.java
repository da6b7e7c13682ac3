package io.proteus.lab.local.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.proteus.deployment.cassandra.CassandraDeployment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** How clients reach nodes of this machine, which share its cores with them. */
public final class CassandraClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private CassandraClient() {}

  /**
   * A session with nodes.
   *
   * @param addresses of nodes that serve
   * @param consistency of every request, by Cassandra's name
   */
  public static CqlSession connect(List<String> addresses, String consistency) {
    return CqlSession.builder()
        .addContactPoints(
            addresses.stream()
                .map(address -> new InetSocketAddress(address, CassandraDeployment.CQL_PORT))
                .toList())
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, TIMEOUT)
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, consistency)
                .build())
        .build();
  }
}
