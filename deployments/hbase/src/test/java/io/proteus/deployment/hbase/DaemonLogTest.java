package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonLogTest {
  @TempDir Path directory;

  @Test
  void theReasonIsWhatWasLoggedAsAnErrorAndWhatCausedIt() throws IOException {
    DaemonLog log =
        writing(
            """
            2026-01-01 10:00:00,000 INFO  [main] HMaster: STARTING
            2026-01-01 10:00:01,000 ERROR [main] HMaster: Failed to start master
            java.lang.RuntimeException: Failed construction of Master
            \tat org.apache.hadoop.hbase.master.HMaster.main(HMaster.java:1)
            Caused by: java.net.BindException: Address already in use
            \tat sun.nio.ch.Net.bind0(Native Method)
            2026-01-01 10:00:02,000 INFO  [main] HMaster: Exiting
            """);

    assertThat(log.lastWords().lines())
        .containsExactly(
            "2026-01-01 10:00:01,000 ERROR [main] HMaster: Failed to start master",
            "java.lang.RuntimeException: Failed construction of Master",
            "Caused by: java.net.BindException: Address already in use");
  }

  @Test
  void theJvmsOwnComplaintIsAReason() throws IOException {
    assertThat(writing("Error: Could not find or load main class x.Y\n").lastWords().lines())
        .containsExactly("Error: Could not find or load main class x.Y");
    assertThat(writing("Error: out of luck\n").lastWords().isTelling()).isTrue();
  }

  @Test
  void whatAJvmIsToDoWhenItsHeapIsFullIsNoReason() throws IOException {
    String options = "INFO  [main] vmInputArguments=[-Xmx384m, -XX:+ExitOnOutOfMemoryError]\n";
    String reason = "java.lang.OutOfMemoryError: Java heap space\n";

    assertThat(writing(options + reason).lastWords().lines()).containsExactly(reason.strip());
  }

  @Test
  void withoutAnErrorTheLastLinesAreShown() throws IOException {
    DaemonLog.LastWords last = writing("one\ntwo\n".repeat(10)).lastWords();

    assertThat(last.lines()).hasSize(8).contains("two");
    assertThat(last.isTelling()).isFalse();
  }

  @Test
  void aDaemonThatWroteNothingHasNoReason() {
    assertThat(DaemonLog.fromNowOn(directory.resolve("absent")).lastWords().lines()).isEmpty();
  }

  @Test
  void whatAnEarlierRunWroteIsNoReasonOfThisOne() throws IOException {
    Files.writeString(file(), "Caused by: java.net.BindException: of the earlier run\n");
    DaemonLog log = DaemonLog.fromNowOn(file());

    assertThat(log.lastWords().lines()).isEmpty();

    Files.writeString(file(), "Error: of this run\n", StandardOpenOption.APPEND);
    assertThat(log.lastWords().lines()).containsExactly("Error: of this run");
  }

  @Test
  void aLogThatWasRolledOverIsReadFromItsBeginning() throws IOException {
    Files.writeString(file(), "a line of the earlier run\n".repeat(10));
    DaemonLog log = DaemonLog.fromNowOn(file());
    Files.writeString(file(), "Error: of this run\n");

    assertThat(log.lastWords().lines()).containsExactly("Error: of this run");
  }

  private DaemonLog writing(String text) throws IOException {
    DaemonLog log = DaemonLog.fromNowOn(file());
    Files.writeString(file(), text);
    return log;
  }

  private Path file() {
    return directory.resolve("daemon.log");
  }
}
