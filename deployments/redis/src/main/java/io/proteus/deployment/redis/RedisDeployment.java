package io.proteus.deployment.redis;

import io.proteus.cloud.local.Capping;
import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessIdentity;
import io.proteus.cloud.local.ProcessMetrics;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.cloud.local.StartMarks;
import io.proteus.core.port.MachineTags;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of servers on loopback, in a folder: each has its own process, port, settings and data.
 * It is kept in files, so that any later Proteus finds it.
 */
public final class RedisDeployment {
  static final int SLOTS = 16_384;
  private static final String PREFIX = "redis-";
  private static final String HOST = "127.0.0.1";
  private static final Duration UNTIL_ENDED = Duration.ofSeconds(10);

  private final Path folder;
  private final LocalProcesses processes;
  private final StartMarks marks;

  private RedisDeployment(Path folder, LocalProcesses processes) {
    this.folder = folder;
    this.processes = processes;
    this.marks = processes.marks(folder.toString());
  }

  /** The cluster of a folder, whether it runs or not. */
  public static RedisDeployment in(Path folder) throws PortException {
    Path absolute = folder.toAbsolutePath().normalize();
    return new RedisDeployment(absolute, LocalProcesses.in(absolute.resolve("state")));
  }

  /** Whether a folder has such a cluster. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(Program.FILE));
  }

  /** A server of this cluster, by its name. */
  public record Server(String name, int port, Optional<Instant> since, long pid) {
    public String address() {
      return HOST + ":" + port;
    }

    public boolean isRunning() {
      return since.isPresent();
    }
  }

  /**
   * Brings a new cluster up, or the one that is in the folder.
   *
   * @param nodes how many, where it is new
   * @param firstPort of the servers
   * @param properties of all servers, in their own keys
   */
  public void up(
      Program program,
      int nodes,
      int firstPort,
      Map<String, String> properties,
      Consumer<String> progress)
      throws PortException {
    if (isIn(folder)) {
      for (Server server : servers()) {
        if (!server.isRunning()) {
          start(server.name(), server.port(), progress);
        }
      }
      ServerCalls.awaitWell(addresses());
      return;
    }
    for (int port = firstPort; port < firstPort + nodes; port++) {
      if (ServerCalls.answers(HOST, port)) {
        throw new PortException(
            "%s:%d is in use. Name another first port with --port-base.".formatted(HOST, port));
      }
    }
    program.write(folder, firstPort, properties);
    for (int index = 1; index <= nodes; index++) {
      prepare(index, Map.of());
      start(PREFIX + index, firstPort + index - 1, progress);
    }
    ServerCalls.create(addresses());
    progress.accept("%d servers are one cluster".formatted(nodes));
  }

  /** Servers that were made and not removed, whether they run or not. */
  public List<Server> servers() throws PortException {
    Program program = Program.read(folder);
    List<Server> servers = new ArrayList<>();
    for (int index : indexes()) {
      String name = PREFIX + index;
      ProcessIdentity living = processes.find(name).map(LocalProcess::living).orElse(null);
      servers.add(
          new Server(
              name,
              program.firstPort() + index - 1,
              living == null ? Optional.empty() : processes.startOf(living),
              living == null ? 0 : living.pid()));
    }
    return servers;
  }

  /** Whether its servers may use a share of a core only, and this machine can hold them to it. */
  public boolean isCapped() throws PortException {
    return Program.read(folder).cores() != null
        && processes.caps().stream().allMatch(Capping::holds);
  }

  ProcessMetrics meter() {
    return processes.metrics();
  }

  public List<String> addresses() throws PortException {
    return servers().stream().filter(Server::isRunning).map(Server::address).toList();
  }

  /** Changes for now how much each running server may use; null is no cap. */
  public void cap(@Nullable Double cores) throws PortException {
    for (Server server : servers()) {
      processes.cap(server.name(), new ResourceCap(cores, null));
    }
  }

  /** Waits until all of its servers say that the cluster serves, and know each other. */
  public void awaitWell() throws PortException {
    ServerCalls.awaitWell(addresses());
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
          "%s holds no cluster. Make one with `proteus local up --store redis`.".formatted(folder),
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
   * Adds a server that belongs to no cluster yet.
   *
   * @param order by which it is marked; what a crash cut short is gone on with
   */
  void add(Map<String, String> settings, MachineTags order, Consumer<String> progress)
      throws PortException {
    Optional<String> begun = marks.begunBy(order);
    int index =
        begun.isPresent()
            ? Integer.parseInt(begun.get().substring(PREFIX.length()))
            : firstFree(indexes());
    marks.write(PREFIX + index, order);
    prepare(index, settings);
    progress.accept("%s is configured".formatted(PREFIX + index));
    start(PREFIX + index, Program.read(folder).firstPort() + index - 1, progress);
  }

  private static int firstFree(List<Integer> taken) {
    int free = 1;
    while (taken.contains(free)) {
      free++;
    }
    return free;
  }

  private void prepare(int index, Map<String, String> settings) throws PortException {
    Path home = data().resolve(PREFIX + index);
    try {
      Files.createDirectories(home);
      Program program = Program.read(folder);
      Map<String, String> all = new TreeMap<>(program.properties());
      all.putAll(settings);
      write(home, program.settings(home, program.firstPort() + index - 1, all));
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(home, e), e);
    }
  }

  private static void write(Path home, Map<String, String> settings) throws IOException {
    StringBuilder lines = new StringBuilder();
    settings.forEach((key, value) -> lines.append(key).append(' ').append(value).append('\n'));
    Files.writeString(home.resolve("server.conf"), lines.toString());
  }

  private void start(String name, int port, Consumer<String> progress) throws PortException {
    Path home = data().resolve(name);
    processes.cap(name, new ResourceCap(Program.read(folder).cores(), null));
    processes.start(
        new ProcessSpec(
            name,
            List.of(Program.read(folder).path(), home.resolve("server.conf").toString()),
            Map.of(),
            home,
            folder.resolve("logs").resolve(name + ".log"),
            name));
    ServerCalls.awaitAnswer(HOST, port);
    progress.accept("%s serves on port %d".formatted(name, port));
  }

  /** Ends a server, changes its settings and starts it again. */
  void restart(
      Server server, Map<String, String> set, Iterable<String> removed, Consumer<String> progress)
      throws PortException {
    processes.stop(List.of(server.name()), UNTIL_ENDED, name -> {});
    Path home = data().resolve(server.name());
    try {
      Map<String, String> settings = new TreeMap<>();
      for (String line : Files.readAllLines(home.resolve("server.conf"))) {
        int space = line.indexOf(' ');
        if (space > 0 && !line.startsWith("#")) {
          settings.put(line.substring(0, space), line.substring(space + 1));
        }
      }
      removed.forEach(settings::remove);
      settings.putAll(set);
      write(home, settings);
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(home, e), e);
    }
    start(server.name(), server.port(), progress);
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
        start(name, server.port(), progress);
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
    for (String part : List.of("data", "logs", "state", "notes", Program.FILE)) {
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
