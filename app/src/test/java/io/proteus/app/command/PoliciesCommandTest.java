package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoliciesCommandTest {
  private static final String OWN =
      """
      schema: proteus/policy/1
      name: pcm-wo
      title: my own for writes
      source: measured here
      workload: {class: WO, when: writes == 1 && !emptyTable}
      set:
        flushSize: 256 * MB
      """;

  @TempDir Path folder;
  private CommandLineUnderTest line;

  @BeforeEach
  void noClusterAtAll() {
    line = new CommandLineUnderTest(folder, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));
  }

  @Test
  void listsTheShippedOnes() {
    var done = line.run("policies", "list");

    assertThat(done.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(done.out())
        .containsPattern("pcm-bl +on +BL +emptyTable && writes == 1")
        .containsPattern("hconfig-4 +off +BL")
        .contains("met-scan");
  }

  @Test
  void onesOwnReplacesAShippedOneOfItsName() throws IOException {
    Files.createDirectory(folder.resolve("policies"));
    Files.writeString(folder.resolve("policies/mine.yaml"), OWN);

    assertThat(line.run("policies", "list").out())
        .containsPattern("pcm-wo +on +WO .*my own for writes +mine.yaml")
        .contains("pcm-wm");
  }

  @Test
  void showsWhatAPolicyComesToOnNodesOfASize() {
    assertThat(line.run("policies", "show", "pcm-wo", "--memory", "8GB").out())
        .containsPattern("hbase.hregion.memstore.flush.size +640 MB +128 MB")
        .containsPattern("HBASE_HEAPSIZE +5 GB");
  }

  @Test
  void anUnknownPolicyIsAnErrorThatNamesTheNearestOne() {
    var done = line.run("policies", "show", "pcm-mixrww");

    assertThat(done.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(done.err())
        .contains("there is no policy 'pcm-mixrww', maybe 'pcm-mixrw'. There are: ");
  }

  @Test
  void checksAFileAndNamesFileLineAndKey() {
    line.file("good.yaml", OWN);
    line.file("bad.yaml", OWN.replace("flushSize", "flushSise"));
    line.file("heavy.yaml", OWN.replace("flushSize: 256 * MB", "memstoreShare: 0.5"));

    assertThat(line.run("policies", "check", "good.yaml").out())
        .contains("good.yaml: pcm-wo is right.");
    var bad = line.run("policies", "check", "bad.yaml");
    assertThat(bad.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(bad.err())
        .contains("bad.yaml:7: set.flushSise: there is no such parameter, maybe 'flushSize'.");
    assertThat(line.run("policies", "check", "heavy.yaml").err())
        .contains("heavy.yaml:7: set.memstoreShare: on a node with 4 GB: block cache 0.4 and")
        .contains("a server does not start so");
    assertThat(line.run("policies", "check", "none.yaml").err())
        .contains("none.yaml: there is no such file.");
  }
}
