package io.proteus.deployment.cassandra;

import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessIdentity;
import io.proteus.cloud.local.ProcessMetrics;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.cloud.local.StartMarks;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of servers on loopback, in a folder: each has its own process, port, settings and data.
 * It is kept in files, so that any later Proteus finds it.
 */
public final class CassandraDeployment {
  /** Of node 127.0.0.1; the others have the next ones. */
  public static final int FIRST_JMX_PORT = 7499;

  /** Of every node, each on its own address. */
  public static final int CQL_PORT = 9042;

  private static final String PREFIX = "cassandra-";

  /** What a daemon takes with the heap, the caches and the buffers that it is given here. */
  private static final ByteSize OF_A_NODE = ByteSize.ofMegabytes(650);

  private static final Duration UNTIL_ENDED = Duration.ofSeconds(20);

  private final Path folder;
  private final LocalProcesses processes;
  private final StartMarks marks;

  private CassandraDeployment(Path folder, LocalProcesses processes) {
    this.folder = folder;
    this.processes = processes;
    this.marks = processes.marks(folder.toString());
  }

  /** The cluster of a folder, whether it runs or not. */
  public static CassandraDeployment in(Path folder) throws PortException {
    Path absolute = folder.toAbsolutePath().normalize();
    return new CassandraDeployment(absolute, LocalProcesses.in(absolute.resolve("state")));
  }

  /** Whether a folder has such a cluster. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(Daemon.FILE));
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
   * @param daemon what its nodes are, where it is new
   * @param nodes how many, where it is new
   */
  public void up(Daemon daemon, int nodes, Consumer<String> progress) throws PortException {
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
    refuseWithoutMemory(nodes);
    daemon.write(folder);
    for (int number = 1; number <= nodes; number++) {
      NodeFiles node = files(number);
      node.write(daemon.properties());
      // nothing is to be streamed yet; one after the other, as tokens are shared out
      start(node, true, progress);
    }
    progress.accept("%d nodes are one cluster".formatted(nodes));
  }

  private void refuseWithoutMemory(int nodes) throws PortException {
    ByteSize wanted = new ByteSize(OF_A_NODE.bytes() * nodes);
    ByteSize available = processes.availableMemory().orElse(wanted);
    if (available.bytes() < wanted.bytes()) {
      throw new PortException(
          "%d nodes want %s of memory, and %s are available. Bring fewer up, or end what else runs."
              .formatted(nodes, wanted, available));
    }
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

  /** Changes for now how much each node may use; null is no cap. */
  public void cap(@Nullable Double cores) throws PortException {
    for (Server server : servers()) {
      cap(server.name(), cores);
    }
  }

  /** The same for one of them. */
  public void cap(String server, @Nullable Double cores) throws PortException {
    processes.cap(server, new ResourceCap(cores, Daemon.read(folder).memory()));
  }

  ProcessMetrics meter() {
    return processes.metrics();
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
      throw new PortException(
          "%s holds no cluster of Cassandra. Make one with `proteus local up --store cassandra`."
              .formatted(folder),
          e);
    }
  }

  /** Which of them Proteus started. */
  StartMarks marks() {
    return marks;
  }

  private Path data() {
    return folder.resolve("data");
  }

  /**
   * Adds a node that waits to be told to join.
   *
   * @param order by which it is marked; what a crash cut short is gone on with
   */
  void add(Map<String, String> settings, MachineTags order, Consumer<String> progress)
      throws PortException {
    Optional<String> begun = marks.begunBy(order);
    int number =
        begun.isPresent()
            ? Integer.parseInt(begun.get().substring(PREFIX.length()))
            : firstFree(indexes());
    marks.write(PREFIX + number, order);
    NodeFiles node = files(number);
    NodeCalls.refuseTaken(node);
    Map<String, String> all = new TreeMap<>(Daemon.read(folder).properties());
    // one that is a seed of its own would take no data over
    all.put(NodeFiles.SEEDS, NodeFiles.seeds(addressesBut(node)));
    all.putAll(settings);
    node.write(all);
    node.waitsToJoin(true);
    progress.accept("%s is configured".formatted(PREFIX + number));
    start(node, false, progress);
  }

  private List<String> addressesBut(NodeFiles node) throws PortException {
    return addresses().stream().filter(other -> !other.equals(node.address())).toList();
  }

  private static int firstFree(List<Integer> taken) {
    int free = 1;
    while (taken.contains(free)) {
      free++;
    }
    return free;
  }

  private void start(NodeFiles node, boolean joins, Consumer<String> progress)
      throws PortException {
    Daemon daemon = Daemon.read(folder);
    String name = PREFIX + node.number();
    Path log = folder.resolve("logs").resolve(name + ".log");
    processes.cap(name, new ResourceCap(daemon.cores(), daemon.memory()));
    processes.start(
        new ProcessSpec(name, node.command(daemon.lib(), joins), Map.of(), node.home(), log, name));
    NodeCalls.await(
        node,
        joins ? "NORMAL" : "STARTING",
        log,
        daemon.cores(),
        () -> processes.find(name).filter(LocalProcess::isAlive).isPresent());
    progress.accept(
        "%s %s at %s".formatted(name, joins ? "serves" : "waits to join", node.address()));
  }

  /** Ends a node, changes its settings and starts it again. */
  void restart(
      Server server, Map<String, String> set, Iterable<String> removed, Consumer<String> progress)
      throws PortException {
    NodeFiles node = files(server);
    // a member says so too until it serves again
    boolean waits = node.waitsToJoin() && NodeCalls.mode(node).equals("STARTING");
    node.waitsToJoin(waits);
    processes.stop(List.of(server.name()), UNTIL_ENDED, name -> {});
    node.change(set, removed);
    start(node, !waits, progress);
  }

  /** Ends a server for good, with its data. */
  void remove(Server server, Consumer<String> progress) throws PortException {
    processes.stop(List.of(server.name()), UNTIL_ENDED, name -> {});
    delete(data().resolve(server.name()));
    marks.remove(server.name());
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
    for (String part : List.of("data", "logs", "state", "notes", Daemon.FILE)) {
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
