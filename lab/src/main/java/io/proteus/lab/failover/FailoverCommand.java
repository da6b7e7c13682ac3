package io.proteus.lab.failover;

import io.proteus.app.Environment;
import io.proteus.app.Interruption;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterSpec;
import io.proteus.deployment.hbase.DaemonStatus;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.engine.hbase.HBaseAddress;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.lab.report.Publication;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.stage.Installation;
import io.proteus.workloads.hbase.HBaseClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment failover}. */
@Command(
    name = "failover",
    mixinStandardHelpOptions = true,
    description = {
      "Two daemons on a real cluster on this machine, of which the one that leads falls.",
      "It is killed or stopped while it moves regions. How long it takes until the other leads,"
          + " and",
      "whether both ever acted, by the HMaster's log.",
      "About a minute, and half a minute for each trial."
    },
    footer = {"", "Examples:", "  proteus experiment failover --trials 20"})
public final class FailoverCommand implements Callable<Integer> {

  private final Environment environment;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "20",
      description = "Leaders that fall, killed and stopped in turns (default: ${DEFAULT-VALUE}).")
  private int trials;

  @Option(
      names = "--regions",
      paramLabel = "N",
      defaultValue = "16",
      description = "That each plan moves (default: ${DEFAULT-VALUE}).")
  private int regions;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the moments at which they fall (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = "proteus-data/failover",
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("proteus-data/failover");

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/failover",
      description = "Where result.json and the daemons' logs go (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of("reports/failover");

  public FailoverCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (trials < 1 || regions < 4 || regions > 200) {
      throw new WrongUsage(
          "--trials, --regions: want 1 or more and 4 to 200, got %d and %d."
              .formatted(trials, regions));
    }
    Screen screen = environment.screen();
    Instant started = Instant.now();
    Consumer<String> progress =
        line ->
            screen
                .err()
                .println(
                    "%4d s  %s"
                        .formatted(Duration.between(started, Instant.now()).toSeconds(), line));
    Path folder = environment.folder().resolve(report);
    Files.createDirectories(folder);
    Installation installation = new Installation(environment.home());
    LocalDeployment deployment =
        LocalDeployment.in(environment.folder().resolve(directory).normalize());
    FailoverResult result;
    try (Interruption cancel = Interruption.handledBy(() -> deployment.cancel(true, line -> {}))) {
      try {
        deployment.up(
            ClusterSpec.on(installation.serverJars())
                .regionServers(2)
                .heap(ByteSize.parse("384MB"))
                .plugin(List.of(installation.pluginJar()))
                .build(),
            progress);
        result = run(deployment, folder, progress);
      } finally {
        deployment.cancel(true, progress);
      }
    }
    return new Publication(screen, folder)
        .publish(
            new Result(
                Result.SCHEMA,
                "failover",
                started,
                Instant.now(),
                "Two daemons on one cluster; the one that leads is killed or stopped while it"
                    + " carries a plan out.",
                null,
                List.of(Fact.of("regions", regions), Fact.of("seed", seed)),
                result.sections(),
                result.criteria(),
                List.of()));
  }

  private FailoverResult run(LocalDeployment deployment, Path folder, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    int port = deployment.ports().zooKeeper();
    try (Connection connection = HBaseClient.connect("127.0.0.1", port);
        HBaseEngine engine = HBaseEngine.connect(HBaseAddress.of("127.0.0.1:" + port))) {
      connection
          .getAdmin()
          .createTable(
              TableDescriptorBuilder.newBuilder(TableName.valueOf("moved"))
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                  .build(),
              Bytes.toBytes("a"),
              Bytes.toBytes("z"),
              regions);
      Path configuration = folder.resolve("proteus.yaml");
      Path journal = folder.resolve("journal.db");
      Files.deleteIfExists(journal);
      Files.writeString(configuration, settings(port));
      FailoverExperiment experiment =
          new FailoverExperiment(engine, configuration, journal, seed, progress);
      List<FailoverResult.Trial> done = experiment.run(trials);
      Path log =
          deployment
              .status()
              .daemons()
              .filter(daemon -> daemon.name().toLowerCase(Locale.ROOT).contains("master"))
              .map(DaemonStatus::log)
              .findFirst()
              .orElseThrow();
      List<MasterLog.Move> moves = MasterLog.moves(log);
      return new FailoverResult(
          done, moves.size(), experiment.afterAnother(moves), experiment.byTwo(moves));
    }
  }

  private static String settings(int port) {
    return """
    cluster: {name: failover}
    engine: {zookeeper: '127.0.0.1:%d'}
    monitor: {period: 5s}
    execution: {movesInFlight: 1}
    approval: {mode: automatic}
    journal: {file: journal.db}
    server: {port: 0, tokens: tokens.json}
    """
        .formatted(port);
  }
}
