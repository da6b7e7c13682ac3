package io.proteus.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Ports;
import io.proteus.core.units.Ratio;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.world.ControllerLife;
import io.proteus.simulator.world.SimulatedCloud;
import io.proteus.simulator.world.SimulatedEngine;
import io.proteus.simulator.world.VirtualTime;
import io.proteus.simulator.world.World;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A folder with the journal of seven days in the shadow of a cluster, on virtual time. */
final class ShadowWeek {
  /** Two looks that are further apart have a gap between them that the report does not fill. */
  static final Duration PERIOD = Duration.ofMinutes(4);

  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration AGES = Duration.ofDays(36_500);
  private static final int WATCHED_EACH = 4;
  private static final int MOST_MINUTES = 20;

  /** Of each of twelve parts of a day, as in the scenario {@code daily}. */
  private static final double[] DAY = {
    0.2, 0.15, 0.2, 0.6, 0.9, 1.0, 0.8, 0.7, 0.85, 1.0, 0.7, 0.4
  };

  private static final String SCENARIO =
      """
      name: shop
      lasts: 7d
      nodes: 3
      layout: random
      tenants:
        - {name: orders, operations: {read: 0.8, update: 0.2}, clients: 200, rate: 9000, rows: 400000, shares: 6,
           load: [{curve: daily, factors: [0.2, 0.15, 0.2, 0.6, 0.9, 1.0, 0.8, 0.7, 0.85, 1.0, 0.7, 0.4]}]}
      """;

  private static final String SETTINGS =
      """
      cluster: {name: shop}
      engine: {zookeeper: 'localhost:2181'}
      strategy: %s
      monitor: {period: 4m, samples: 2}
      nodes: {min: 1, max: 6}
      journal: {file: journal.db}
      """;

  private final Path folder;
  private final Configuration configuration;
  private final StopSignal stop = new StopSignal();

  /** A process that has ended well. */
  record Process(String said, Duration cpu) {}

  ShadowWeek(Path folder, String strategy) throws Exception {
    this.folder = folder;
    Path file = Files.writeString(folder.resolve("proteus.yaml"), SETTINGS.formatted(strategy));
    configuration = Configuration.read(file);
  }

  Path journal() {
    return folder.resolve("journal.db");
  }

  /** All figures of the report, without the simulator's. */
  String json() {
    return new CommandLineUnderTest(folder, ManualClock.start())
        .run("report", "--json", "--no-simulation", "--last", AGES.toDays() + "d")
        .out();
  }

  String page() throws Exception {
    return Files.readString(folder.resolve("proteus-report.html"));
  }

  /**
   * By day its nodes are all but full, and by night one would do. One hour of each four is watched,
   * as when the daemon is ended and started again, and the rest is unknown: a quarter of the work.
   */
  ShadowWeek besideAClusterInMemory() throws Exception {
    ManualClock clock = ManualClock.start();
    InMemoryCluster cluster = MixedClusters.two(clock, 0.2).build();
    Instant end = clock.instant().plus(WEEK);
    Time time =
        new Time() {
          @Override
          public Instant now() {
            return clock.instant();
          }

          @Override
          public void sleep(Duration duration) {
            clock.advance(duration);
            while (hour() % WATCHED_EACH != 0) {
              clock.advance(Duration.ofHours(1));
            }
            ask(cluster, DAY[hour() / 2]);
            if (!clock.instant().isBefore(end)) {
              stop.request();
            }
          }

          private int hour() {
            return clock.instant().atOffset(ZoneOffset.UTC).getHour();
          }
        };
    look(cluster.ports(), cluster.hosts(), time);
    return this;
  }

  private static void ask(InMemoryCluster cluster, double share) {
    for (Partition partition : cluster.peek().partitions()) {
      boolean isRead = partition.table().value().equals("t1");
      double rate = 1_000 * share;
      cluster.rate(
          partition.id(), isRead ? new RequestRates(rate, 0, 0) : new RequestRates(0, 0, rate));
    }
    for (Node node : cluster.peek().nodes()) {
      cluster.host(node.id(), new HostLoad(Ratio.of(0.9 * share), Ratio.ZERO, null));
    }
  }

  ShadowWeek besideASimulatedCluster() throws Exception {
    World world =
        new World(ScenarioFile.parse("the week", SCENARIO), null, ModelConstants.fitted(), 1);
    ControllerLife life = new ControllerLife(world);
    SimulatedCloud cloud = new SimulatedCloud(world, life);
    try (SimulatedEngine engine = new SimulatedEngine(world, life)) {
      look(engine.ports(cloud), cloud, new VirtualTime(world, stop));
    }
    assertThat(world.moves() + world.restarts()).as("what the shadow changed").isZero();
    return this;
  }

  /** As {@code serve} does with approval.mode: shadow, until the week is over. */
  private void look(Ports ports, HostMetrics hosts, Time time) throws Exception {
    Monitor monitor = new Monitor(ports, hosts, configuration.monitor(), time);
    ApprovalSettings shadow =
        new ApprovalSettings(ApprovalMode.SHADOW, Duration.ofHours(1), Duration.ofMinutes(30));
    try (SqliteJournal journal = SqliteJournal.open(journal(), AGES)) {
      ActionLog log = new ActionLog(journal);
      Approvals told = Approvals.begin(log, time, shadow, stop);
      try (ControlLoop loop =
          ControlLoop.shadow(monitor, configuration.decisionMaker(), log, time, PERIOD, told)) {
        loop.run(stop, cycle -> {});
      }
    }
  }

  /** {@code proteus report} in a process of its own, whose heap is no larger than that. */
  Process report(String heap, String... options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.proteus.app.Proteus",
                "report",
                "--last",
                AGES.toDays() + "d"));
    command.addAll(List.of(options));
    File out = folder.resolve("out").toFile();
    File err = folder.resolve("err").toFile();
    java.lang.Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(err)
            .start();
    Duration cpu = Duration.ZERO;
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MOST_MINUTES);
    while (!process.waitFor(100, TimeUnit.MILLISECONDS) && System.nanoTime() < end) {
      cpu = process.info().totalCpuDuration().orElse(cpu);
    }
    process.destroy();
    assertThat(process.waitFor()).as(Files.readString(err.toPath())).isZero();
    return new Process(Files.readString(out.toPath()), cpu);
  }
}
