package io.proteus.lab.local.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.Configuration;
import io.proteus.deployment.cassandra.LocalCassandraSettings;
import io.proteus.engine.cassandra.CassandraSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraLocalTest {

  @Test
  void whatItWritesLeadsToItsNodes(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("proteus.yaml");
    Files.writeString(
        file, CassandraLocal.configuration(folder, List.of("127.0.0.1", "127.0.0.2")));

    Configuration found = Configuration.read(file);

    CassandraSettings engine = found.extensions().engine().settings(CassandraSettings.class);
    assertThat(engine.nodes()).containsExactly("127.0.0.1", "127.0.0.2");
    assertThat(engine.jmxPort()).isEqualTo(7499);
    assertThat(engine.cqlPort()).hasValue(9042);
    assertThat(found.extensions().cloud().settings())
        .isInstanceOfSatisfying(
            LocalCassandraSettings.class, cloud -> assertThat(cloud.directory()).contains(folder));
  }
}
