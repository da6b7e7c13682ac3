package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.CassandraDeployment.Server;
import io.proteus.deployment.cassandra.CassandraJars;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.testkit.LoopbackSshd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spare hosts become the fourth and fifth node of a real Cassandra cluster that Proteus did not
 * start, and are spare again (TIR-4): Proteus is a process of its own, sshd and nodes are real, and
 * each of the five hosts is an address of this machine.
 */
class CassandraOverSshIT {
  private static final List<String> HOSTS =
      List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5");
  private static final List<String> SPARES = HOSTS.subList(3, 5);
  private static final Duration RESIZED = Duration.ofMinutes(12);

  /** Its nodes are those of an operator, with an id, a start and an end on each host. */
  private static final String SERVICE =
      """
      #!/bin/sh
      # service.sh FOLDER start|stop|pid|ready HOST
      cd "$1" || exit 1
      jmx=$((7498 + ${3##*.}))
      case "$2" in
        pid) cat "$3.pid" 2>/dev/null || echo 0 ;;
        start)
          mkdir -p "$3/tmp"
          sed "s/@HOST@/$3/g; s/@JMX@/$jmx/g" command.args >"$3/args"
          setsid java "@$3/args" >"$3/out" 2>&1 </dev/null &
          echo $! >"$3.pid.new" && mv "$3.pid.new" "$3.pid" ;;
        stop) p=$(cat "$3.pid") && kill "$p" && while kill -0 "$p" 2>/dev/null; do sleep 0.1; done; rm "$3.pid" ;;
        ready) bash -c "exec 3<>/dev/tcp/127.0.0.1/$jmx" ;;
      esac
      """;

  @TempDir private Path folder;

  private CassandraDeployment there;
  private LoopbackSshd sshd;
  private QuorumWrites writes;

  private void bringUp() throws Exception {
    there = CassandraDeployment.in(folder.resolve("there"));
    Path lib = CassandraJars.find(Path.of("..").toAbsolutePath().normalize(), null);
    there.up(new Daemon(lib, null, Map.of()), 3, line -> {});
    Path own = folder.resolve("there/data/cassandra-3");
    for (Server server : there.servers()) {
      Files.writeString(folder.resolve(server.address() + ".pid"), server.pid() + "\n");
    }
    Path service = Files.writeString(folder.resolve("service.sh"), SERVICE);
    Files.setPosixFilePermissions(service, PosixFilePermissions.fromString("rwxr-xr-x"));
    Server third = there.servers().get(2);
    String command = Files.readString(Path.of("/proc/%d/cmdline".formatted(third.pid())));
    Files.writeString(
        folder.resolve("command.args"),
        command
            .substring(command.indexOf('\0') + 1)
            .replace(own.toString(), folder.resolve("@HOST@").toString())
            .replace("jmx.local.port=" + third.jmxPort(), "jmx.local.port=@JMX@")
            .replace("cassandra.join_ring=true", "cassandra.join_ring=false")
            .replace('\0', '\n'));
    Files.writeString(
        folder.resolve("cassandra.yaml.template"),
        Files.readString(own.resolve("cassandra.yaml"))
            .replace(own.toString(), folder.resolve("{{host}}").toString())
            .replace(third.address(), "{{host}}")
            .replace("file_cache_size: 32MiB", "file_cache_size: {{settings.file_cache_size}}"));
    for (String spare : SPARES) {
      Path home = Files.createDirectories(folder.resolve(spare));
      Files.writeString(
          home.resolve("logback.xml"),
          Files.readString(own.resolve("logback.xml")).replace(own.toString(), home.toString()));
    }
    sshd = LoopbackSshd.start(folder, HOSTS, freePort());
    Files.writeString(folder.resolve("proteus.yaml"), configuration());
  }

  private static int freePort() {
    for (int port = 22_000; port < 27_000; port++) {
      int one = port;
      if (HOSTS.stream().allMatch(host -> isFree(host, one))) {
        return port;
      }
    }
    throw new AssertionError("no port is free");
  }

  private static boolean isFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String configuration() {
    String options =
        sshd.options().entrySet().stream()
            .map(option -> "%s: %s".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining(", "));
    return """
        cluster: {name: shop}
        engine:
          type: cassandra
          name: shop
          nodes: ["127.0.0.1", "127.0.0.2"]
          jmxPort: 7499
          cqlPort: 9042
          directory: %1$s/notes
        cloud:
          type: ssh
          hosts: [%2$s]
          service: cassandra
          node: "{host}"
          pid: %1$s/service.sh %1$s pid {host}
          start: %1$s/service.sh %1$s start {host}
          stop: %1$s/service.sh %1$s stop {host}
          ready: %1$s/service.sh %1$s ready {host}
          write: install -D -m 0644 /dev/stdin {file}
          mark: %1$s/marks/{service}.{host}
          files: {"%1$s/{host}/cassandra.yaml": %1$s/cassandra.yaml.template}
          timeout: 3m
          options: {%3$s}
        strategy: threshold
        nodes: {min: 3, max: 5}
        monitor: {period: 2s, samples: 2}
        """
        .formatted(folder, String.join(", ", HOSTS), options);
  }

  @AfterEach
  void endAll() throws Exception {
    if (writes != null) {
      writes.close();
    }
    if (sshd != null) {
      sshd.close();
    }
    for (String spare : SPARES) {
      Path pid = folder.resolve(spare + ".pid");
      if (Files.exists(pid)) {
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    there.destroy(line -> {});
  }

  /** All that a command says, which succeeds. */
  private String proteus(String... command) throws Exception {
    CommandProcess.Outcome outcome =
        CommandProcess.start(folder, command).ends(RESIZED).succeeded();
    return outcome.out() + outcome.err();
  }

  @Test
  void spareHostsBecomeNodesAndAreSpareAgainAndNoWriteIsLost() throws Exception {
    bringUp();
    writes = QuorumWrites.start(HOSTS.subList(0, 3));

    String added = proteus("nodes", "add", "2", "--yes");

    for (int spare = 0; spare < SPARES.size(); spare++) {
      int nodes = 4 + spare;
      String host = SPARES.get(spare);
      assertThat(added)
          .contains(
              "underway: start a node, %d in all, %s is taken, a spare host".formatted(nodes, host),
              "%s has its files, %s/%s/cassandra.yaml".formatted(host, folder, host),
              "the store runs on " + host,
              "done: have the new node join, %d in all".formatted(nodes));
    }
    for (Server former : there.servers()) {
      assertThat(Files.readString(folder.resolve("there/data/" + former.name() + "/system.log")))
          .as("one cleanup, after the last join")
          .containsOnlyOnce("Starting Cleanup for k.t");
    }
    try (Stream<Path> notes = Files.list(folder.resolve("notes"))) {
      assertThat(notes)
          .as("nothing is left to do")
          .allSatisfy(note -> assertThat(note).content().doesNotContain("failed."));
    }
    writes.ringHas(5);
    assertThat(Files.readString(folder.resolve(SPARES.get(1)).resolve("cassandra.yaml")))
        .as("as the running nodes have it")
        .contains("file_cache_size: 32MiB");
    String history = proteus("history");
    assertThat(history).contains("underway: start a node, 4 in all", "have the new node join");
    assertThat(proteus("nodes", "list")).contains(SPARES);

    String removed = proteus("nodes", "remove", SPARES.get(0), SPARES.get(1), "--yes");

    assertThat(removed).contains("done: have 127.0.0.");
    writes.ringHas(3);
    for (String spare : SPARES) {
      assertThat(folder.resolve(spare + ".pid")).as("the store").doesNotExist();
      assertThat(folder.resolve("marks/cassandra." + spare)).doesNotExist();
    }
    writes.assertNothingIsLost();
  }
}
