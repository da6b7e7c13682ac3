package io.proteus.deployment.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.cloud.local.Waiting;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts daemons in the order in which they need each other and waits until each serves. What ends
 * early or does not serve in time is reported with the reason from its own log.
 */
final class Startup {

  /**
   * Longer than a machine with twenty busy processes a core needs; an early end is noticed at once.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(300);

  private static final Duration ARCHIVE_PATIENCE = Duration.ofSeconds(180);

  private static final int CONNECT_MILLIS = 500;

  private final Layout layout;
  private final Cluster cluster;
  private final LocalProcesses processes;
  private final Daemons daemons;
  private final ClassArchive archive;
  private final Consumer<String> progress;
  private final BooleanSupplier cancelled;
  private final Map<String, DaemonLog> logs = new HashMap<>();
  private final long begin = System.nanoTime();

  Startup(
      Layout layout,
      Cluster cluster,
      LocalProcesses processes,
      Consumer<String> progress,
      BooleanSupplier cancelled) {
    this.layout = layout;
    this.cluster = cluster;
    this.processes = processes;
    this.daemons = new Daemons(layout, cluster.spec());
    this.archive = new ClassArchive(layout, cluster.spec().jars());
    this.progress = progress;
    this.cancelled = cancelled;
  }

  /** Everything, from nothing. */
  void all() throws PortException {
    makeClassArchive();
    daemons();
    archive.keepLists();
  }

  private void daemons() throws PortException {
    Ports ports = cluster.ports();
    List<Member> members = cluster.members();
    start(daemons.zooKeeper());
    start(daemons.nameNode());
    await(
        "ZooKeeper",
        List.of(Daemons.ZOOKEEPER),
        () -> listens(Ports.MASTER_ADDRESS, ports.zooKeeper()));
    for (Member member : members) {
      start(daemons.dataNode(member));
    }
    await(
        "HDFS with %d DataNodes".formatted(members.size()),
        names(Stream.of(Daemons.NAME_NODE), members.stream().map(Member::dataNodeName)),
        this::hdfsServes);
    start(daemons.master());
    for (Member member : members) {
      start(daemons.regionServer(member));
    }
    await(
        "HBase with %d RegionServers".formatted(members.size()),
        names(Stream.of(Daemons.MASTER), members.stream().map(Member::name)),
        this::hbaseServes);
  }

  /** The master alone. */
  void master() throws PortException {
    start(daemons.master());
    await("master", List.of(Daemons.MASTER), () -> masterPage() != null);
  }

  /**
   * Starts one RegionServer, after its DataNode if that is down.
   *
   * @param configured when what it is to read was being written
   */
  Joining regionServer(Member member, Instant configured) throws PortException {
    Instant begun = Instant.now();
    if (!isAlive(member.dataNodeName())) {
      start(daemons.dataNode(member));
    }
    long startedAt = System.currentTimeMillis();
    start(daemons.regionServer(member));
    AtomicReference<@Nullable Instant> answered = new AtomicReference<>();
    await(
        member.name(),
        List.of(member.name()),
        () -> {
          if (answered.get() == null && listens(member.address(), cluster.ports().regionServer())) {
            answered.set(Instant.now());
          }
          return serves(member, startedAt);
        });
    Instant known = Instant.now();
    Instant up = Objects.requireNonNullElse(answered.get(), known);
    return new Joining(
        member.name(),
        Duration.between(configured, begun),
        Duration.between(begun, up),
        Duration.between(up, known));
  }

  /**
   * Makes the class archive once for these jars, after the first start has shown which classes are
   * loaded.
   */
  private void makeClassArchive() throws PortException {
    if (!archive.canBeMade()) {
      return;
    }
    progress.accept("preparing the daemons' classes, once, so that every start is faster");
    start(daemons.classArchive());
    boolean ended =
        Waiting.until(
            ARCHIVE_PATIENCE,
            () -> {
              refuseWhenCancelled();
              return !isAlive(Daemons.CLASS_ARCHIVE);
            });
    processes.stop(List.of(Daemons.CLASS_ARCHIVE), Duration.ZERO, name -> {});
    progress.accept(
        archive.finish(ended)
            ? String.format(Locale.ROOT, "classes prepared, %.1f s", seconds())
            : "classes could not be prepared, starting without: see "
                + layout.output(Daemons.CLASS_ARCHIVE));
  }

  private void start(ProcessSpec spec) throws PortException {
    refuseWhenCancelled();
    logs.put(spec.name(), DaemonLog.fromNowOn(layout.log(spec.name()), layout.output(spec.name())));
    processes.start(spec);
  }

  private static List<String> names(Stream<String> some, Stream<String> others) {
    return Stream.concat(some, others).toList();
  }

  private void await(String subject, List<String> names, BooleanSupplier serves)
      throws PortException {
    AtomicReference<@Nullable String> ended = new AtomicReference<>();
    boolean up =
        Waiting.until(
            PATIENCE,
            () -> {
              refuseWhenCancelled();
              ended.set(firstEnded(names));
              return ended.get() != null || serves.getAsBoolean();
            });
    String dead = ended.get();
    if (dead != null) {
      throw StartFailure.ended(witness(dead));
    }
    if (!up) {
      throw StartFailure.late(subject, PATIENCE, names.stream().map(this::witness).toList());
    }
    progress.accept(String.format(Locale.ROOT, "%s up, %.1f s", subject, seconds()));
  }

  private double seconds() {
    return (System.nanoTime() - begin) / 1e9;
  }

  private boolean isAlive(String name) throws PortException {
    return processes.find(name).filter(LocalProcess::isAlive).isPresent();
  }

  private void refuseWhenCancelled() throws PortException {
    if (cancelled.getAsBoolean()) {
      throw new PortException("the start was cancelled");
    }
  }

  private @Nullable String firstEnded(List<String> names) throws PortException {
    for (String name : names) {
      if (!isAlive(name)) {
        return name;
      }
    }
    return null;
  }

  private StartFailure.Witness witness(String name) {
    DaemonLog log = logs.get(name);
    return new StartFailure.Witness(
        name, layout.log(name), log == null ? DaemonLog.LastWords.NONE : log.lastWords());
  }

  private static boolean listens(String address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private boolean hdfsServes() {
    int port = cluster.ports().nameNodePage();
    JsonNode system =
        Jmx.bean(Ports.MASTER_ADDRESS, port, "Hadoop:service=NameNode,name=FSNamesystemState");
    if (system == null || system.path("NumLiveDataNodes").asInt() < cluster.members().size()) {
      return false;
    }
    JsonNode nameNode =
        Jmx.bean(Ports.MASTER_ADDRESS, port, "Hadoop:service=NameNode,name=NameNodeInfo");
    return nameNode != null && nameNode.path("Safemode").asText("on").isEmpty();
  }

  private boolean hbaseServes() {
    JsonNode master = masterPage();
    return master != null
        && master.path("masterFinishedInitializationTime").asLong() > 0
        && master.path("numRegionServers").asInt() >= cluster.members().size();
  }

  /** Whether the master knows the server of this start, not the one that it has not missed yet. */
  private boolean serves(Member member, long startedAtMillis) {
    JsonNode master = masterPage();
    if (master == null) {
      return false;
    }
    String server = member.address() + "," + cluster.ports().regionServer() + ",";
    return Stream.of(master.path("tag.liveRegionServers").asText().split(";"))
        .filter(live -> live.startsWith(server))
        .anyMatch(live -> Long.parseLong(live.substring(server.length())) >= startedAtMillis);
  }

  private @Nullable JsonNode masterPage() {
    return Jmx.bean(
        Ports.MASTER_ADDRESS,
        cluster.ports().masterPage(),
        "Hadoop:service=HBase,name=Master,sub=Server");
  }
}
