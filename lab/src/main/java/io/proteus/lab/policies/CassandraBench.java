package io.proteus.lab.policies;

import com.datastax.oss.driver.api.core.DriverException;
import io.proteus.app.Interruption;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.Daemon;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.local.cassandra.CassandraRows;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A real cluster of Cassandra that measures both sides of each case, each on a table of its own
 * that was loaded under its options. Tables that are only read are loaded once.
 */
final class CassandraBench implements Bed<Side, SettingsBench.Figures> {
  private static final String KEYSPACE = "policies";

  private final CassandraDeployment deployment;
  private final double cores;
  private final Bench bench;
  private final Interruption interruption;
  private final Consumer<String> progress;
  private final CassandraRows rows;
  private final CassandraFiles files;
  private final Map<String, Table> loaded = new HashMap<>();

  /** A table's rows, and what was acknowledged of them. */
  private record Table(Dataset dataset, AcknowledgedWrites ledger) {}

  private CassandraBench(
      CassandraDeployment deployment,
      double cores,
      Bench bench,
      Interruption interruption,
      Consumer<String> progress)
      throws PortException {
    this.deployment = deployment;
    this.cores = cores;
    this.bench = bench;
    this.interruption = interruption;
    this.progress = progress;
    this.rows = new CassandraRows(deployment.addresses(), KEYSPACE, 1, "LOCAL_ONE");
    this.files = new CassandraFiles(deployment);
  }

  /**
   * Brings the cluster up.
   *
   * @param folder of the cluster; deleted when it is closed
   * @param daemon its nodes, with the memory that they may use
   * @param cores that each may use while it is measured
   */
  static CassandraBench open(
      Path folder, Daemon daemon, int nodes, double cores, Bench bench, Consumer<String> progress)
      throws PortException {
    CassandraDeployment deployment = CassandraDeployment.in(folder);
    deployment.destroy(line -> {});
    Interruption interruption =
        Interruption.handledBy(
            () -> {
              progress.accept("interrupted; ending the cluster");
              deployment.down(line -> {});
            });
    try {
      deployment.up(daemon, nodes, progress);
      return new CassandraBench(deployment, cores, bench, interruption, progress);
    } catch (PortException | RuntimeException e) {
      deployment.destroy(line -> {});
      interruption.close();
      throw e;
    }
  }

  /**
   * Runs each workload unmeasured: a node whose code is not compiled yet is several times slower.
   */
  CassandraBench warmUp(List<Case> cases) throws PortException, IOException, InterruptedException {
    try {
      for (Case one : cases) {
        if (!bench.firstWarmUp().isZero()) {
          progress.accept("warming up, " + one.title());
          Side side = new Side(one, false);
          Table table = table(side);
          try (WorkloadRunner runner = runner(side, table, bench.seed())) {
            runner.start();
            runner.warmUp(bench.firstWarmUp().dividedBy(cases.size()));
          }
          endIfWritten(side, table);
        }
      }
      return this;
    } catch (DriverException e) {
      close();
      throw new PortException("Cassandra: " + e.getMessage(), e);
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public SettingsBench.Figures measure(Turn<Side> turn)
      throws PortException, IOException, InterruptedException {
    try {
      return measured(turn);
    } catch (DriverException e) {
      throw new PortException("Cassandra: " + e.getMessage(), e);
    }
  }

  private SettingsBench.Figures measured(Turn<Side> turn)
      throws PortException, IOException, InterruptedException {
    Side side = turn.of();
    deployment.cap(null);
    Table table = table(side);
    String name = table.dataset().table();
    long filesBefore = files.count(KEYSPACE, name);
    deployment.cap(cores);
    WindowResult window;
    try (WorkloadRunner runner = runner(side, table, bench.seed() + turn.repeat())) {
      runner.start();
      runner.warmUp(bench.warmUp());
      window = runner.measure(bench.window());
    }
    long pending = files.pending();
    deployment.cap(null);
    TenantWindow clients = window.tenants().get(0);
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s, repeat %d, %s: %,.0f op/s; %d files before, %d after; %d compactions pending; clients took %.2f cores",
            side.of().title(),
            turn.repeat(),
            side.policy() ? side.of().policy() : "Cassandra's defaults",
            clients.throughput().value(),
            filesBefore,
            files.count(KEYSPACE, name),
            pending,
            window.clientCores()));
    endIfWritten(side, table);
    SettingsBench.requireAnswers(window);
    return new SettingsBench.Figures(
        clients.throughput().value(),
        clients.latencyAll().map(LatencySummary::p99Micros).orElse(0L),
        clients.failures());
  }

  private WorkloadRunner runner(Side side, Table table, long seed) {
    return new WorkloadRunner(
        List.of(table.dataset()), rows::asked, table.ledger(), side.of().distribution(), seed);
  }

  /** The table of this side, loaded, with nothing left to compact. */
  private Table table(Side side) throws PortException, IOException, InterruptedException {
    String name = name(side);
    Table known = loaded.get(name);
    if (known != null) {
      return known;
    }
    BenchWorkload workload = side.of().workload();
    Tenant of = workload.tenants(bench.threads(), 1).get(0);
    Tenant tenant =
        new Tenant(name, of.mix(), of.partitionShares(), 1.0, 0, of.threads(), of.cap());
    Dataset dataset = Dataset.of(tenant, bench.rows(), RowFormat.ONE_FIELD);
    AcknowledgedWrites ledger =
        new AcknowledgedWrites(List.of(dataset), System.currentTimeMillis());
    rows.create(dataset.table(), side.values());
    rows.loadTwice(dataset, ledger, bench.seed());
    files.flush(KEYSPACE, dataset.table());
    files.settle();
    Table table = new Table(dataset, ledger);
    loaded.put(name, table);
    return table;
  }

  private static String name(Side side) {
    return "%s_%s_%s"
        .formatted(
            side.of().workload().id().replace('-', '_'),
            side.of().distribution().id(),
            side.policy() ? "policy" : "defaults");
  }

  /** Reads all acknowledged writes back, and drops a table that is not as it was loaded. */
  private void endIfWritten(Side side, Table table)
      throws PortException, IOException, InterruptedException {
    if (side.of().workload().isWriting()) {
      loaded.remove(name(side));
      Verification kept = table.ledger().verify(rows);
      rows.drop(table.dataset().table());
      files.settle();
      if (!kept.isComplete()) {
        throw new PortException(
            "%,d of %,d acknowledged writes are lost: %s"
                .formatted(kept.lost(), kept.checked(), kept.examples()));
      }
    }
  }

  @Override
  public boolean isEnding() {
    return interruption.hasBegun();
  }

  @Override
  public void close() throws PortException {
    rows.close();
    if (!interruption.hasBegun()) {
      deployment.destroy(line -> {});
    }
    interruption.close();
  }
}
