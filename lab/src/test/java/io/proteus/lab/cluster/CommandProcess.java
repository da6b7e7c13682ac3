package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.faults.ProteusProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The command line as a process of its own, as a user runs it, but for the script that builds. */
final class CommandProcess {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  /** What came of a command. */
  record Outcome(int exitCode, String out, String err) {
    Outcome succeeded() {
      assertThat(exitCode).as("out: %s%nerr: %s", out, err).isZero();
      return this;
    }
  }

  private final ProteusProcess process;

  private CommandProcess(ProteusProcess process) {
    this.process = process;
  }

  /** Starts it in a folder. */
  static CommandProcess start(Path folder, String... args) throws IOException {
    return start(folder, Map.of(), args);
  }

  /** The same with variables beside our own. */
  static CommandProcess start(Path folder, Map<String, String> environment, String... args)
      throws IOException {
    return new CommandProcess(ProteusProcess.start(HOME, folder, environment, List.of(args)));
  }

  Outcome ends(Duration within) throws InterruptedException {
    if (!process.ends(within)) {
      process.close();
      throw new AssertionError(
          "did not end within %s s. out: %s%nerr: %s".formatted(within.toSeconds(), out(), err()));
    }
    return new Outcome(process.exitCode(), out(), err());
  }

  boolean isRunning() {
    return process.isRunning();
  }

  /** SIGKILL: nothing is put back by the process itself. */
  void kill() throws InterruptedException {
    process.kill();
  }

  String out() {
    return process.out();
  }

  String err() {
    return process.err();
  }
}
