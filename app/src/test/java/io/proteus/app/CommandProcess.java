package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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

  private final Process process;
  private final Path out;
  private final Path err;

  private CommandProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it in a folder. */
  static CommandProcess start(Path folder, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Dproteus.home=" + HOME, "-Dproteus.terminal=false"));
    for (String opened : List.of("java.nio", "sun.nio.ch", "java.lang", "java.lang.reflect")) {
      command.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
    }
    command.addAll(
        List.of(
            "-cp",
            HOME.resolve("app/target/classes") + ":" + HOME.resolve("app/target/lib") + "/*",
            "io.proteus.app.Proteus"));
    command.addAll(List.of(args));
    Path out = Files.createTempFile(folder, args[0], ".out");
    Path err = Files.createTempFile(folder, args[0], ".err");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new CommandProcess(process, out, err);
  }

  Outcome ends(Duration within) throws InterruptedException {
    if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(
          "did not end within %s s. out: %s%nerr: %s".formatted(within.toSeconds(), out(), err()));
    }
    return new Outcome(process.exitValue(), out(), err());
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** SIGKILL: nothing is put back by the process itself. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  String out() {
    return text(out);
  }

  String err() {
    return text(err);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
