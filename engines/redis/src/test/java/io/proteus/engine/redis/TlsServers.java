package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A cluster on loopback that speaks nothing but TLS, with certificates of an authority of its own.
 */
final class TlsServers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SERVERS = 3;
  private static final int LOWEST = 22_100;
  private static final int HIGHEST = 22_700;

  /** Servers speak to each other at ports that are so much higher. */
  private static final int BUS = 10_000;

  final int firstPort;
  final Path authority;
  final Path otherAuthority;
  private final Path folder;
  private final List<Process> processes = new ArrayList<>();

  TlsServers(Path folder, String program) throws Exception {
    this.folder = folder.toAbsolutePath();
    delete(this.folder);
    Files.createDirectories(this.folder);
    this.authority = authority("authority");
    this.otherAuthority = authority("other");
    sign();
    this.firstPort = freePorts();
    try {
      for (int port = firstPort; port < firstPort + SERVERS; port++) {
        processes.add(start(program, port));
      }
      List<String> create = new ArrayList<>(List.of("--cluster", "create", "--cluster-yes"));
      for (int port = firstPort; port < firstPort + SERVERS; port++) {
        int one = port;
        Awaitility.await()
            .atMost(PATIENCE)
            .ignoreException(AssertionError.class)
            .until(() -> ask(one, "PING").contains("PONG"));
        create.add("127.0.0.1:" + port);
      }
      ask(firstPort, create.toArray(new String[0]));
    } catch (Exception | AssertionError e) {
      close();
      throw e;
    }
  }

  private Path authority(String name) throws Exception {
    Path certificate = folder.resolve(name + ".crt");
    run(
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=" + name,
        "-keyout",
        name + ".key",
        "-out",
        certificate.toString());
    return certificate;
  }

  private void sign() throws Exception {
    Files.writeString(folder.resolve("names"), "subjectAltName=IP:127.0.0.1");
    run(
        "openssl",
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=server",
        "-keyout",
        "server.key",
        "-out",
        "server.csr");
    run(
        "openssl",
        "x509",
        "-req",
        "-in",
        "server.csr",
        "-days",
        "1",
        "-CA",
        "authority.crt",
        "-CAkey",
        "authority.key",
        "-CAcreateserial",
        "-extfile",
        "names",
        "-out",
        "server.crt");
  }

  private static int freePorts() {
    for (int first = LOWEST; first < HIGHEST; first += SERVERS) {
      try (ServerSocket one = new ServerSocket(first);
          ServerSocket two = new ServerSocket(first + 1);
          ServerSocket three = new ServerSocket(first + 2);
          ServerSocket bus = new ServerSocket(first + BUS)) {
        return Math.min(one.getLocalPort(), bus.getLocalPort());
      } catch (IOException e) {
        // taken
      }
    }
    throw new AssertionError("no ports are free");
  }

  private Process start(String program, int port) throws IOException {
    Path home = Files.createDirectories(folder.resolve("server-" + port));
    return new ProcessBuilder(
            program,
            "--port",
            "0",
            "--tls-port",
            Integer.toString(port),
            "--tls-cluster",
            "yes",
            "--tls-replication",
            "yes",
            "--tls-auth-clients",
            "optional",
            "--tls-cert-file",
            folder.resolve("server.crt").toString(),
            "--tls-key-file",
            folder.resolve("server.key").toString(),
            "--tls-ca-cert-file",
            authority.toString(),
            "--bind",
            "127.0.0.1",
            "--dir",
            home.toString(),
            "--save",
            "",
            "--cluster-enabled",
            "yes",
            "--cluster-node-timeout",
            "3000",
            "--cluster-allow-replica-migration",
            "no")
        .redirectErrorStream(true)
        .redirectOutput(home.resolve("log").toFile())
        .start();
  }

  /** What the client of the store itself is answered. */
  String ask(int port, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "redis-cli",
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "--tls",
                "--cacert",
                authority.toString()));
    command.addAll(List.of(words));
    return run(command.toArray(new String[0]));
  }

  /** The same of all servers. */
  void tellAll(String... words) throws Exception {
    for (int port = firstPort; port < firstPort + SERVERS; port++) {
      assertThat(ask(port, words)).contains("OK");
    }
  }

  private String run(String... command) throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    String text = Files.readString(said);
    assertThat(process.exitValue()).as("%s: %s", List.of(command), text).isZero();
    return text;
  }

  private static void delete(Path root) throws IOException {
    if (Files.exists(root)) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
  }
}
