package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Proteus;
import io.proteus.app.Screen;
import io.proteus.app.rendering.Paint;
import io.proteus.core.cluster.RequestRates;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Standard output on a full disk, or in a pipe that nobody reads. */
class LostOutputTest {
  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    InMemoryCluster cluster =
        InMemoryCluster.cluster()
            .clock(clock)
            .node("rs1")
            .holding("orders", 2, new RequestRates(0, 0, 300))
            .node("rs2")
            .build();
    Environment around =
        new CommandLineUnderTest(folder, clock)
            .on(cluster)
            .interruptedAfter(Duration.ofHours(1))
            .environment();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("no space is left");
          }
        };
    // as the process has it: a stream keeps its errors to itself
    Screen screen =
        new Screen(
            new PrintWriter(new PrintStream(full), true),
            new PrintWriter(err, true),
            new BufferedReader(new StringReader("")),
            false,
            Paint.NONE);
    return Proteus.run(
        new Environment(screen, folder, folder, around.connector(), around.time()), args);
  }

  @Test
  void watchEndsQuietlyWhenNobodyReadsAnyMore() {
    assertThat(run("watch", "-z", "zk1", "--json")).isEqualTo(ExitCode.OK);
    assertThat(err.toString()).doesNotContain("proteus:");
  }

  @Test
  void resultsThatWereNotWrittenAreAnError() {
    assertThat(run("watch", "-z", "zk1", "--json", "--once")).isEqualTo(ExitCode.ERROR);
    assertThat(err.toString())
        .contains("proteus: standard output could not be written, so results are missing.");
  }

  @Test
  void whatACommandFailsForIsToldAlone() {
    assertThat(run("plan", "--from", "missing.json")).isEqualTo(ExitCode.ERROR);
    assertThat(err.toString()).contains("missing.json").doesNotContain("standard output");
  }
}
