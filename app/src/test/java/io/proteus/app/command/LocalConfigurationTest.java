package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.Configuration;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalConfigurationTest {

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
    assertThat(read.engine().quorum()).isEqualTo("127.0.0.1:29281");
    assertThat(read.engine().properties())
        .containsExactly(Map.entry("hbase.regionserver.info.port", "29230"));
    assertThat(read.cloud().directory()).contains(Path.of("/data/local"));
  }
}
