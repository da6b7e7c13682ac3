package io.proteus.deployment.cassandra;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of one node and the command that starts it.
 *
 * @param home its folder
 * @param number its address is 127.0.0.number
 */
public record NodeFiles(Path home, int number) {
  /** JMX of a node binds 127.0.0.1 whatever the node's address is, so each has its own port. */
  private static final int JMX_BEFORE_FIRST = CassandraDeployment.FIRST_JMX_PORT - 1;

  private static final int HEAP_MEGABYTES = 448;

  /** The key of the nodes that a node asks first. */
  static final String SEEDS = "seed_provider";

  private static final String WAITS = "waits-to-join";

  public String address() {
    return "127.0.0." + number;
  }

  public int jmxPort() {
    return JMX_BEFORE_FIRST + number;
  }

  private Path yaml() {
    return home.resolve("cassandra.yaml");
  }

  /** Writes its files; what is given comes last. */
  public void write(Map<String, String> given) throws PortException {
    Map<String, String> all = usual();
    all.putAll(given);
    try {
      Files.createDirectories(home.resolve("tmp"));
      save(all);
      Files.writeString(
          home.resolve("logback.xml"),
          """
          <configuration><appender name="F" class="ch.qos.logback.core.FileAppender"><file>%s/system.log</file>
          <encoder><pattern>%%-5level [%%thread] %%date{ISO8601} %%F:%%L - %%msg%%n</pattern></encoder></appender>
          <root level="INFO"><appender-ref ref="F"/></root></configuration>
          """
              .formatted(home));
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(home, e), e);
    }
  }

  /** The value of {@link #SEEDS} that names these nodes. */
  static String seeds(List<String> addresses) {
    return "[{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: \"%s\"}]}]"
        .formatted(addresses.stream().map(at -> at + ":7000").collect(Collectors.joining(",")));
  }

  /** Whether it was started to wait until it is told to join, and has not been seen to serve. */
  boolean waitsToJoin() {
    return Files.exists(home.resolve(WAITS));
  }

  void waitsToJoin(boolean waits) throws PortException {
    try {
      if (waits) {
        Files.writeString(home.resolve(WAITS), "");
      } else {
        Files.deleteIfExists(home.resolve(WAITS));
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be changed (%s).".formatted(home.resolve(WAITS), e), e);
    }
  }

  /** Changes its settings; they count from its next start on. */
  void change(Map<String, String> set, Iterable<String> removed) throws PortException {
    try {
      Map<String, String> all = new TreeMap<>();
      for (String line : Files.readAllLines(yaml())) {
        int colon = line.indexOf(": ");
        all.put(line.substring(0, colon), line.substring(colon + 2));
      }
      removed.forEach(all::remove);
      all.putAll(set);
      save(all);
    } catch (IOException e) {
      throw new PortException("%s: cannot be changed (%s).".formatted(yaml(), e), e);
    }
  }

  private void save(Map<String, String> all) throws IOException {
    StringBuilder lines = new StringBuilder();
    all.forEach((key, value) -> lines.append(key).append(": ").append(value).append('\n'));
    Files.writeString(yaml(), lines.toString());
  }

  /** Small enough for several nodes on one machine. */
  private Map<String, String> usual() {
    Map<String, String> all = new TreeMap<>();
    all.put("cluster_name", "local");
    all.put("num_tokens", "16");
    all.put("allocate_tokens_for_local_replication_factor", "3");
    all.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    all.put("endpoint_snitch", "SimpleSnitch");
    all.put(SEEDS, seeds(List.of("127.0.0.1")));
    all.put("listen_address", address());
    all.put("rpc_address", address());
    all.put("data_file_directories", "[ " + home.resolve("data") + " ]");
    for (String folder : List.of("commitlog", "hints")) {
      all.put(folder + "_directory", home.resolve(folder).toString());
    }
    all.put("saved_caches_directory", home.resolve("saved_caches").toString());
    all.put("commitlog_sync", "periodic");
    all.put("commitlog_sync_period", "10000ms");
    all.put("commitlog_segment_size", "8MiB");
    all.put("commitlog_total_space", "64MiB");
    all.put("commitlog_disk_access_mode", "legacy");
    all.put("memtable_heap_space", "64MiB");
    all.put("memtable_offheap_space", "64MiB");
    all.put("key_cache_size", "8MiB");
    all.put("counter_cache_size", "2MiB");
    all.put("file_cache_size", "32MiB");
    all.put("networking_cache_size", "16MiB");
    all.put("concurrent_reads", "8");
    all.put("concurrent_writes", "8");
    all.put("auto_snapshot", "false");
    all.put("dynamic_snitch", "false");
    all.put("storage_compatibility_mode", "NONE");
    all.put("crypto_provider", "[{class_name: org.apache.cassandra.security.JREProvider}]");
    return all;
  }

  /** Whether the node that runs there has joined and takes clients. */
  public boolean isUp() {
    return NodeCalls.isUp(this);
  }

  /**
   * The daemon's command.
   *
   * @param lib the folder of its jars
   * @param joins whether it joins by itself; else it waits to be told
   */
  public List<String> command(Path lib, boolean joins) throws PortException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    try (InputStream options = NodeFiles.class.getResourceAsStream("jvm17.args");
        Stream<Path> jars = Files.list(lib)) {
      String text =
          new String(Objects.requireNonNull(options).readAllBytes(), StandardCharsets.UTF_8);
      command.addAll(List.of(text.strip().split("\\s+")));
      jars.filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
          .forEach(jar -> command.add("-javaagent:" + jar));
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(lib, e), e);
    }
    command.addAll(
        List.of(
            "-Xms256m",
            "-Xmx" + HEAP_MEGABYTES + "m",
            "-XX:MaxDirectMemorySize=256m",
            "-Dcassandra.config=" + yaml().toUri(),
            "-Dlogback.configurationFile=" + home.resolve("logback.xml"),
            "-Dcassandra.storagedir=" + home,
            "-Dcassandra.logdir=" + home,
            "-Djava.io.tmpdir=" + home.resolve("tmp"),
            "-Dcassandra.jmx.local.port=" + jmxPort(),
            // on one machine gossip needs no half a minute to settle
            "-Dcassandra.ring_delay_ms=2000",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Dcassandra.available_processors=2",
            "-Dcassandra-foreground=yes",
            "-Dcassandra.join_ring=" + joins,
            "-cp",
            lib + "/*",
            "org.apache.cassandra.service.CassandraDaemon"));
    return command;
  }
}
