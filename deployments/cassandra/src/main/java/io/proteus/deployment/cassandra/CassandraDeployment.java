package io.proteus.deployment.cassandra;

import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessIdentity;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A cluster of servers on loopback, in a folder: each has its own process, port, settings and data.
 * It is kept in files, so that any later Proteus finds it.
 */
public final class CassandraDeployment {
  private static final String PREFIX = "cassandra-";
  private static final String LIB = "lib.path";
  private static final Duration UNTIL_ENDED = Duration.ofSeconds(20);

  private final Path folder;
  private final LocalProcesses processes;

  private CassandraDeployment(Path folder, LocalProcesses processes) {
    this.folder = folder;
    this.processes = processes;
  }

  /** The cluster of a folder, whether it runs or not. */
  public static CassandraDeployment in(Path folder) throws PortException {
    Path absolute = folder.toAbsolutePath().normalize();
    return new CassandraDeployment(absolute, LocalProcesses.in(absolute.resolve("state")));
  }

  /** Whether a folder has such a cluster. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(LIB));
  }

  /** A server of this cluster, by its name. */
  public record Server(
      String name, String address, int jmxPort, Optional<Instant> since, long pid) {

    public boolean isRunning() {
      return since.isPresent();
    }
  }

  /**
   * Brings a new cluster up, or the one that is in the folder.
   *
   * @param lib the folder of Cassandra's jars
   * @param nodes how many, where it is new
   * @param properties of all nodes, in their own keys
   */
  public void up(Path lib, int nodes, Map<String, String> properties, Consumer<String> progress)
      throws PortException {
    if (isIn(folder)) {
      for (Server server : servers()) {
        if (!server.isRunning()) {
          start(files(server), true, progress);
        }
      }
      return;
    }
    for (int number = 1; number <= nodes; number++) {
      NodeCalls.refuseTaken(files(number));
    }
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(LIB), lib.toAbsolutePath().normalize().toString());
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(folder, e), e);
    }
    for (int number = 1; number <= nodes; number++) {
      NodeFiles node = files(number);
      node.write(properties);
      // nothing is to be streamed yet; one after the other, as tokens are shared out
      start(node, true, progress);
    }
    progress.accept("%d nodes are one cluster".formatted(nodes));
  }

  private NodeFiles files(int number) {
    return new NodeFiles(data().resolve(PREFIX + number), number);
  }

  private NodeFiles files(Server server) {
    return files(Integer.parseInt(server.name().substring(PREFIX.length())));
  }

  /** Servers that were made and not removed, whether they run or not. */
  public List<Server> servers() throws PortException {
    List<Server> servers = new ArrayList<>();
    for (int index : indexes()) {
      String name = PREFIX + index;
      ProcessIdentity living = processes.find(name).map(LocalProcess::living).orElse(null);
      servers.add(
          new Server(
              name,
              files(index).address(),
              files(index).jmxPort(),
              living == null ? Optional.empty() : processes.startOf(living),
              living == null ? 0 : living.pid()));
    }
    return servers;
  }

  public List<String> addresses() throws PortException {
    return servers().stream().filter(Server::isRunning).map(Server::address).toList();
  }

  public boolean isDown() throws PortException {
    return processes.all().stream().noneMatch(LocalProcess::isAlive);
  }

  private List<Integer> indexes() throws PortException {
    try (Stream<Path> files = Files.list(data())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(PREFIX))
          .map(name -> Integer.parseInt(name.substring(PREFIX.length())))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new PortException("%s holds no cluster of Cassandra.".formatted(folder), e);
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  /** Adds a node that waits to be told to join. */
  void add(Map<String, String> settings, Consumer<String> progress) throws PortException {
    List<Integer> taken = indexes();
    int number = 1;
    while (taken.contains(number)) {
      number++;
    }
    NodeFiles node = files(number);
    NodeCalls.refuseTaken(node);
    node.write(settings);
    start(node, false, progress);
  }

  private void start(NodeFiles node, boolean joins, Consumer<String> progress)
      throws PortException {
    Path lib;
    try {
      lib = Path.of(Files.readString(folder.resolve(LIB)));
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(folder.resolve(LIB), e), e);
    }
    String name = PREFIX + node.number();
    Path log = folder.resolve("logs").resolve(name + ".log");
    processes.start(
        new ProcessSpec(name, node.command(lib, joins), Map.of(), node.home(), log, name));
    NodeCalls.await(
        node,
        joins ? "NORMAL" : "STARTING",
        log,
        () -> processes.find(name).filter(LocalProcess::isAlive).isPresent());
    progress.accept(
        "%s %s at %s".formatted(name, joins ? "serves" : "waits to join", node.address()));
  }

  /** Ends a node, changes its settings and starts it again. */
  void restart(
      Server server, Map<String, String> set, Iterable<String> removed, Consumer<String> progress)
      throws PortException {
    boolean waits = NodeCalls.mode(files(server)).equals("STARTING");
    processes.stop(List.of(server.name()), UNTIL_ENDED, name -> {});
    files(server).change(set, removed);
    start(files(server), !waits, progress);
  }

  /** Ends a server for good, with its data. */
  void remove(Server server, Consumer<String> progress) throws PortException {
    processes.stop(List.of(server.name()), UNTIL_ENDED, name -> {});
    delete(data().resolve(server.name()));
    progress.accept("%s has ended".formatted(server.name()));
  }

  /** Kills a server as if its machine had died; its record and data stay. */
  public void kill(String name) throws PortException {
    processes.kill(name);
  }

  /** Starts a server again that has died. */
  public void revive(String name, Consumer<String> progress) throws PortException {
    for (Server server : servers()) {
      if (server.name().equals(name) && !server.isRunning()) {
        start(files(server), true, progress);
      }
    }
  }

  /** Ends all of its processes; the data stays. */
  public void down(Consumer<String> progress) throws PortException {
    processes.stop(
        processes.all().stream().map(LocalProcess::name).toList(),
        UNTIL_ENDED,
        name -> progress.accept(name + " has ended"));
    processes.stopStrays(UNTIL_ENDED, name -> progress.accept(name + " has ended"));
    processes.removeCaps();
  }

  /** Ends it and deletes all of it. */
  public void destroy(Consumer<String> progress) throws PortException {
    down(progress);
    for (String part : List.of("data", "logs", "state", "notes", LIB)) {
      delete(folder.resolve(part));
    }
  }

  private static void delete(Path root) throws PortException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be deleted (%s).".formatted(root, e), e);
    }
  }
}
