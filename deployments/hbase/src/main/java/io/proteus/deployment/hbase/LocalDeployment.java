package io.proteus.deployment.hbase;

import io.proteus.cloud.local.Capping;
import io.proteus.cloud.local.DirectoryLock;
import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessIdentity;
import io.proteus.cloud.local.ProcessMetrics;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.cloud.local.StartMarks;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An HBase cluster of real daemons on loopback, in one directory: ZooKeeper, a NameNode, a master,
 * and RegionServers (rs1, rs2 ...) with a DataNode each.
 *
 * <p>The directory holds everything there is to know, so any number of Proteus processes may look
 * at a cluster and one at a time may change it. What a killed one started is found and ended by
 * {@link #down}.
 *
 * <p>All operations throw {@link PortException} with a message for the user. Those that start
 * daemons show progress line by line and report a failed start with the reason from the daemon's
 * log.
 */
public final class LocalDeployment {

  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(10);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

  private final Layout layout;
  private final LocalProcesses processes;
  private final ClusterFile file;
  private final StartMarks marks;
  private volatile boolean ending;

  /** Set for good: the caller is about to end and waits no longer. */
  private volatile boolean cancelled;

  /** Whether {@link #up} of this object may have started processes that still run. */
  private volatile boolean begun;

  private LocalDeployment(Path directory) throws PortException {
    this.layout = new Layout(directory.toAbsolutePath().normalize());
    this.processes = LocalProcesses.in(layout.state());
    this.file = new ClusterFile(layout.clusterFile());
    this.marks = processes.marks(layout.root().toString());
  }

  /** The cluster of a directory, whether it runs, is down, or was never made. */
  public static LocalDeployment in(Path directory) throws PortException {
    return new LocalDeployment(directory);
  }

  /**
   * Brings the cluster up and returns when it serves. Data and servers' own settings of an earlier
   * run in this directory are taken over. A cap is set when all is up, because a JVM starts very
   * slowly under a small one. What was started by a failed or cancelled start is ended.
   */
  public void up(ClusterSpec spec, Consumer<String> progress) throws PortException {
    try (DirectoryLock lock = lock()) {
      if (!isDown()) {
        throw new PortException(
            "%s: a cluster is running here already, or was not ended. End it with `proteus local down --directory %s`."
                .formatted(layout.root(), layout.root()));
      }
      refuseWhenCancelled();
      processes.removeCaps();
      ClusterDraft.checkMemory(spec, processes.availableMemory());
      ClusterDraft.checkDisk(layout.root());
      Cluster cluster = ClusterDraft.of(spec, file.read(), layout.root(), progress);
      begun = true;
      Deletion.of(layout.temporary());
      file.write(cluster);
      new ConfigurationFiles(layout, cluster).writeAll();
      try {
        startup(cluster, progress).all();
        for (Member member : cluster.members()) {
          setCap(member, spec.cores(), progress);
        }
      } catch (PortException | RuntimeException failed) {
        new Shutdown(processes, progress).atOnce();
        throw failed;
      }
    }
  }

  /**
   * Ends every process of the cluster, whoever started it. It also cancels an {@link #up} of this
   * object, and kills the processes that this object is about to stop. Data and settings stay.
   */
  public void down(Consumer<String> progress) throws PortException {
    ending = true;
    try (DirectoryLock lock = lock()) {
      new Shutdown(processes, progress).gently();
      begun = false;
    } finally {
      ending = false;
    }
  }

  /** Kills every process of the cluster and deletes its directory. */
  public void destroy(Consumer<String> progress) throws PortException {
    ending = true;
    try (DirectoryLock lock = lock()) {
      new Shutdown(processes, progress).atOnce();
      new Deletion(layout).run();
      begun = false;
    } finally {
      ending = false;
    }
  }

  /**
   * Ends what {@link #up} of this object has begun, as {@link #down} or {@link #destroy} do, and
   * lets this object start nothing any more. Where it has begun nothing, as when another's cluster
   * runs here, that one is left alone. For when a command is interrupted or has failed.
   *
   * @param delete whether the cluster's data goes, too
   */
  public void cancel(boolean delete, Consumer<String> progress) throws PortException {
    cancelled = true;
    if (!begun) {
      return;
    }
    if (delete) {
      destroy(progress);
    } else {
      down(progress);
    }
  }

  /** Whether {@link #cancel} has something to end. */
  public boolean hasBegun() {
    return begun;
  }

  /**
   * Whether no process of this directory runs. The answer does not depend on the cluster's file,
   * which may be unreadable.
   */
  public boolean isDown() throws PortException {
    return processes.all().stream().noneMatch(LocalProcess::isAlive)
        && processes.strays().isEmpty();
  }

  /** Whether this directory holds, or held, a cluster. */
  public boolean isKept() {
    return Files.exists(layout.clusterFile()) || Files.exists(layout.state());
  }

  /** Directories of the clusters that run on this machine, as far as this user may see them. */
  public static List<Path> running() {
    return LocalProcesses.inUse().stream().map(Layout::rootOf).flatMap(Optional::stream).toList();
  }

  /** The running and the missing processes; it asks no daemon. */
  public ClusterStatus status() throws PortException {
    Optional<Cluster> cluster = file.read();
    List<String> strays = processes.strays().stream().map(LocalProcess::name).toList();
    if (cluster.isEmpty()) {
      return new ClusterStatus(List.of(), List.of(), strays);
    }
    List<DaemonStatus> central = new ArrayList<>();
    for (String name : List.of(Daemons.ZOOKEEPER, Daemons.NAME_NODE, Daemons.MASTER)) {
      central.add(status(name, Ports.MASTER_ADDRESS));
    }
    List<RegionServerStatus> servers = new ArrayList<>();
    for (Member member : cluster.get().members()) {
      servers.add(status(member, cluster.get().ports()));
    }
    return new ClusterStatus(central, servers, strays);
  }

  /** The RegionServers, running or not. */
  public List<RegionServerStatus> servers() throws PortException {
    return status().regionServers();
  }

  /** The settings that a client needs to reach the cluster, in HBase's keys. */
  public Map<String, String> clientConfiguration() throws PortException {
    return new SiteSettings(layout, cluster()).client();
  }

  /** Which of its servers Proteus started. */
  StartMarks marks() {
    return marks;
  }

  public Ports ports() throws PortException {
    return cluster().ports();
  }

  /** Adds a RegionServer with a DataNode, and returns when the master knows it. */
  public Joining addRegionServer(Map<String, String> settings, Consumer<String> progress)
      throws PortException {
    return addRegionServer(settings, marks.ofNoPlan(), progress);
  }

  /**
   * The same, marked by an order. What a crash cut short is a member of the cluster already, and is
   * restarted instead.
   */
  Joining addRegionServer(
      Map<String, String> settings, MachineTags order, Consumer<String> progress)
      throws PortException {
    try (DirectoryLock lock = lock()) {
      Instant asked = Instant.now();
      Cluster before = cluster();
      int index = before.members().stream().mapToInt(Member::index).max().orElse(0) + 1;
      Member added = ClusterDraft.newMember(index).with(settings);
      Cluster cluster = before.with(added);
      marks.write(added.name(), order);
      file.write(cluster);
      new ConfigurationFiles(layout, cluster).writeAll();
      setCap(added, before.spec().cores(), progress);
      return startup(cluster, progress).regionServer(added, asked);
    }
  }

  /**
   * Ends a RegionServer in order: it flushes, and the master gives its regions to others. Its
   * DataNode stays, because with one copy of each block no other has its data.
   */
  public void stopRegionServer(String name, Consumer<String> progress) throws PortException {
    try (DirectoryLock lock = lock()) {
      stop(cluster().member(name), progress);
    }
  }

  /** Starts a RegionServer that was stopped or has died, and returns when the master knows it. */
  public void startRegionServer(String name, Consumer<String> progress) throws PortException {
    try (DirectoryLock lock = lock()) {
      Cluster cluster = cluster();
      startup(cluster, progress).regionServer(cluster.member(name), Instant.now());
    }
  }

  /**
   * The command that a RegionServer of this cluster is started by elsewhere.
   *
   * @param conf folder of its settings
   */
  public List<String> regionServerCommand(String name, Path conf) throws PortException {
    Cluster cluster = cluster();
    return new Daemons(layout, cluster.spec()).regionServer(cluster.member(name), conf).command();
  }

  /** The folder of the settings that a RegionServer is started with here. */
  public Path configurationOf(String name) {
    return layout.conf(name);
  }

  /**
   * Takes over a RegionServer of this cluster that somebody else started, on the address of this
   * member: it is counted, measured, capped and ended as if it had been started here.
   */
  public void adoptRegionServer(String name, long pid) throws PortException {
    try (DirectoryLock lock = lock()) {
      Cluster cluster = cluster();
      processes.adopt(new Daemons(layout, cluster.spec()).regionServer(cluster.member(name)), pid);
    }
  }

  /**
   * Starts the master that has died, and returns when it answers; it serves once it has
   * RegionServers.
   */
  public void startMaster(Consumer<String> progress) throws PortException {
    try (DirectoryLock lock = lock()) {
      startup(cluster(), progress).master();
    }
  }

  /**
   * Restarts a RegionServer with other settings; starts it when it is down.
   *
   * @param settings in HBase's keys; a change of those that the server was given before, and kept
   */
  public Joining restartRegionServer(
      String name, SettingsChange settings, Consumer<String> progress) throws PortException {
    try (DirectoryLock lock = lock()) {
      Instant asked = Instant.now();
      Cluster cluster = cluster().change(name, member -> member.with(settings));
      Member member = cluster.member(name);
      file.write(cluster);
      new ConfigurationFiles(layout, cluster).write(member);
      stop(member, progress);
      return startup(cluster, progress).regionServer(member, asked);
    }
  }

  /** Kills a daemon (SIGKILL), as a crash would; {@link #status} shows it dead. */
  public void kill(String daemon) throws PortException {
    processes.kill(daemon);
  }

  /** A new meter of how busy a RegionServer and its DataNode are, by its name (MET-1). */
  ProcessMetrics meter() {
    return processes.metrics();
  }

  /**
   * Sets what a RegionServer and its DataNode may use together, at once and for later starts.
   *
   * @param cores 0.22 is 22 % of a core; null lifts the cap
   */
  public Capping setCpuShare(String server, @Nullable Double cores) throws PortException {
    return processes.cap(cluster().member(server).name(), new ResourceCap(cores, null));
  }

  /** The same for every RegionServer. */
  public List<Capping> setCpuShareOfAll(@Nullable Double cores) throws PortException {
    List<Capping> cappings = new ArrayList<>();
    for (Member member : cluster().members()) {
      cappings.add(setCpuShare(member.name(), cores));
    }
    return cappings;
  }

  private void setCap(Member member, @Nullable Double cores, Consumer<String> progress)
      throws PortException {
    if (cores != null) {
      progress.accept(processes.cap(member.name(), ResourceCap.ofCores(cores)).toString());
    }
  }

  private void stop(Member member, Consumer<String> progress) throws PortException {
    processes.stop(
        List.of(member.name()),
        STOP_PATIENCE,
        this::isToEnd,
        name -> progress.accept(name + " ended"));
  }

  private Startup startup(Cluster cluster, Consumer<String> progress) {
    return new Startup(layout, cluster, processes, progress, this::isToEnd);
  }

  private boolean isToEnd() {
    return ending || cancelled;
  }

  private void refuseWhenCancelled() throws PortException {
    if (cancelled) {
      throw new PortException("the start was cancelled");
    }
  }

  private DirectoryLock lock() throws PortException {
    return DirectoryLock.hold(layout.state(), LOCK_PATIENCE);
  }

  private Cluster cluster() throws PortException {
    return file.read()
        .orElseThrow(
            () ->
                new PortException(
                    "%s: holds no cluster. Make one with `proteus local up --directory %s`."
                        .formatted(layout.root(), layout.root())));
  }

  private RegionServerStatus status(Member member, Ports ports) throws PortException {
    Capping capping =
        processes.caps().stream()
            .filter(found -> found.group().equals(member.name()))
            .findFirst()
            .orElse(null);
    return new RegionServerStatus(
        status(member.name(), member.address()),
        status(member.dataNodeName(), member.address()),
        ports.regionServer(),
        capping,
        member.settings());
  }

  private DaemonStatus status(String name, String address) throws PortException {
    ProcessIdentity living = processes.find(name).map(LocalProcess::living).orElse(null);
    return new DaemonStatus(
        name,
        address,
        living == null ? null : living.pid(),
        living == null ? null : processes.startOf(living).orElse(null),
        layout.log(name));
  }
}
