package io.proteus.cloud.provisioning.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedConnectionsTest {
  private static final List<String> ONE_USER = List.of("-l", "one");

  @TempDir private Path folder;

  private final List<Runnable> last = new ArrayList<>();
  private final SharedConnections connections =
      new SharedConnections(() -> Files.createTempDirectory(folder, "s"), last::add);

  private List<Path> folders() throws IOException {
    try (var found = Files.list(folder)) {
      return found.toList();
    }
  }

  @Test
  void nothingIsLeftWhereNothingIsAsked() throws Exception {
    assertThat(folders()).isEmpty();
    assertThat(last).isEmpty();
  }

  @Test
  void allCommandsHaveOneFolderWhichGoesWithTheProcess() throws Exception {
    for (String host : List.of("db1", "db2", "db1")) {
      connections.options(host, ONE_USER);
    }

    assertThat(folders()).hasSize(1);
    assertThat(last).hasSize(1);
    last.get(0).run();
    assertThat(folders()).isEmpty();
  }

  @Test
  void aConnectionIsSharedByCommandsOnTheSameHostWithTheSameOptions() {
    List<String> once = connections.options("db1", ONE_USER);

    assertThat(connections.options("db1", ONE_USER)).isEqualTo(once);
    assertThat(connections.options("db2", ONE_USER)).isNotEqualTo(once);
    assertThat(connections.options("db1", List.of("-l", "another"))).isNotEqualTo(once);
  }

  @Test
  void commandsGoAloneWhereThereCanBeNoFolder() {
    SharedConnections alone =
        new SharedConnections(
            () -> {
              throw new IOException("read-only");
            },
            last::add);

    assertThat(alone.options("db1", ONE_USER)).isEmpty();
    assertThat(last).isEmpty();
  }
}
