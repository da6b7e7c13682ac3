package io.proteus.testkit;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A real sshd of a test's own that answers on several loopback addresses, with keys of its own. */
public final class LoopbackSshd implements AutoCloseable {
  private static final String DAEMON = "/usr/sbin/sshd";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final List<String> hosts;
  private final int port;
  private final List<Process> daemons = new ArrayList<>();

  private LoopbackSshd(Path folder, List<String> hosts, int port) {
    this.folder = folder;
    this.hosts = List.copyOf(hosts);
    this.port = port;
  }

  /**
   * Starts one.
   *
   * @param folder for its keys, its configuration and its log
   */
  public static LoopbackSshd start(Path folder, List<String> hosts, int port)
      throws IOException, InterruptedException {
    LoopbackSshd sshd = new LoopbackSshd(folder, hosts, port);
    sshd.key("host");
    sshd.key("user");
    Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
    String key = Files.readString(folder.resolve("host.pub")).strip();
    Files.writeString(
        folder.resolve("known"),
        hosts.stream()
            .map(host -> "[%s]:%d %s\n".formatted(host, port, key))
            .collect(Collectors.joining()));
    sshd.start();
    return sshd;
  }

  private void key(String name) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                folder.resolve(name).toString())
            .inheritIO()
            .start();
    if (!process.waitFor(30, SECONDS) || process.exitValue() != 0) {
      throw new IOException("ssh-keygen failed");
    }
  }

  /** Starts it again after {@link #stop}. Commands have a home of their own, with no profile. */
  public void start() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("log"));
    if (System.getProperty("user.name").equals("root")) {
      // the empty folder that sshd locks its unprivileged half into; a package makes it at boot
      Files.createDirectories(Path.of("/run/sshd"));
    }
    Path configuration =
        Files.writeString(
            folder.resolve("sshd_config"),
            hosts.stream()
                    .map(host -> "ListenAddress %s:%d\n".formatted(host, port))
                    .collect(Collectors.joining())
                + """
                HostKey %1$s/host
                AuthorizedKeysFile %1$s/authorized
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                MaxStartups 100
                SetEnv HOME=%1$s
                """
                    .formatted(folder));
    daemons.add(
        new ProcessBuilder(DAEMON, "-D", "-e", "-f", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log/sshd").toFile())
            .start());
    Instant until = Instant.now().plus(PATIENCE);
    while (!hosts.stream().allMatch(this::answers)) {
      if (Instant.now().isAfter(until)) {
        throw new IOException(
            "sshd does not answer: " + Files.readString(folder.resolve("log/sshd")));
      }
      Thread.sleep(50);
    }
  }

  private boolean answers(String host) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The options of OpenSSH's client with which it lets in. */
  public Map<String, String> options() {
    return new TreeMap<>(
        Map.of(
            "Port", Integer.toString(port),
            "IdentityFile", folder.resolve("user").toString(),
            "IdentitiesOnly", "yes",
            "UserKnownHostsFile", folder.resolve("known").toString(),
            "GlobalKnownHostsFile", "/dev/null"));
  }

  /** Nobody is logged in or can log in any more; what was started there goes on. */
  public void stop() throws InterruptedException {
    for (Process daemon : daemons) {
      daemon.descendants().filter(LoopbackSshd::isSession).forEach(ProcessHandle::destroy);
      daemon.destroy();
      if (!daemon.waitFor(2, SECONDS)) {
        daemon.destroyForcibly();
      }
    }
    daemons.clear();
  }

  private static boolean isSession(ProcessHandle process) {
    return process.info().command().filter(DAEMON::equals).isPresent();
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }
}
