package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRegistryTest {
  @TempDir Path root;

  @Test
  void aMarkerIsTheSameInEveryEncoding() {
    assertThat(ProcessRegistry.ascii("/home/jürgen/数据")).isEqualTo("/home/j%00fcrgen/%6570%636e");
    assertThat(ProcessRegistry.ascii("/home/ann/a b")).isEqualTo("/home/ann/a b");
  }

  /** Where this JVM can name such a folder at all. */
  @Test
  void whatRunsInAFolderThatIsNotAsciiIsFoundByItsMarker() throws Exception {
    String encoding = System.getProperty("sun.jnu.encoding");
    assumeTrue("UTF-8".equals(encoding), "the locale's encoding is " + encoding);
    Path directory = Files.createDirectory(root.resolve("jürgen"));
    LocalProcesses processes = LocalProcesses.in(directory);
    processes.start(
        new ProcessSpec("a", List.of("sleep", "300"), Map.of(), root, root.resolve("a.out"), "a"));
    Files.delete(directory.resolve("a.process.json"));
    try {
      assertThat(processes.strays()).extracting(LocalProcess::name).containsExactly("a");
      assertThat(LocalProcesses.inUse()).contains(directory.toRealPath());
    } finally {
      processes.stopStrays(Duration.ZERO, name -> {});
    }
  }
}
