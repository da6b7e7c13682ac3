package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.cloud.local.ProcessSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonsTest {
  @TempDir Path root;

  @Test
  void whatDaemonsUnpackStaysInTheClustersFolderAndGoesWithIt() throws Exception {
    ClusterSpec spec =
        ClusterSpec.on(new ServerJars(List.of("/lib/*"), List.of(), root + "/archives"))
            .regionServers(1)
            .build();
    Layout layout = new Layout(root.resolve("cluster"));
    Cluster cluster = ClusterDraft.of(spec, Optional.empty(), layout.root(), line -> {});
    Daemons daemons = new Daemons(layout, spec);
    Member member = cluster.members().get(0);
    Path unpacked = layout.temporary().resolve("jetty-127_0_0_11");

    assertThat(
            Stream.of(
                daemons.classArchive(),
                daemons.zooKeeper(),
                daemons.nameNode(),
                daemons.master(),
                daemons.dataNode(member),
                daemons.regionServer(member)))
        .extracting(ProcessSpec::command)
        .allMatch(command -> command.contains("-Djava.io.tmpdir=" + layout.temporary()));
    new ConfigurationFiles(layout, cluster).writeAll();
    Files.createDirectory(unpacked);
    new Deletion(layout).run();

    assertThat(layout.root()).doesNotExist();
  }
}
