package io.proteus.cloud.provisioning.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of commands, with scripts in the place of OpenSSH's client. */
@Timeout(30)
class SshTest {
  @TempDir private Path folder;

  private Ssh ssh(Duration timeout, String script) throws IOException {
    Path program = Files.writeString(folder.resolve("ssh"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Ssh(program.toString(), new SshAccess(Optional.empty(), Map.of(), timeout), "cloud");
  }

  @Test
  void aCommandThatDoesNotEndIsNoAnswer() throws Exception {
    Ssh hung = ssh(Duration.ofSeconds(1), "exec sleep 60");

    assertThatThrownBy(() -> hung.run("db1", "date", ""))
        .isInstanceOf(Ssh.NoAnswer.class)
        .hasMessage(
            "db1: 'date' did not end within 1 s (cloud.timeout); what it does there may go on.");
  }

  @Test
  void aCommandThatDoesNotReadItsInputIsNoAnswer() throws Exception {
    Ssh hung = ssh(Duration.ofSeconds(1), "exec sleep 60");

    assertThatThrownBy(() -> hung.run("db1", "tee f", "x".repeat(1 << 20)))
        .isInstanceOf(Ssh.NoAnswer.class);
  }

  @Test
  void aHostThatIsNotReachedIsToldFromACommandThatFails() throws Exception {
    assertThatThrownBy(
            () -> ssh(Duration.ofSeconds(20), "echo no route >&2; exit 255").look("db1", "date"))
        .isInstanceOf(Ssh.Unreached.class)
        .hasMessage("db1 cannot be reached by ssh: no route");
    assertThatThrownBy(
            () -> ssh(Duration.ofSeconds(20), "echo no clock >&2; exit 3").look("db1", "date"))
        .isExactlyInstanceOf(PortException.class)
        .hasMessage("db1: 'date' ended with 3: no clock");
  }

  /** As the shared connection of an older OpenSSH does, for 90 s. */
  @Test
  void aChildThatHoldsTheErrorsOpenIsNotWaitedFor() throws Exception {
    Ssh holding =
        ssh(
            Duration.ofMinutes(5),
            "echo done; echo warning >&2; sleep 60 >/dev/null </dev/null & sleep 0.2; exit 3");

    assertThat(holding.attempt("db1", "date", ""))
        .isEqualTo(new Ssh.Result(3, "done\n", "warning\n"));
  }

  /** What was read so far may be half a file. Java ends an output that nobody reads by then. */
  @Test
  void anOutputThatStaysOpenIsNoAnswer() throws Exception {
    Ssh holding =
        ssh(Duration.ofMinutes(5), "echo half; sleep 60 2>/dev/null </dev/null & sleep 1; exit 0");

    assertThatThrownBy(() -> holding.run("db1", "cat f", ""))
        .isInstanceOf(Ssh.NoAnswer.class)
        .hasMessage(
            "db1: 'cat f' has ended, and its output has not; look for what ssh started here and"
                + " holds it open.");
  }
}
