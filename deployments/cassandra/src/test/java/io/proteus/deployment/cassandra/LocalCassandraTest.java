package io.proteus.deployment.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.cloud.local.Capping;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.Ratio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a shell that is busy in the place of a daemon. */
class LocalCassandraTest {
  private static final NodeId NODE = new NodeId("127.0.0.1");

  @TempDir private Path folder;

  @Test
  void howBusyANodeIsIsToldOfItsCapAlsoWhereItCameAfterItsStart() throws Exception {
    new Daemon(folder, null, Map.of()).write(folder);
    Files.createDirectories(folder.resolve("data/cassandra-1"));
    LocalProcesses processes = LocalProcesses.in(folder.resolve("state"));
    CassandraDeployment deployment = CassandraDeployment.in(folder);
    LocalCassandra cloud = new LocalCassandra(deployment, line -> {});
    try {
      processes.start(
          new ProcessSpec(
              "cassandra-1",
              List.of("sh", "-c", "while :; do :; done"),
              Map.of(),
              folder,
              folder.resolve("log"),
              "cassandra-1"));
      deployment.cap(0.1);
      assumeTrue(processes.caps().stream().allMatch(Capping::holds));
      cloud.read(List.of(NODE));
      TimeUnit.SECONDS.sleep(2);

      Ratio cpu = cloud.read(List.of(NODE)).get(NODE).cpu();

      assertThat(cpu).isNotNull();
      assertThat(cpu.value()).as("of a tenth of a core").isGreaterThan(0.4);
    } finally {
      deployment.destroy(line -> {});
    }
  }
}
