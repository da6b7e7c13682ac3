package io.proteus.lab.local.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.CassandraJars;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.lab.local.KeyLoad;
import io.proteus.lab.local.LocalServers;
import io.proteus.lab.local.LocalStore;
import io.proteus.lab.local.StoreFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code proteus local --store cassandra}: nodes of Cassandra on 127.0.0.1, 127.0.0.2 and so on.
 */
public final class CassandraLocal implements LocalStore {

  @Override
  public String name() {
    return "cassandra";
  }

  @Override
  public boolean isIn(Path folder) {
    return CassandraDeployment.isIn(folder);
  }

  @Override
  public int up(Environment environment, Path folder, Wishes wishes) throws PortException {
    if (wishes.portBase() != null) {
      throw new WrongUsage(
          "--port-base: want none with --store cassandra, got %d. Its nodes have addresses of their own, and one port."
              .formatted(wishes.portBase()));
    }
    Screen screen = environment.screen();
    CassandraDeployment deployment = CassandraDeployment.in(folder);
    Path lib = CassandraJars.find(environment.home(), System.getenv("CASSANDRA_HOME"));
    screen.err().printf("Bringing up Cassandra in %s, which takes about 20 s a node%n", folder);
    deployment.up(
        new Daemon(lib, wishes.cores(), wishes.properties()),
        wishes.nodes(),
        line -> screen.err().println("  " + line));
    screen
        .out()
        .println(
            StoreFile.write(environment, folder, configuration(folder, deployment.addresses())));
    return ExitCode.OK;
  }

  /** The settings that lead to a cluster. */
  public static String configuration(Path folder, List<String> addresses) {
    return """
    cluster:
      name: local
    engine:
      type: cassandra
      name: local
      nodes: [%s]
      jmxPort: %d
      cqlPort: %d
      directory: "%s"
    cloud:
      type: local-cassandra
      directory: "%s"
    """
        .formatted(
            String.join(", ", addresses),
            CassandraDeployment.FIRST_JMX_PORT,
            CassandraDeployment.CQL_PORT,
            folder.resolve("notes"),
            folder);
  }

  @Override
  public int load(
      Environment environment,
      Path folder,
      int rows,
      @Nullable Double rate,
      @Nullable Duration length)
      throws PortException, InterruptedException {
    List<String> addresses = CassandraDeployment.in(folder).addresses();
    if (addresses.isEmpty()) {
      throw new PortException(
          "no local cluster runs in %s. `proteus local up --store cassandra` brings one up."
              .formatted(folder));
    }
    try (CassandraKeys keys = new CassandraKeys(addresses)) {
      return new KeyLoad(keys, rows, rate).run(environment, length);
    } catch (DriverException e) {
      throw new PortException("the local cluster: " + e.getMessage(), e);
    }
  }

  @Override
  public int status(Environment environment, Path folder) throws PortException {
    return LocalServers.show(
        environment,
        CassandraDeployment.in(folder).servers().stream()
            .map(
                server ->
                    new LocalServers.Server(
                        server.name(), server.address(), server.isRunning(), server.pid()))
            .toList());
  }

  @Override
  public int down(Environment environment, Path folder, boolean delete) throws PortException {
    CassandraDeployment deployment = CassandraDeployment.in(folder);
    return LocalServers.end(environment, delete ? deployment::destroy : deployment::down, delete);
  }
}
