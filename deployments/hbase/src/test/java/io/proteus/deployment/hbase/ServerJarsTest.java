package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerJarsTest {
  @TempDir Path home;

  @Test
  void whatWasNeverBuiltIsToBeBuilt() {
    assertThatThrownBy(() -> ServerJars.find(home, null))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("Run `mvn -DskipTests package`");
  }

  @Test
  void missingJarsAreToBeBuiltOrTakenFromAnInstalledHBase() throws IOException {
    touch("deployments/hbase-server/target/classes/" + OUR_CLASS);

    assertThatThrownBy(() -> ServerJars.find(home, null))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("Run `mvn -DskipTests package`, or set HBASE_HOME");
  }

  @Test
  void theBuiltJarsAreUsedWithOurOwnClasses() throws Exception {
    touch("deployments/hbase-server/target/classes/" + OUR_CLASS);
    touch("deployments/hbase-server/target/lib/hbase-server-2.6.4-hadoop3.jar");

    Path target = home.resolve("deployments/hbase-server/target");
    assertThat(ServerJars.find(home, null))
        .isEqualTo(
            new ServerJars(
                List.of(target.resolve("lib") + "/*"),
                List.of(target.resolve("classes").toString()),
                target.resolve("archives").toString()));
  }

  @Test
  void anInstalledHBaseIsUsedInTheirPlace() throws Exception {
    touch("deployments/hbase-server/target/classes/" + OUR_CLASS);
    touch("hbase/lib/hbase-server-2.5.9.jar");
    touch("hbase/lib/hadoop-hdfs-2.10.2.jar");

    assertThat(ServerJars.find(home, home.resolve("hbase")).jars())
        .contains(home.resolve("hbase/lib") + "/*")
        .doesNotContain(home.resolve("deployments/hbase-server/target/lib") + "/*");
  }

  @Test
  void theVersionIsThatOfTheJarsThatTheDaemonsRunOn() throws Exception {
    touch("deployments/hbase-server/target/classes/" + OUR_CLASS);
    touch("deployments/hbase-server/target/lib/hbase-server-2.6.4-hadoop3-tests.jar");
    touch("deployments/hbase-server/target/lib/hbase-server-2.6.4-hadoop3.jar");
    touch("hbase/lib/hbase-server-2.5.12.jar");
    touch("hbase/lib/hadoop-hdfs-2.10.2.jar");
    touch("beta/lib/hbase-server-3.0.0-beta-1.jar");
    touch("beta/lib/hadoop-hdfs-3.4.1.jar");

    assertThat(ServerJars.find(home, null).hbaseVersion()).contains("2.6.4");
    assertThat(ServerJars.find(home, home.resolve("hbase")).hbaseVersion()).contains("2.5.12");
    assertThat(ServerJars.find(home, home.resolve("beta")).hbaseVersion()).contains("3.0.0-beta-1");
    assertThat(new ServerJars(List.of(), List.of(), "").hbaseVersion()).isEmpty();
  }

  @Test
  void aFolderThatIsNoHBaseIsRefused() throws IOException {
    touch("deployments/hbase-server/target/classes/" + OUR_CLASS);

    assertThatThrownBy(() -> ServerJars.find(home, home))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("HBASE_HOME: no hbase-server jar in " + home.resolve("lib"));
  }

  @Test
  void anHBaseWithoutHdfsIsRefused() throws IOException {
    touch("deployments/hbase-server/target/classes/" + OUR_CLASS);
    touch("lib/hbase-server-2.6.4.jar");

    assertThatThrownBy(() -> ServerJars.find(home, home))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("no hadoop-hdfs jar");
  }

  private static final String OUR_CLASS =
      "io/proteus/deployment/hbase/server/SourceBindingSocketFactory.class";

  private void touch(String file) throws IOException {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.createFile(path);
  }
}
