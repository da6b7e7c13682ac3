package io.proteus.lab.failover;

import io.proteus.app.Interruption;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterSpec;
import io.proteus.deployment.hbase.DaemonStatus;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.engine.hbase.HBaseAddress;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.lab.failover.FailoverResult.Trial;
import io.proteus.lab.failover.FailoverResult.Witness;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.Installation;
import io.proteus.workloads.hbase.HBaseClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Two daemons on a real cluster, of which the one that leads is killed or made to stand still while
 * it moves regions. The plan is put into their journal, where the leader finds it as one that an
 * earlier run had left: so the cluster needs no load, and each trial has the same to do.
 */
final class FallingLeaders implements Bed<Integer, Trial> {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int PROCESSES = 2;

  private final LocalDeployment deployment;
  private final Interruption interruption;
  private final Connection connection;
  private final FailoverExperiment of;
  private final HBaseEngine engine;
  private final Path configuration;
  private final Path journal;
  private final Random random;
  private final Consumer<String> progress;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<DaemonProcess> daemons = new ArrayList<>();
  private final Map<Long, Taken> epochs = new TreeMap<>();
  private final Map<String, Interval> plans = new HashMap<>();
  private int lives;

  /** A claim that was taken, by whom and when. */
  private record Taken(String user, Instant at) {}

  /** When a plan was carried out. */
  private record Interval(Instant from, Instant to) {}

  private FallingLeaders(
      LocalDeployment deployment,
      Interruption interruption,
      Connection connection,
      HBaseEngine engine,
      FailoverExperiment of,
      Consumer<String> progress) {
    this.deployment = deployment;
    this.interruption = interruption;
    this.connection = connection;
    this.engine = engine;
    this.of = of;
    this.configuration = of.folder().resolve("proteus.yaml");
    this.journal = of.folder().resolve("journal.db");
    this.random = new Random(of.seed());
    this.progress = progress;
  }

  /** Brings the cluster up, with a table to move, and both daemons. */
  static FallingLeaders open(FailoverExperiment of, Consumer<String> progress)
      throws PortException, IOException {
    Files.createDirectories(of.folder());
    Installation installation = new Installation(of.home());
    LocalDeployment deployment = LocalDeployment.in(of.directory());
    Interruption interruption = Interruption.handledBy(() -> deployment.cancel(true, line -> {}));
    try {
      deployment.up(
          ClusterSpec.on(installation.serverJars())
              .regionServers(2)
              .heap(ByteSize.parse("384MB"))
              .plugin(List.of(installation.pluginJar()))
              .build(),
          progress);
      int port = deployment.ports().zooKeeper();
      FallingLeaders leaders =
          new FallingLeaders(
              deployment,
              interruption,
              HBaseClient.connect("127.0.0.1", port),
              HBaseEngine.connect(HBaseAddress.of("127.0.0.1:" + port)),
              of,
              progress);
      return leaders.begun(port);
    } catch (PortException | IOException | RuntimeException e) {
      deployment.cancel(true, progress);
      interruption.close();
      throw e;
    }
  }

  /** With the table and both daemons; without what was begun where that fails. */
  private FallingLeaders begun(int port) throws IOException {
    try {
      begin(port);
      return this;
    } catch (IOException | RuntimeException e) {
      daemons.forEach(DaemonProcess::close);
      throw e;
    }
  }

  private void begin(int port) throws IOException {
    connection
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("moved"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build(),
            Bytes.toBytes("a"),
            Bytes.toBytes("z"),
            of.regions());
    Files.deleteIfExists(journal);
    Files.writeString(configuration, settings(port));
    for (int i = 1; i <= PROCESSES; i++) {
      daemons.add(start("proteus-" + i));
    }
  }

  private static String settings(int port) {
    return """
    cluster: {name: failover}
    engine: {zookeeper: '127.0.0.1:%d'}
    strategy: met
    monitor: {period: 5s}
    execution: {movesInFlight: 1}
    approval: {mode: automatic}
    journal: {file: journal.db}
    server: {port: 0, tokens: tokens.json}
    """
        .formatted(port);
  }

  @Override
  public Trial measure(Turn<Integer> turn) throws PortException, IOException, InterruptedException {
    try {
      return trial(turn.of());
    } catch (JournalException e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Asks the HMaster's log who did what. */
  @Override
  public void endRound(Turn<Integer> last) throws PortException, IOException {
    Path log =
        deployment
            .status()
            .daemons()
            .filter(daemon -> daemon.name().toLowerCase(Locale.ROOT).contains("master"))
            .map(DaemonStatus::log)
            .findFirst()
            .orElseThrow();
    List<MasterLog.Move> moves = MasterLog.moves(log);
    of.witness().add(new Witness(moves.size(), afterAnother(moves), byTwo(moves)));
  }

  @Override
  public void close() throws PortException, IOException {
    try (interruption) {
      daemons.forEach(DaemonProcess::close);
      engine.close();
      connection.close();
    } finally {
      deployment.cancel(true, progress);
    }
  }

  private DaemonProcess start(String user) throws IOException {
    return DaemonProcess.start(configuration, user, ++lives);
  }

  private Trial trial(int number)
      throws IOException, InterruptedException, PortException, JournalException {
    awaitBothAttend();
    Holder leader = awaitLeader(-1);
    DaemonProcess falling = daemonOf(leader);
    Plan plan = plan(number, engine.topology());
    Instant begun = Instant.now();
    try (SqliteJournal written = SqliteJournal.open(journal, Duration.ofDays(1))) {
      ActionLog log = new ActionLog(written);
      written.append(begun, new Planned(plan, null));
      int after = random.nextInt(plan.steps().size() / 2);
      await("step %d of %s".formatted(after, plan.id()), () -> isDone(log, plan, after));
      Thread.sleep(random.nextInt(400));
      boolean killed = number % 2 == 1;
      Instant fell = Instant.now();
      if (killed) {
        falling.kill();
      } else {
        falling.stop();
      }
      Holder next = awaitLeader(leader.epoch());
      Duration takeover = Duration.between(fell, Instant.now());
      if (killed) {
        daemons.set(daemons.indexOf(falling), start(falling.user()));
      } else {
        Thread.sleep(random.nextInt(5_000));
        falling.goOn();
      }
      PlanEnded ended = awaitValue("the end of " + plan.id(), () -> ended(log, plan)).orElseThrow();
      Instant at = Instant.now();
      plans.put(plan.id(), new Interval(begun, at));
      if (!killed) {
        await(
            "%s to stand by after it had stood still".formatted(falling.user()),
            () -> falling.control(http).filter(said -> said.contains("\"standby\"")).isPresent());
      }
      progress.accept(
          "trial %d: %s %s after step %d; %s leads after %d ms; %s %s after %d ms"
              .formatted(
                  number,
                  falling.user(),
                  killed ? "killed" : "stopped",
                  after,
                  daemonOf(next).user(),
                  takeover.toMillis(),
                  plan.id(),
                  ended.outcome(),
                  Duration.between(fell, at).toMillis()));
      return new Trial(
          number,
          killed ? "killed" : "stood still",
          after,
          takeover,
          ended.outcome(),
          Duration.between(fell, at));
    }
  }

  /** Each leads or knows who does: it answers before it has reached the cluster. */
  private void awaitBothAttend() throws IOException, InterruptedException, PortException {
    for (DaemonProcess daemon : daemons) {
      await(
          "%s to lead or to stand by; its log is %s".formatted(daemon.user(), daemon.out()),
          () -> daemon.control(http).filter(said -> said.contains("\"leader\"")).isPresent());
    }
  }

  private Holder awaitLeader(long after) throws IOException, InterruptedException, PortException {
    return awaitValue(
            "a leader after epoch " + after,
            () -> {
              Optional<Holder> now = engine.holder().filter(holder -> holder.epoch() > after);
              if (now.isPresent()) {
                DaemonProcess daemon = daemonOf(now.get());
                epochs.putIfAbsent(
                    now.get().epoch(), new Taken(daemon.user(), Instant.parse(now.get().since())));
              }
              return now;
            })
        .orElseThrow();
  }

  private DaemonProcess daemonOf(Holder holder) throws PortException {
    return daemons.stream()
        .filter(daemon -> (holder.who() + " ").contains("process %d ".formatted(daemon.pid())))
        .findFirst()
        .orElseThrow(
            () -> new PortException("%s leads, which is none of the trial's.".formatted(holder)));
  }

  /** Moves every region to the other server. */
  private static Plan plan(int number, Topology now) {
    List<NodeId> nodes = now.nodes().stream().map(node -> node.id()).sorted().toList();
    List<Step> steps = new ArrayList<>();
    for (Partition partition : now.partitions()) {
      NodeId from = Objects.requireNonNull(partition.node());
      NodeId to = nodes.get((nodes.indexOf(from) + 1) % nodes.size());
      steps.add(new MovePartition(partition.id(), partition.table(), from, to, partition.size()));
    }
    return new Plan(
        "failover-" + number,
        number,
        Layout.of(List.of(), List.of(), Map.of()),
        steps,
        Price.of(steps),
        List.of());
  }

  private static boolean isDone(ActionLog log, Plan plan, int after) throws JournalException {
    return log.now().plan(plan.id()).stream()
            .flatMap(begun -> begun.steps().marks().stream())
            .filter(mark -> mark.state() == StepState.DONE)
            .count()
        >= after;
  }

  private static Optional<PlanEnded> ended(ActionLog log, Plan plan) throws JournalException {
    return log.now().plan(plan.id()).flatMap(ActionPlan::end).map(RecordedEvent::event);
  }

  // what the master saw

  /** Moves that came from one whose claim another had taken by then. */
  List<String> afterAnother(List<MasterLog.Move> moves) {
    List<String> found = new ArrayList<>();
    for (MasterLog.Move move : moves) {
      Taken latest = null;
      for (Taken taken : epochs.values()) {
        latest = taken.at().isAfter(move.at()) ? latest : taken;
      }
      if (move.user().startsWith("proteus-")
          && latest != null
          && !latest.user().equals(move.user())) {
        found.add("%s, while %s had led since %s".formatted(move, latest.user(), latest.at()));
      }
    }
    return found;
  }

  /** Moves of one region in one plan that came from two. */
  List<String> byTwo(List<MasterLog.Move> moves) {
    Map<String, String> first = new HashMap<>();
    List<String> found = new ArrayList<>();
    for (MasterLog.Move move : moves) {
      plans.forEach(
          (plan, interval) -> {
            if (!move.at().isBefore(interval.from()) && !move.at().isAfter(interval.to())) {
              String before = first.putIfAbsent(plan + " " + move.region(), move.user());
              if (before != null && !before.equals(move.user())) {
                found.add("%s of %s, which %s had asked for".formatted(move, plan, before));
              }
            }
          });
    }
    return found;
  }

  // waiting

  private interface Question<T> {
    T ask() throws IOException, InterruptedException, PortException, JournalException;
  }

  private void await(String what, Question<Boolean> condition)
      throws IOException, InterruptedException, PortException {
    var unused =
        awaitValue(what, () -> condition.ask() ? Optional.of(true) : Optional.<Boolean>empty());
  }

  private <T> Optional<T> awaitValue(String what, Question<Optional<T>> question)
      throws IOException, InterruptedException, PortException {
    Instant until = Instant.now().plus(PATIENCE);
    while (true) {
      try {
        Optional<T> found = question.ask();
        if (found.isPresent()) {
          return found;
        }
      } catch (JournalException e) {
        throw new PortException(String.valueOf(e.getMessage()), e);
      }
      if (Instant.now().isAfter(until)) {
        throw new PortException(
            "waited %d s in vain for %s; the daemons' logs are beside %s."
                .formatted(PATIENCE.toSeconds(), what, configuration));
      }
      Thread.sleep(LOOK.toMillis());
    }
  }
}
