package io.proteus.cloud.provisioning.remote;

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
}
