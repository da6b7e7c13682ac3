package io.proteus.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.Environment;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.controller.configuration.Configuration;
import io.proteus.deployment.hbase.LocalCloudSettings;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalConfigurationTest {
  private static final String EDIT = "\n# mine\n";

  @TempDir Path folder;
  private Path directory;
  private Path own;

  @BeforeEach
  void makeFolders() throws Exception {
    directory = Files.createDirectory(folder.resolve("local"));
    own = directory.resolve("proteus.yaml");
  }

  @Test
  void aFileThatLeadsToTheClusterKeepsWhatWasChangedInIt() throws Exception {
    String first = local(29281).write(environment());
    Files.writeString(own, EDIT, StandardOpenOption.APPEND);

    String second = local(29281).write(environment());

    assertThat(first).startsWith("Wrote proteus.yaml.");
    assertThat(second).startsWith("proteus.yaml leads to it already.");
    assertThat(Files.readString(own)).endsWith(EDIT);
    assertThat(directory.resolve("proteus.yaml.before")).doesNotExist();
  }

  @Test
  void aFileThatLeadsElsewhereIsMovedAsideAndThatIsSaid() throws Exception {
    local(29281).write(environment());
    Files.writeString(own, EDIT, StandardOpenOption.APPEND);

    String said = local(30281).write(environment());

    assertThat(said)
        .startsWith(own + " did not lead to this cluster: it is proteus.yaml.before now.")
        .contains("proteus watch --config " + own);
    assertThat(Files.readString(directory.resolve("proteus.yaml.before"))).endsWith(EDIT);
    assertThat(
            Configuration.read(own)
                .extensions()
                .engine()
                .settings(HBaseConnectionSettings.class)
                .quorum())
        .isEqualTo("127.0.0.1:30281");
  }

  private Environment environment() {
    return new CommandLineUnderTest(folder, ManualClock.start()).environment();
  }

  private LocalConfiguration local(int zooKeeper) {
    return new LocalConfiguration(
        directory,
        Map.of(
            "hbase.zookeeper.quorum", "127.0.0.1",
            "hbase.zookeeper.property.clientPort", Integer.toString(zooKeeper),
            "hbase.regionserver.info.port", "29230"));
  }

  @Test
  void theTemplateWithTheClustersOwnAddressesIsAValidConfiguration() throws Exception {
    LocalConfiguration local =
        new LocalConfiguration(
            Path.of("/data/local"),
            Map.of(
                "hbase.zookeeper.quorum", "127.0.0.1",
                "hbase.zookeeper.property.clientPort", "29281",
                "hbase.regionserver.info.port", "29230"));

    Configuration read = Configuration.parse("local", local.text(), Path.of("/"));

    assertThat(read.clusterName()).isEqualTo("local");
    assertThat(read.extensions().engine().settings(HBaseConnectionSettings.class).quorum())
        .isEqualTo("127.0.0.1:29281");
    assertThat(read.extensions().engine().settings(HBaseConnectionSettings.class).properties())
        .containsExactly(Map.entry("hbase.regionserver.info.port", "29230"));
    assertThat(((LocalCloudSettings) read.extensions().cloud().settings()).directory())
        .contains(Path.of("/data/local"));
  }
}
