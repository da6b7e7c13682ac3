package io.proteus.app.command;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.testkit.LoopbackSshd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spare hosts become the fourth and fifth node of real Redis and Valkey clusters (TIR-4): Proteus
 * is a process of its own, sshd, servers and node_exporter are real, and each of the five hosts is
 * an address of this machine.
 */
@Tag("redis")
class NodesOverSshIT {
  private static final List<String> HOSTS =
      List.of("127.0.8.1", "127.0.8.2", "127.0.8.3", "127.0.8.4", "127.0.8.5");
  private static final String SPARE = HOSTS.get(3);
  private static final List<String> SPARES = HOSTS.subList(3, 5);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int KEYS = 300;

  private static final String CLAIMED = "the cluster is claimed by";

  private static final String REDIS =
      """
      bind {{host}}
      port %1$d
      cluster-enabled yes
      cluster-announce-ip {{host}}
      cluster-node-timeout 5000
      cluster-config-file nodes-{{host}}.conf
      dir %2$s
      pidfile %2$s/{{host}}.pid
      logfile %2$s/{{host}}.log
      daemonize yes
      dbfilename {{host}}.rdb
      save ""
      maxmemory {{settings.maxmemory}}
      """;

  @TempDir private Path folder;

  private LoopbackSshd sshd;
  private Process clients;
  private int redis;
  private int exporter;

  private void startThreeOf(String server) throws Exception {
    sshd = LoopbackSshd.start(folder, HOSTS, freePort(20_000));
    redis = freePort(12_000);
    exporter = freePort(redis + 1);
    Path template = Files.writeString(folder.resolve("redis.conf"), REDIS.formatted(redis, folder));
    for (String host : HOSTS.subList(0, 3)) {
      String text =
          Files.readString(template)
              .replace("{{host}}", host)
              .replace("{{settings.maxmemory}}", "64mb");
      run(server, Files.writeString(folder.resolve(host + ".conf"), text).toString());
      // it goes into the background before it listens
      await().atMost(PATIENCE).until(() -> listens(host));
    }
    run(
        "redis-cli --cluster create %s --cluster-yes"
            .formatted(
                HOSTS.subList(0, 3).stream()
                    .map(host -> host + ":" + redis)
                    .collect(Collectors.joining(" ")))
            .split(" "));
    await().atMost(PATIENCE).until(this::allThreeAreWell);
    for (String host : HOSTS.subList(0, 3)) {
      // nothing but the running nodes knows it
      cli(host, "config", "set", "maxmemory", "50000000");
    }
    for (int key = 0; key < KEYS; key++) {
      assertThat(cli(HOSTS.get(0), "-c", "set", "key" + key, "value" + key)).contains("OK");
    }
    Files.writeString(folder.resolve("proteus.yaml"), configuration(template, server));
    // what the new node holds is decided by load, and none is known without any request
    clients =
        new ProcessBuilder(
                "sh",
                "-c",
                "while sleep 0.2; do redis-cli -c -h %s -p %d get key1; done"
                    .formatted(HOSTS.get(0), redis))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  private boolean listens(String host) {
    try (Socket socket = new Socket(InetAddress.getByName(host), redis)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean allThreeAreWell() throws Exception {
    for (String host : HOSTS.subList(0, 3)) {
      if (!cli(host, "cluster", "info").contains("cluster_state:ok")) {
        return false;
      }
    }
    return true;
  }

  @AfterEach
  void endAll() throws Exception {
    if (clients != null) {
      clients.destroyForcibly();
    }
    sshd.close();
    for (String host : HOSTS) {
      for (String what : List.of(".pid", ".monitor")) {
        pid(host + what).flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  private String configuration(Path template, String server) {
    String cli = "redis-cli -h {host} -p " + redis;
    String options =
        sshd.options().entrySet().stream()
            .map(option -> "%s: %s".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining(", "));
    return """
        cluster: {name: shop}
        engine: {type: redis, nodes: "%2$s:%1$d", slots: 2048, directory: %3$s/notes}
        cloud:
          type: ssh
          hosts: [%4$s]
          service: redis
          node: "{host}:%1$d"
          pid: cat %3$s/{host}.pid
          start: %9$s %3$s/{host}.conf
          stop: p=$(cat %3$s/{host}.pid) && kill $p && while kill -0 $p 2>/dev/null; do sleep 0.1; done
          write: install -m 0644 /dev/stdin {file}
          mark: %3$s/marks/{service}.{host}
          files: {"%3$s/{host}.conf": %5$s}
          monitor: >-
            setsid prometheus-node-exporter --web.listen-address={host}:%6$d </dev/null >/dev/null 2>&1 &
            echo $! >%3$s/{host}.monitor
          monitorReady: curl -sf http://{host}:%6$d/metrics -o /dev/null
          monitorStop: kill $(cat %3$s/{host}.monitor) && rm %3$s/{host}.monitor
          ready: "%7$s ping | grep -q PONG"
          options: {%8$s}
        strategy: threshold
        nodes: {min: 3, max: 5}
        monitor: {period: 1s, samples: 1}
        """
        .formatted(
            redis,
            HOSTS.get(0),
            folder,
            String.join(", ", HOSTS),
            template,
            exporter,
            cli,
            options,
            server);
  }

  /** A port that is free on each host, and with it the one of the cluster's bus. */
  private static int freePort(int from) {
    for (int port = from; port < from + 5_000; port++) {
      if (isFree(port) && isFree(port + 10_000)) {
        return port;
      }
    }
    throw new AssertionError("no port is free");
  }

  private static boolean isFree(int port) {
    for (String host : HOSTS) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      } catch (IOException e) {
        return false;
      }
    }
    return true;
  }

  private String run(String... command) throws IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", "");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(PATIENCE.toSeconds(), SECONDS))
        .as(String.join(" ", command))
        .isTrue();
    String text = Files.readString(said);
    assertThat(process.exitValue()).as("%s: %s", String.join(" ", command), text).isZero();
    return text;
  }

  private String cli(String host, String... command) throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(List.of("redis-cli", "-h", host, "-p", Integer.toString(redis)));
    all.addAll(List.of(command));
    return run(all.toArray(String[]::new)).strip();
  }

  private Optional<Long> pid(String file) throws IOException {
    Path path = folder.resolve(file);
    return Files.exists(path)
        ? Optional.of(Long.parseLong(Files.readString(path).strip()))
        : Optional.empty();
  }

  private boolean runs(String file) throws IOException {
    return pid(file).flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive).isPresent();
  }

  /** Proteus as a process; killed in the moment in which it says something. */
  private String proteus(String killedAt, String... command) throws Exception {
    Instant until = Instant.now().plus(PATIENCE);
    while (true) {
      String said = once(killedAt, command);
      // a killed Proteus keeps its claim until its lease is over
      if (!said.contains(CLAIMED) || Instant.now().isAfter(until)) {
        return said;
      }
    }
  }

  private String once(String killedAt, String... command) throws Exception {
    Path said = Files.createTempFile(folder, "proteus", "");
    Process process =
        new ProcessBuilder(KilledProteus.command(killedAt, List.of(command)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), SECONDS))
          .as(() -> "it ends: " + textOf(said))
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = textOf(said);
    if (!text.contains(CLAIMED)) {
      assertThat(process.exitValue())
          .as(text)
          .isEqualTo(killedAt.isEmpty() ? 0 : KilledProteus.EXIT);
    }
    return text;
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertServing(List<String> spares) throws Exception {
    int nodes = 3 + spares.size();
    for (String spare : spares) {
      assertThat(cli(spare, "cluster", "info"))
          .contains("cluster_state:ok", "cluster_known_nodes:" + nodes, "cluster_size:" + nodes);
      assertThat(cli(spare, "config", "get", "maxmemory")).contains("50000000");
      assertThat(run("curl", "-sf", "http://%s:%d/metrics".formatted(spare, exporter)))
          .contains("node_cpu_seconds_total");
    }
    for (int key = 0; key < KEYS; key++) {
      assertThat(cli(spares.get(0), "-c", "get", "key" + key)).contains("value" + key);
    }
  }

  private static String stage(int nodes, String what) {
    return "underway: start a shard, %d in all, %s".formatted(nodes, what);
  }

  @Test
  void spareHostsBecomeNodesAndAreSpareAgain() throws Exception {
    startThreeOf(Servers.valkeyOrRedis());

    String added = proteus("", "nodes", "add", "2", "--yes");

    for (int spare = 0; spare < SPARES.size(); spare++) {
      String host = SPARES.get(spare);
      assertThat(added)
          .contains(
              stage(4 + spare, host + " is taken, a spare host"),
              stage(4 + spare, "%s has its files, %s/%s.conf".formatted(host, folder, host)),
              stage(4 + spare, "the monitor answers on " + host),
              stage(4 + spare, "the store runs on " + host));
    }
    assertServing(SPARES);
    assertThat(proteus("", "history")).contains("underway: start a shard, 4 in all");
    assertThat(proteus("", "nodes", "list")).contains(SPARE + ":" + redis);

    proteus("", "nodes", "remove", "2", "--yes");

    for (String host : SPARES) {
      assertThat(runs(host + ".pid")).as("the store").isFalse();
      assertThat(folder.resolve(host + ".monitor")).as("the monitor").doesNotExist();
      assertThat(folder.resolve("marks/redis." + host)).doesNotExist();
    }
    for (int key = 0; key < KEYS; key++) {
      assertThat(cli(HOSTS.get(0), "-c", "get", "key" + key)).contains("value" + key);
    }
  }

  @Test
  void aProteusThatIsKilledAfterEachStageStartsNothingTwice() throws Exception {
    startThreeOf(Servers.REDIS);
    proteus("is taken, a spare host", "nodes", "add", "1", "--yes");
    proteus("the monitor answers on", "apply", "--yes");
    String monitor = Files.readString(folder.resolve(SPARE + ".monitor"));
    proteus("the store runs on", "apply", "--yes");

    String last = proteus("", "apply", "--yes");

    assertThat(folder.resolve(SPARE + ".monitor")).as("one monitor").hasContent(monitor);
    assertThat(Files.readString(folder.resolve(SPARE + ".log")).lines())
        .as("one store")
        .filteredOn(line -> line.contains("Redis is starting"))
        .hasSize(1);
    assertThat(last).contains("done: have the new shard join, 4 in all");
    assertServing(List.of(SPARE));
  }
}
