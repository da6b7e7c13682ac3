package io.proteus.lab.command;

import io.proteus.app.Environment;
import io.proteus.lab.arena.ArenaCommand;
import io.proteus.lab.bulkload.BulkLoadExperimentCommand;
import io.proteus.lab.convergence.MetConvergenceCommand;
import io.proteus.lab.elasticity.CassandraResizesCommand;
import io.proteus.lab.elasticity.ElasticityCommand;
import io.proteus.lab.elasticity.RedisResizesCommand;
import io.proteus.lab.elasticity.RedisWavesCommand;
import io.proteus.lab.failover.FailoverCommand;
import io.proteus.lab.faults.FaultsCommand;
import io.proteus.lab.growth.GrowthCommand;
import io.proteus.lab.papers.LoadsCommand;
import io.proteus.lab.papers.PapersCommand;
import io.proteus.lab.policies.CassandraPoliciesCommand;
import io.proteus.lab.policies.PoliciesExperimentCommand;
import io.proteus.lab.rebalance.RebalanceCommand;
import io.proteus.lab.tpcc.TpccCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code proteus experiment}: the papers' experiments, run for real on this machine. */
@Command(
    name = "experiment",
    description =
        "Run an experiment of the papers, on a real cluster on this machine or simulated.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "EXPERIMENT",
    footer = {
      "",
      "Examples:",
      "  proteus experiment met-convergence --rows 270000 --repeats 2",
      "  proteus experiment met-convergence --rows 100000 --arrangements b,c,e --report"
          + " reports/short",
      "  proteus experiment bulk-load --rows 300000 --repeats 3",
      "  proteus experiment failover --trials 20",
      "  proteus experiment tpcc --warehouses 4 --repeats 2",
      "  proteus experiment policies --workloads write-only,read-only",
      "  proteus experiment loads --loads daily,flash-crowd --policies target,forecast",
      "  proteus experiment report reports/met-convergence/result.json"
    })
public final class ExperimentCommand {
  private final Environment environment;

  public ExperimentCommand(Environment environment) {
    this.environment = environment;
  }

  /** The experiments, and the report of an earlier one. */
  public List<Object> subcommands() {
    return List.of(
        new MetConvergenceCommand(environment),
        new BulkLoadExperimentCommand(environment),
        new PoliciesExperimentCommand(environment),
        new CassandraPoliciesCommand(environment),
        new ElasticityCommand(environment),
        new TpccCommand(environment),
        new FailoverCommand(environment),
        new PapersCommand(environment),
        new LoadsCommand(environment),
        new ArenaCommand(environment),
        new RebalanceCommand(environment),
        new RedisResizesCommand(environment),
        new CassandraResizesCommand(environment),
        new RedisWavesCommand(environment),
        new GrowthCommand(environment),
        new ReportCommand(environment),
        new FaultsCommand(environment));
  }
}
