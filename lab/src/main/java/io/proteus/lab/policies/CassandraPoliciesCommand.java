package io.proteus.lab.policies;

import io.proteus.app.Environment;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.cassandra.CassandraJars;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.lab.bench.BenchOptions;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.DistributionsOption;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment cassandra-policies}. */
@Command(
    name = "cassandra-policies",
    mixinStandardHelpOptions = true,
    description = {
      "The policies for tables of Cassandra against its defaults.",
      "For updates, point reads, scans, and reads and updates: interleaved and repeated, each side",
      "on a table that was loaded under its own options. Takes all of this machine: what else runs",
      "on it spoils the figures."
    })
public final class CassandraPoliciesCommand implements Callable<Integer> {
  private static final String DIRECTORY = "proteus-data/cassandra-policies";
  private static final ByteSize LEAST = ByteSize.ofMegabytes(700);
  private static final String REPORT = "reports/cassandra-policies";

  private final Environment environment;

  @Mixin private final BenchOptions measuring = new BenchOptions();
  @Mixin private final RepeatOptions repeats = new RepeatOptions();
  @Mixin private final SeedOption seed = new SeedOption();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "Of Cassandra; a row has one copy (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--cores",
      paramLabel = "N",
      defaultValue = "0.45",
      description =
          "Of each node while it is measured, so that the clients can fill it (default: ${DEFAULT-VALUE}).")
  private double cores;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "800MB",
      converter = UnitValue.Size.class,
      description = {
        "Of each node, with what the kernel caches of its files: 650 MB of it are its own",
        "(default: ${DEFAULT-VALUE})."
      })
  private ByteSize memory = ByteSize.ofMegabytes(800);

  @Option(
      names = "--workloads",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      defaultValue = "write-only,read-only,scan-only,mixed",
      description = "What is compared (default: ${DEFAULT-VALUE}).")
  private List<String> workloads = List.of();

  @Mixin private final DistributionsOption distributions = new DistributionsOption();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = DIRECTORY,
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of(DIRECTORY);

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = REPORT,
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of(REPORT);

  public CassandraPoliciesCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (nodes < 1) {
      throw new WrongUsage("--nodes: want 1 or more, got %d.".formatted(nodes));
    }
    if (!(cores > 0)) {
      throw new WrongUsage("--cores: want more than 0, got %s.".formatted(cores));
    }
    if (memory.bytes() < LEAST.bytes()) {
      throw new WrongUsage("--memory: want %s or more, got %s.".formatted(LEAST, memory));
    }
    Bench bench = measuring.bench(seed.value());
    List<CassandraCase> chosen = workloads.stream().map(CassandraCase::named).distinct().toList();
    List<Case> cases =
        distributions.chosen().stream()
            .flatMap(rows -> chosen.stream().map(one -> one.on(rows)))
            .toList();
    Path lib = CassandraJars.find(environment.home(), System.getenv("CASSANDRA_HOME"));
    Outline outline =
        new Outline(
            "cassandra-policies",
            "Each workload runs on a table under Cassandra's defaults and on one under the policy"
                + " for it, in turns, every second time in the reverse order. Half of the rows are"
                + " written a second time, and all compactions end before anything is measured. "
                + bench.method(),
            null,
            List.of(
                Fact.of("nodes", nodes),
                Fact.of("cores of a node", cores),
                Fact.of("memory of a node", memory),
                Fact.of("repeats", repeats.count()),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        environment.folder().resolve(report),
        new PoliciesExperiment(
            outline,
            "Cassandra",
            cases,
            repeats.count(),
            progress ->
                CassandraBench.open(
                        environment.folder().resolve(directory),
                        new Daemon(lib, null, memory, Map.of()),
                        nodes,
                        cores,
                        bench,
                        progress)
                    .warmUp(cases)));
  }
}
