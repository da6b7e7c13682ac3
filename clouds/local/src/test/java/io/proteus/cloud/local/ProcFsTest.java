package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFsTest {
  @TempDir Path proc;

  private void tell(String file, long number, String state) throws IOException {
    Path stat = proc.resolve(file).resolve("stat");
    Files.createDirectories(stat.getParent());
    Files.writeString(stat, "%d (a (java)) %s%s\n".formatted(number, state, " 4711".repeat(49)));
  }

  /** A store's process was seen to take clients for half a second after its first thread ended. */
  @Test
  void aProcessLivesUntilTheLastOfItsThreadsHasEnded() throws IOException {
    ProcFs machine = new ProcFs(proc);
    tell("7", 7, "S");
    tell("7/task/7", 7, "S");
    tell("7/task/8", 8, "S");
    ProcessIdentity process = machine.identify(7);
    assertThat(process).isNotNull();
    assertThat(process.startTicks()).isEqualTo(4711);

    tell("7", 7, "Z");
    tell("7/task/7", 7, "Z");

    assertThat(machine.isAlive(process)).isTrue();

    tell("7/task/8", 8, "X");

    assertThat(machine.isAlive(process)).as("nobody may reap it").isFalse();
    assertThat(machine.identify(7)).isNull();
  }

  @Test
  void aZombieOfWhichNoThreadIsToldHasEnded() throws IOException {
    tell("7", 7, "Z");

    assertThat(new ProcFs(proc).identify(7)).isNull();
    assertThat(new ProcFs(proc).identify(8)).isNull();
  }
}
