package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.cloud.provisioning.remote.SettingsFile;
import io.proteus.cloud.provisioning.remote.SettingsFormat;
import io.proteus.cloud.provisioning.remote.SshAccess;
import io.proteus.core.port.PriceList;
import io.proteus.testkit.LoopbackSshd;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Addresses of this machine that a real sshd of our own answers on, with a service on each. */
final class LoopbackHosts implements AutoCloseable {
  static final List<String> HOSTS = List.of("127.0.9.1", "127.0.9.2", "127.0.9.3", "127.0.9.4");

  /** Writes down its id and what it was set to, and runs no longer than a test may. */
  private static final String SERVICE =
      """
      #!/bin/sh
      # service.sh FOLDER start|stop|pid|monitor|monitored|unmonitor HOST
      cd "$1" || exit 1
      case "$2" in
        pid) [ -e "$3.hangs" ] && exec sleep 60; cat "$3.pid" 2>/dev/null || echo 0 ;;
        start)
          cp "$3.properties" "$3.running"
          setsid sleep 600 >/dev/null 2>&1 </dev/null &
          echo $! > "$3.pid.new" && mv "$3.pid.new" "$3.pid" ;;
        monitor)
          setsid sleep 600 >/dev/null 2>&1 </dev/null &
          echo $! > "$3.monitor" ;;
        monitored) kill -0 "$(cat "$3.monitor" 2>/dev/null)" ;;
        unmonitor) kill "$(cat "$3.monitor")" && rm "$3.monitor" ;;
        stop) p=$(cat "$3.pid") && kill "$p" && while kill -0 "$p" 2>/dev/null; do sleep 0.05; done ;;
      esac
      """;

  private final Path folder;
  private final LoopbackSshd sshd;

  private LoopbackHosts(Path folder, LoopbackSshd sshd) {
    this.folder = folder;
    this.sshd = sshd;
  }

  static LoopbackHosts start(Path folder, int port) throws IOException, InterruptedException {
    LoopbackSshd sshd = LoopbackSshd.start(folder, HOSTS, port);
    Path service = Files.writeString(folder.resolve("service.sh"), SERVICE);
    Files.setPosixFilePermissions(service, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String host : HOSTS) {
      Files.writeString(folder.resolve(host + ".properties"), "# settings\n");
    }
    return new LoopbackHosts(folder, sshd);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("%s failed".formatted(String.join(" ", command)));
    }
  }

  void startDaemon() throws IOException, InterruptedException {
    sshd.start();
  }

  /** Its sshd answers from here on, and the commands that ask for its node do not. */
  void hang(String host) throws IOException {
    Files.createFile(folder.resolve(host + ".hangs"));
  }

  /** An operator starts a node, past Proteus. */
  void startByHand(String host) throws IOException, InterruptedException {
    serviceByHand("start", host);
  }

  /** An operator does something on a host, past Proteus. */
  void serviceByHand(String what, String host) throws IOException, InterruptedException {
    run(folder.resolve("service.sh").toString(), folder.toString(), what, host);
  }

  /** Nobody can log in any more; what runs goes on. */
  void stopDaemon() throws InterruptedException {
    sshd.stop();
  }

  SshCloudSettings settings(Map<String, String> others) {
    return settings(others, Provisioning.NONE, Optional.empty(), Duration.ofSeconds(30));
  }

  /** The command of the service that does this on a host. */
  String command(String what) {
    return "%s/service.sh %s %s {host}".formatted(folder, folder, what);
  }

  /**
   * @param timeout until a command has ended and a check holds
   */
  SshCloudSettings settings(
      Map<String, String> others,
      Provisioning provisioning,
      Optional<String> monitorStop,
      Duration timeout) {
    Map<String, String> options = sshd.options();
    options.putAll(others);
    return new SshCloudSettings(
        HOSTS,
        "{host}:1",
        "service",
        command("pid"),
        command("start"),
        command("stop"),
        new SettingsFile(
            Optional.of(folder + "/{host}.properties"),
            SettingsFormat.PROPERTIES,
            "install --backup=simple -m 0644 /dev/stdin {file}"),
        new SshAccess(Optional.empty(), options, timeout),
        Optional.of("services"),
        folder + "/marks/{service}.{host}",
        new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.12"))),
        Map.of(),
        Map.of(),
        provisioning,
        monitorStop);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    sshd.close();
    for (String host : HOSTS) {
      end(folder.resolve(host + ".pid"));
      end(folder.resolve(host + ".monitor"));
    }
  }

  private static void end(Path pid) throws IOException {
    if (Files.exists(pid)) {
      ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
