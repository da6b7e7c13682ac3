package io.proteus.lab.stage;

import io.proteus.app.Interruption;
import io.proteus.cloud.local.Waiting;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Machines;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.deployment.hbase.Joining;
import io.proteus.deployment.hbase.RegionServerStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * RegionServers of a stage on machines of a cloud, in place of processes that the stage starts
 * itself. The cloud gives each machine an address of the stage's servers, and what it boots runs
 * here: so it is counted, measured and capped as the stage's own.
 *
 * <p>A server is capped once it answers: a machine of its own would bring the CPU to start a JVM.
 */
public final class BootedServers implements AutoCloseable {
  private static final Duration BOOTED = Duration.ofMinutes(8);
  private static final Duration LOOKING = Duration.ofMillis(500);
  private static final int CONNECT_MILLIS = 500;

  private final Stage stage;
  private final BootFiles files;
  private final OpenCloud cloud;
  private final Machines machines;
  private final Consumer<String> progress;
  private final Interruption interruption;
  private final Map<String, Long> adopted = new HashMap<>();
  private final List<Joins> joining = new ArrayList<>();
  private volatile String trouble = "";
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "booted-servers");
            thread.setDaemon(true);
            return thread;
          });

  /** A server that answers, and that the master may not know yet. */
  private record Joins(NodeId node, String server, Instant configured, Instant answered) {}

  private BootedServers(Stage stage, BootFiles files, OpenCloud cloud, Consumer<String> progress)
      throws PortException {
    this.stage = stage;
    this.files = files;
    this.cloud = cloud;
    this.progress = progress;
    this.machines =
        cloud
            .facets()
            .find(Machines.class)
            .orElseThrow(
                () ->
                    new PortException("--cloud: want a cloud that starts machines, got another."));
    this.interruption = Interruption.handledBy(this::endAll);
  }

  /**
   * The keys of the section {@code cloud} for a stage, a line each; what they name is written too.
   */
  public static List<String> keys(Stage stage) throws PortException, IOException {
    BootFiles files = files(stage.spec());
    files.write(stage.deployment());
    return files.keys(stage.deployment().ports().regionServer());
  }

  /** The same for a stage that is not there yet, to be looked at only. */
  public static List<String> draftOfKeys(StageSpec spec) {
    return files(spec).keys(1);
  }

  private static BootFiles files(StageSpec spec) {
    return new BootFiles(spec.directory().resolve("machines"));
  }

  /**
   * Starts servers on machines, and ends those that the stage started. The stage has one more than
   * the cloud has addresses, which serves until the others do.
   *
   * @param cloud of which no machine runs
   * @param servers how many
   */
  public static BootedServers start(
      Stage stage, OpenCloud cloud, int servers, Consumer<String> progress)
      throws PortException, IOException {
    BootedServers booted = new BootedServers(stage, files(stage.spec()), cloud, progress);
    try {
      booted.replaceAll(servers);
      return booted;
    } catch (PortException | RuntimeException e) {
      try {
        booted.close();
      } catch (PortException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  private void replaceAll(int servers) throws PortException {
    int left = machines.machines().size();
    if (left > 0) {
      throw new PortException(
          "--cloud: want a cloud without machines of this cluster, got %d. Maybe an earlier run left them."
              .formatted(left));
    }
    List<RegionServerStatus> own = stage.deployment().servers();
    RegionServerStatus last = own.get(own.size() - 1);
    for (RegionServerStatus server : own.subList(0, own.size() - 1)) {
      stage.deployment().stopRegionServer(server.name(), line -> {});
    }
    looks.scheduleWithFixedDelay(
        this::look, LOOKING.toMillis(), LOOKING.toMillis(), TimeUnit.MILLISECONDS);
    for (int total = 1; total <= servers; total++) {
      machines.launch(total, Map.of());
    }
    await(servers + 1);
    stage.deployment().stopRegionServer(last.name(), line -> {});
    await(servers);
    if (!Waiting.until(BOOTED, this::areEndedForgotten)) {
      throw new PortException(
          "the stage's own servers have ended and are still on the list of the dead. " + trouble);
    }
  }

  /** The store keeps them there while it recovers what they held. */
  private boolean areEndedForgotten() {
    try {
      for (NodeId ended : stage.engine().topology().deadNodes()) {
        stage.engine().forget(ended);
      }
      return true;
    } catch (PortException e) {
      trouble = String.valueOf(e.getMessage());
      return false;
    }
  }

  /** Until so many serve, all of them adopted, and none is missed. */
  private void await(int servers) throws PortException {
    boolean come = Waiting.until(BOOTED, () -> stage.runningServers() == servers && serve(servers));
    if (!come) {
      throw new PortException(
          "%d of %d servers run after %d minutes, and they do not serve all. See the logs of their machines. %s"
              .formatted(stage.runningServers(), servers, BOOTED.toMinutes(), trouble));
    }
  }

  /** A store whose catalogue moves tells nothing for a moment. */
  private boolean serve(int servers) {
    try {
      Topology now = stage.engine().topology();
      return now.nodes().size() == servers
          && now.partitions().stream().allMatch(partition -> partition.node() != null);
    } catch (PortException e) {
      trouble = String.valueOf(e.getMessage());
      return false;
    }
  }

  /** What cannot be seen now is looked at again. */
  private void look() {
    try {
      adoptAll();
      tellJoined();
    } catch (PortException | IOException e) {
      trouble = String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      progress.accept("what machines started is no longer seen: " + e);
      throw e;
    }
  }

  private void adoptAll() throws PortException, IOException {
    int port = stage.deployment().ports().regionServer();
    for (BootFiles.Started started : files.started()) {
      String address = started.address();
      boolean known = Long.valueOf(started.pid()).equals(adopted.get(address));
      if (known || !answers(address, port)) {
        continue;
      }
      Instant answered = Instant.now();
      String server = nameOf(address);
      stage.deployment().adoptRegionServer(server, started.pid());
      adopted.put(address, started.pid());
      joining.add(
          new Joins(new NodeId(address + ":" + port), server, started.configured(), answered));
    }
  }

  private String nameOf(String address) throws PortException {
    return stage.deployment().servers().stream()
        .filter(server -> server.daemon().address().equals(address))
        .map(RegionServerStatus::name)
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "--cloud: want machines with addresses of the stage's servers, got one on %s."
                        .formatted(address)));
  }

  private void tellJoined() throws PortException {
    if (joining.isEmpty()) {
      return;
    }
    List<NodeId> live = stage.engine().topology().nodes().stream().map(Node::id).toList();
    Map<NodeId, Instant> since = machines.machines();
    for (Iterator<Joins> each = joining.iterator(); each.hasNext(); ) {
      Joins joins = each.next();
      if (live.contains(joins.node())) {
        each.remove();
        Instant ordered = since.getOrDefault(joins.node(), joins.configured());
        stage.joined(
            new Joining(
                joins.server(),
                Duration.between(ordered, joins.configured()),
                Duration.between(joins.configured(), joins.answered()),
                Duration.between(joins.answered(), Instant.now())));
      }
    }
  }

  private static boolean answers(String address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The stage's store with the cloud of these machines. */
  public Ports ports() {
    return new Ports(stage.engine(), Facets.of(stage.engine()).and(cloud.facets()), stage.engine());
  }

  private void endAll() throws PortException {
    for (NodeId node : machines.machines().keySet()) {
      machines.terminate(node);
    }
  }

  @Override
  public void close() throws PortException {
    looks.shutdownNow();
    if (!interruption.hasBegun()) {
      endAll();
    }
    interruption.close();
  }
}
