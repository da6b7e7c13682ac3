package io.proteus.lab.bulkload;

import io.proteus.app.Environment;
import io.proteus.app.OptionValue;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.report.Publication;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.stage.Elapsed;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment bulk-load}. */
@Command(
    name = "bulk-load",
    mixinStandardHelpOptions = true,
    description = {
      "HBase's defaults against HConfig's bulk load (HCF-7), step by step, and PCM-BL (PCM-10).",
      "Interleaved and repeated, with YCSB's hashed keys. Takes all of this machine: what else"
          + " runs",
      "on it spoils the figures."
    })
public final class BulkLoadExperimentCommand implements Callable<Integer> {
  /** Servers that block their writers are waited for: the pause is what is measured. */
  private static final int CALL_MILLIS = 180_000;

  private static final int OPERATION_MILLIS = 900_000;

  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(5, "2GB", 0, "reports/bulk-load");
  @Mixin private final RepeatOptions repeats = new RepeatOptions();

  @Option(
      names = "--rows",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "300000,1500000",
      description = "Rows that are loaded (default: ${DEFAULT-VALUE}).")
  private List<Long> rows = List.of();

  @Option(
      names = "--configurations",
      paramLabel = "ID[,ID...]",
      split = ",",
      defaultValue = "default,presplit,hconfig1,hconfig2,hconfig3,hconfig4,pcm-bl",
      description = "What is compared (default: ${DEFAULT-VALUE}).")
  private List<String> configurations = List.of();

  @Option(
      names = "--warm-up-rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows loaded twice before, unmeasured (default: ${DEFAULT-VALUE}).")
  private long warmUpRows;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Of the client, as the papers' (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--client-buffer",
      paramLabel = "SIZE",
      defaultValue = "12MB",
      description = "That each thread collects (default: ${DEFAULT-VALUE}).")
  private String buffer = "12MB";

  @Option(
      names = "--fields",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fields of a row, 1,000 bytes together (default: ${DEFAULT-VALUE}).")
  private int fields;

  public BulkLoadExperimentCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    Screen screen = environment.screen();
    List<LoadConfiguration> chosen =
        configurations.stream().map(LoadConfiguration::named).distinct().toList();
    refuseNonsense();
    ByteSize bytes = OptionValue.of("--client-buffer", () -> ByteSize.parse(buffer));
    ClusterLoads.LoadSize size = new ClusterLoads.LoadSize(threads, bytes, fields, 1000 / fields);
    StageSpec spec = cluster.spec(environment);
    Elapsed progress = Elapsed.on(screen);
    Instant started = progress.started();
    Publication publication = new Publication(screen, cluster.report(environment));
    Result result;
    try (StageHold hold = StageHold.open(spec, Stage.CLEANING, progress);
        Connection connection = connect(hold.stage().zooKeeper())) {
      BulkLoadExperiment experiment =
          new BulkLoadExperiment(
              new ClusterLoads(hold, connection, size, environment.time()), warmUpRows, progress);
      experiment.warmUp();
      for (int repeat = 1; repeat <= repeats.count(); repeat++) {
        experiment.repeat(
            repeat, rows, chosen, () -> publication.keep(result(experiment, spec, size, started)));
      }
      result = result(experiment, spec, size, started);
    }
    return publication.publish(result);
  }

  private void refuseNonsense() {
    if (rows.stream().anyMatch(count -> count < 1000)) {
      throw new WrongUsage("--rows: want 1,000 or more rows, got %s.".formatted(rows));
    }
    repeats.count();
    if (fields < 1 || fields > 100 || threads < 1 || warmUpRows < 0 || warmUpRows % 1000 != 0) {
      throw new WrongUsage(
          "--fields, --threads, --warm-up-rows: want 1..100, 1 or more, and whole thousands or 0, got %d, %d and %d."
              .formatted(fields, threads, warmUpRows));
    }
  }

  private static Connection connect(String zooKeeper) throws IOException {
    int colon = zooKeeper.lastIndexOf(':');
    Configuration client = HBaseConfiguration.create();
    client.set("hbase.zookeeper.quorum", zooKeeper.substring(0, colon));
    client.set("hbase.zookeeper.property.clientPort", zooKeeper.substring(colon + 1));
    client.setInt("hbase.rpc.timeout", CALL_MILLIS);
    client.setInt("hbase.rpc.write.timeout", CALL_MILLIS);
    client.setInt("hbase.client.operation.timeout", OPERATION_MILLIS);
    client.setInt("hbase.client.scanner.timeout.period", CALL_MILLIS);
    client.setInt("hbase.client.retries.number", 50);
    return ConnectionFactory.createConnection(client);
  }

  private Result result(
      BulkLoadExperiment experiment, StageSpec spec, ClusterLoads.LoadSize size, Instant started) {
    return new Result(
        Result.SCHEMA,
        "bulk-load",
        started,
        Instant.now(),
        "Each configuration loads the same rows, in turns, every second time in the reverse order.",
        spec.environment(),
        List.of(
            Fact.of("repeats", repeats.count()),
            Fact.of("client threads", size.threads()),
            Fact.of("buffer of each", size.buffer()),
            Fact.of("fields of a row", size.fields()),
            Fact.of("bytes of a field", size.fieldBytes())),
        new LoadFigures(experiment.trials()).sections(experiment.setups()),
        List.of(),
        experiment.failures());
  }
}
