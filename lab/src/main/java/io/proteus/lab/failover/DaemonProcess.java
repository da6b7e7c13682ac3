package io.proteus.lab.failover;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code proteus serve} as a process of its own, which can be killed and made to stand still. */
final class DaemonProcess implements AutoCloseable {
  private static final Pattern SERVING = Pattern.compile("Serving \\S+ at (http://\\S+),");
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String user;
  private final Process process;
  private final Path out;

  private DaemonProcess(String user, Process process, Path out) {
    this.user = user;
    this.process = process;
    this.out = out;
  }

  /**
   * Starts it with this JVM's own class path.
   *
   * @param user as whom it speaks to HBase, which is how the master's log tells one from the other
   */
  static DaemonProcess start(Path configuration, String user, int life) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "io.proteus.app.Proteus", "serve"));
    command.addAll(List.of("--verbose", "--config", configuration.toString()));
    Path out = configuration.resolveSibling("%s-%d.log".formatted(user, life));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("HADOOP_USER_NAME", user);
    return new DaemonProcess(user, builder.start(), out);
  }

  String user() {
    return user;
  }

  long pid() {
    return process.pid();
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Where its output goes. */
  Path out() {
    return out;
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** SIGSTOP: it stands still until it is told to go on. */
  void stop() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** SIGCONT. */
  void goOn() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .redirectErrorStream(true)
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("kill -%s %d ended with %d".formatted(name, process.pid(), code));
    }
  }

  /** Where it answers; empty while it does not. */
  Optional<String> url() throws IOException {
    Matcher serving = SERVING.matcher(Files.readString(out, StandardCharsets.UTF_8));
    return serving.find() ? Optional.of(serving.group(1)) : Optional.empty();
  }

  /** What its API says of how things stand; empty while it does not answer. */
  Optional<String> control(HttpClient http) throws InterruptedException {
    try {
      Optional<String> url = url();
      if (url.isEmpty()) {
        return Optional.empty();
      }
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url.get() + "/api/v1/clusters/failover/control"))
              .timeout(PATIENCE)
              .build();
      return Optional.of(http.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds() * 6, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
