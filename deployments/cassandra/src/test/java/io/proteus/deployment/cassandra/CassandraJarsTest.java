package io.proteus.deployment.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraJarsTest {
  @TempDir Path home;

  @Test
  void whatWasNeverBuiltIsToBeBuiltOrTakenFromAnInstalledCassandra() {
    assertThatThrownBy(() -> CassandraJars.find(home, null))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("Run `mvn -DskipTests package`, or set CASSANDRA_HOME");
  }

  @Test
  void theBuiltJarsAreUsedWhereNoInstalledCassandraIsNamed() throws Exception {
    touch("deployments/cassandra-server/target/lib/cassandra-all-5.0.9.jar");

    Path built = home.resolve("deployments/cassandra-server/target/lib");
    assertThat(CassandraJars.find(home, null)).isEqualTo(built);
    assertThat(CassandraJars.find(home, " ")).isEqualTo(built);
  }

  @Test
  void anInstalledCassandraIsUsedInTheirPlace() throws Exception {
    touch("installed/lib/apache-cassandra-5.0.9.jar");

    assertThat(CassandraJars.find(home, home.resolve("installed").toString()))
        .isEqualTo(home.resolve("installed/lib"));
  }

  @Test
  void aFolderThatIsNoCassandra5IsRefused() throws IOException {
    touch("installed/lib/apache-cassandra-4.1.3.jar");

    assertThatThrownBy(() -> CassandraJars.find(home, home.resolve("installed").toString()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("CASSANDRA_HOME: ")
        .hasMessageContaining(home.resolve("installed/lib").toString());
  }

  @Test
  void whatAClusterIsMadeOfIsFoundAgain() throws PortException {
    Daemon daemon = new Daemon(home.resolve("lib"), 0.3, Map.of("concurrent_reads", "16"));
    daemon.write(home);

    assertThat(Daemon.read(home)).isEqualTo(daemon);
    assertThat(CassandraDeployment.isIn(home)).isTrue();
  }

  @Test
  void aFolderWithoutAClusterSaysHowOneIsMade() {
    assertThatThrownBy(() -> Daemon.read(home))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("proteus local up --store cassandra");
  }

  private void touch(String file) throws IOException {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.createFile(path);
  }
}
