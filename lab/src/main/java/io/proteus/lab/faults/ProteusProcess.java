package io.proteus.lab.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Proteus as a process of its own, as an operator runs it, but for the script that builds. What it
 * prints stays in the folder that it was started in.
 */
public final class ProteusProcess implements AutoCloseable {
  private static final Duration KILLED_WITHIN = Duration.ofSeconds(20);

  private final Process process;
  private final Path out;
  private final Path err;
  private final long begun = System.nanoTime();

  private ProteusProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it.
   *
   * @param home the folder that Proteus was built in
   * @param folder in which it works
   * @param environment variables beside our own
   */
  public static ProteusProcess start(
      Path home, Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Dproteus.home=" + home, "-Dproteus.terminal=false"));
    for (String opened : List.of("java.nio", "sun.nio.ch", "java.lang", "java.lang.reflect")) {
      command.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
    }
    command.addAll(
        List.of(
            "-cp",
            home.resolve("lab/target/classes") + ":" + home.resolve("lab/target/lib") + "/*",
            "io.proteus.app.Proteus"));
    command.addAll(arguments);
    Path out = Files.createTempFile(folder, arguments.get(0), ".out");
    Path err = Files.createTempFile(folder, arguments.get(0), ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new ProteusProcess(builder.start(), out, err);
  }

  /** Waits for its end; false when it still runs then. */
  public boolean ends(Duration within) throws InterruptedException {
    return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** Of the {@link io.proteus.app.ExitCode}s, or 128 and the number of the signal that ended it. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Since it was started. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** SIGKILL: nothing is put back by the process itself. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!ends(KILLED_WITHIN)) {
      throw new IllegalStateException(
          "process %d is still there %d s after SIGKILL"
              .formatted(process.pid(), KILLED_WITHIN.toSeconds()));
    }
  }

  /** SIGTERM: it may end in order. */
  public void terminate() {
    process.destroy();
  }

  /** What it printed as its result so far. */
  public String out() {
    return text(out);
  }

  /** What it printed beside. */
  public String err() {
    return text(err);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it when it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
