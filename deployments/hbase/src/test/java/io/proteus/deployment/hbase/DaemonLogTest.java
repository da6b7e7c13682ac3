package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonLogTest {
  @TempDir Path directory;

  @Test
  void theReasonIsWhatWasLoggedAsAnErrorAndWhatCausedIt() throws IOException {
    Path log =
        log(
            """
            2026-01-01 10:00:00,000 INFO  [main] HMaster: STARTING
            2026-01-01 10:00:01,000 ERROR [main] HMaster: Failed to start master
            java.lang.RuntimeException: Failed construction of Master
            \tat org.apache.hadoop.hbase.master.HMaster.main(HMaster.java:1)
            Caused by: java.net.BindException: Address already in use
            \tat sun.nio.ch.Net.bind0(Native Method)
            2026-01-01 10:00:02,000 INFO  [main] HMaster: Exiting
            """);

    assertThat(new DaemonLog(log).reason())
        .containsExactly(
            "2026-01-01 10:00:01,000 ERROR [main] HMaster: Failed to start master",
            "java.lang.RuntimeException: Failed construction of Master",
            "Caused by: java.net.BindException: Address already in use");
  }

  @Test
  void theJvmsOwnComplaintIsAReason() throws IOException {
    assertThat(new DaemonLog(log("Error: Could not find or load main class x.Y\n")).reason())
        .containsExactly("Error: Could not find or load main class x.Y");
  }

  @Test
  void withoutAnErrorTheLastLinesAreShown() throws IOException {
    assertThat(new DaemonLog(log("one\ntwo\n".repeat(10))).reason()).hasSize(8).contains("two");
  }

  @Test
  void aDaemonThatWroteNothingHasNoReason() {
    assertThat(new DaemonLog(directory.resolve("absent")).reason()).isEmpty();
  }

  private Path log(String text) throws IOException {
    return Files.writeString(directory.resolve("daemon.log"), text);
  }
}
