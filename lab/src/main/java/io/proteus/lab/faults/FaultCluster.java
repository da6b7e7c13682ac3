package io.proteus.lab.faults;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.deployment.hbase.ClusterStatus;
import io.proteus.deployment.hbase.DaemonStatus;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.deployment.hbase.RegionServerStatus;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of the trials with three small tenants, and the experiment's own hand on it: what
 * breaks it, and what a supervisor of its processes would do.
 */
final class FaultCluster implements AutoCloseable {
  static final String MASTER = "master";
  static final String ZOOKEEPER = "zookeeper";

  private static final Duration WHOLE_WITHIN = Duration.ofMinutes(3);
  private static final Duration GLANCE = Duration.ofMillis(500);
  private static final Duration FROZEN_GLANCE = Duration.ofMillis(50);

  /** A claim outlives whoever was killed by a session of 8 s. */
  private static final Duration CLAIM_WITHIN = Duration.ofSeconds(60);

  private static final Duration CLAIM_POLL = Duration.ofSeconds(1);

  /** A master that its supervisor starts again takes a quarter of a minute. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(2);

  private static final OperationsPerSecond LIGHT = new OperationsPerSecond(50);

  /** Else a region of half a megabyte is written anew before anybody can strike meanwhile. */
  private static final Map<String, String> SLOW_COMPACTIONS =
      Map.of(
          "hbase.hstore.compaction.throughput.lower.bound", "262144",
          "hbase.hstore.compaction.throughput.higher.bound", "262144",
          "hbase.hstore.compaction.throughput.control.check.interval", "16384");

  private final StageHold hold;
  private final boolean plugin;
  private final int partitions;
  private final Consumer<String> progress;
  private @Nullable Supervisor supervisor;

  private FaultCluster(StageHold hold, boolean plugin, int partitions, Consumer<String> progress) {
    this.hold = hold;
    this.plugin = plugin;
    this.partitions = partitions;
    this.progress = progress;
  }

  /** Brings it up and loads its tables. */
  static FaultCluster open(
      StageSpec spec, boolean plugin, int rows, long seed, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    StageHold hold = StageHold.open(spec, SLOW_COMPACTIONS, plugin, progress);
    try {
      Stage stage = hold.stage();
      stage.cap(spec.cores());
      stage.createTables(tenants(), rows);
      stage.load(seed, loaded -> {});
      int partitions = stage.known().size();
      progress.accept("%d regions of 3 tenants loaded".formatted(partitions));
      return new FaultCluster(hold, plugin, partitions, progress);
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      hold.close();
      throw e;
    }
  }

  /** Light: what counts is that every acknowledged write is found again. */
  private static List<Tenant> tenants() {
    return Stream.of(MetTenants.b(), MetTenants.c(), MetTenants.e())
        .map(tenant -> tenant.withThreads(1).withCap(Optional.of(LIGHT)))
        .toList();
  }

  Stage stage() {
    return hold.stage();
  }

  /** Whether the process was asked to end. */
  boolean isEnding() {
    return hold.interruption().hasBegun();
  }

  LocalDeployment deployment() {
    return stage().deployment();
  }

  boolean hasPlugin() {
    return plugin;
  }

  Topology topology() throws PortException {
    return stage().engine().topology();
  }

  /**
   * Brings everything up that is down and puts the regions by chance, every server with the same
   * settings; returns what there is then.
   */
  Topology arrange(long seed, boolean balancerOn)
      throws PortException, IOException, InterruptedException {
    startDead();
    awaitWhole();
    stage().admin().compactionSwitch(true, List.of());
    if (!plugin) {
      restartConfigured();
    }
    stage().arranger().flushAll();
    Layout byChance = new HandMadeLayouts(topology(), stage().known()).random(seed);
    stage().arranger().arrange(byChance);
    switchBalancer(balancerOn);
    awaitWhole();
    return topology();
  }

  /** As an operator does: what the engine switches off is marked for Proteus to switch on again. */
  private void switchBalancer(boolean on) throws PortException, IOException {
    stage().engine().switchBalancer(true); // takes the mark of the arrangement away
    stage().admin().balancerSwitch(on, true);
  }

  /** Servers that take no split while they run are started with the one that all are to have. */
  private void restartConfigured() throws PortException, InterruptedException {
    for (Node node : topology().nodes()) {
      MemorySplit wanted = Objects.requireNonNull(HandMadeLayouts.ONE_CONFIGURATION.memory());
      if (node.memory() == null || !node.memory().isAbout(wanted)) {
        stage()
            .cloud()
            .restart(node.id(), SettingsChange.setting(stage().engine().settingsOf(wanted)));
        awaitWhole();
      }
    }
  }

  /** Whether a region is seen to be closed or opened; not when HBase does not answer. */
  boolean isMoving(PartitionId partition) {
    try {
      return topology().inTransition().contains(partition);
    } catch (PortException e) {
      return false; // what was not seen is looked for again
    }
  }

  /** Whether a region's server says that it writes its files anew; not when it does not answer. */
  boolean isCompacting(PartitionId partition) {
    try {
      byte[] region = partition.value().getBytes(StandardCharsets.ISO_8859_1);
      return stage().admin().getCompactionStateForRegion(region) != CompactionState.NONE;
    } catch (IOException e) {
      return false; // as above
    }
  }

  /** The process of the RegionServer that holds {@code hbase:meta}. */
  String serverOfMeta() throws PortException {
    try (RegionLocator meta =
        stage().admin().getConnection().getRegionLocator(TableName.META_TABLE_NAME)) {
      return serverOf(
          new NodeId(
              meta.getRegionLocation(HConstants.EMPTY_START_ROW, true)
                  .getServerName()
                  .getAddress()
                  .toString()));
    } catch (IOException e) {
      throw new PortException("Cannot tell who holds hbase:meta: " + e.getMessage(), e);
    }
  }

  /** The process of a RegionServer, by HBase's name for it. */
  String serverOf(NodeId node) throws PortException {
    for (RegionServerStatus server : deployment().servers()) {
      if (node.value().equals(server.daemon().address() + ":" + server.port())) {
        return server.name();
      }
    }
    throw new PortException("%s: not a RegionServer of this cluster".formatted(node));
  }

  /** The RegionServers' processes. */
  List<String> servers() throws PortException {
    return deployment().servers().stream().map(RegionServerStatus::name).toList();
  }

  /** SIGKILL; false when it did not run. */
  boolean kill(String daemon) throws PortException {
    if (pid(daemon).isEmpty()) {
      return false;
    }
    deployment().kill(daemon);
    return true;
  }

  Optional<Long> pid(String daemon) throws PortException {
    return deployment()
        .status()
        .daemons()
        .filter(status -> status.name().equals(daemon))
        .findFirst()
        .map(DaemonStatus::pid);
  }

  /** Stops a process for a while (SIGSTOP), and lets it go on (SIGCONT) in any case. */
  void freeze(String daemon, Duration length) throws PortException, InterruptedException {
    freeze(daemon, length, () -> false);
  }

  /**
   * The same, for as long as it takes.
   *
   * @param longest how long at most
   * @param enough asked meanwhile
   * @return how long it was
   */
  Duration freeze(String daemon, Duration longest, BooleanSupplier enough)
      throws PortException, InterruptedException {
    long pid =
        pid(daemon)
            .orElseThrow(
                () -> new PortException(daemon + ": does not run, so it cannot be stopped"));
    signal(pid, "STOP");
    long stopped = System.nanoTime();
    try {
      while (System.nanoTime() - stopped < longest.toNanos() && !enough.getAsBoolean()) {
        TimeUnit.MILLISECONDS.sleep(FROZEN_GLANCE.toMillis());
      }
    } finally {
      signal(pid, "CONT");
    }
    return Duration.ofNanos(System.nanoTime() - stopped);
  }

  private static void signal(long pid, String signal) throws PortException, InterruptedException {
    try {
      int answer =
          new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(signal, pid)).start().waitFor();
      if (answer != 0) {
        throw new PortException("kill -%s %d: answered %d".formatted(signal, pid, answer));
      }
    } catch (IOException e) {
      throw new PortException("kill -%s %d: %s".formatted(signal, pid, e.getMessage()), e);
    }
  }

  /** Starts what is dead, the master first; what that was. */
  List<String> startDead() throws PortException {
    List<String> dead = dead();
    for (String daemon : dead) {
      start(daemon);
    }
    return dead;
  }

  /** What does not run, the master first. */
  List<String> dead() throws PortException {
    List<String> dead = new ArrayList<>();
    ClusterStatus status = deployment().status();
    Stream.concat(
            status.central().stream(),
            status.regionServers().stream().map(RegionServerStatus::daemon))
        .filter(daemon -> !daemon.isRunning())
        .forEach(daemon -> dead.add(daemon.name()));
    return dead;
  }

  /** Starts one that is dead, as a supervisor does. */
  void start(String daemon) throws PortException {
    if (daemon.equals(MASTER)) {
      deployment().startMaster(progress);
    } else if (servers().contains(daemon)) {
      deployment().startRegionServer(daemon, progress);
    } else {
      throw new PortException("%s has ended, which no trial asks of it".formatted(daemon));
    }
  }

  /** From here on these are started again once after they have died, until it is ended. */
  void supervise(List<String> daemons, Duration delay) {
    supervisor = new Supervisor(this, daemons, delay, progress);
  }

  /** Ends the supervision, if there is any, when what it is at is done. */
  void endSupervision() throws InterruptedException {
    if (supervisor != null) {
      supervisor.close();
      supervisor = null;
    }
  }

  /** Waits until all is up and every region is served. */
  void awaitWhole() throws PortException, InterruptedException {
    awaitWhole(WHOLE_WITHIN);
  }

  /** The same with another bound. */
  void awaitWhole(Duration bound) throws PortException, InterruptedException {
    Await.until(
        "every process up and every region served",
        bound,
        GLANCE,
        () -> missing().isEmpty() ? Optional.of(true) : Optional.empty(),
        () -> {
          try {
            return missing().orElse("all of it, a moment too late");
          } catch (PortException e) {
            return String.valueOf(e.getMessage());
          }
        });
  }

  /**
   * Waits until nobody holds the sole right to act. It is not taken for that: a plan that was cut
   * short is dropped, and not resumed, where another has held it since.
   */
  void awaitClaimFree() throws PortException, InterruptedException {
    String[] problem = {""};
    Await.until(
        "the claim free",
        CLAIM_WITHIN,
        CLAIM_POLL,
        () -> {
          try {
            Optional<Holder> holder = stage().engine().holder();
            problem[0] = holder.map(Holder::toString).orElse("");
            return holder.isEmpty() ? Optional.of(true) : Optional.empty();
          } catch (PortException e) {
            problem[0] = String.valueOf(e.getMessage());
            return Optional.empty();
          }
        },
        () -> problem[0]);
  }

  /** Waits until the store answers again: an operator starts no Proteus on one that is down. */
  void awaitAnswers() throws PortException, InterruptedException {
    String[] problem = {""};
    Await.until(
        "the store to answer",
        ANSWERS_WITHIN,
        CLAIM_POLL,
        () -> {
          try {
            return Optional.of(stage().engine().topology());
          } catch (PortException e) {
            problem[0] = String.valueOf(e.getMessage());
            return Optional.empty();
          }
        },
        () -> problem[0]);
  }

  /** What the cluster lacks of being whole; empty when nothing. */
  private Optional<String> missing() throws PortException {
    List<String> dead = dead();
    if (!dead.isEmpty()) {
      return Optional.of("not running: " + dead);
    }
    Topology now;
    try {
      now = topology();
    } catch (PortException e) {
      return Optional.of("the master does not answer: " + e.getMessage());
    }
    return new Wholeness(servers().size(), partitions).missing(now);
  }

  @Override
  public void close() throws PortException, IOException {
    hold.close();
  }
}
