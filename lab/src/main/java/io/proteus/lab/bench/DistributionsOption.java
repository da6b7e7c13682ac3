package io.proteus.lab.bench;

import io.proteus.lab.stage.Choice;
import io.proteus.workloads.tenant.RowDistribution;
import java.util.List;
import picocli.CommandLine.Option;

/** How the requests of an experiment lie over the rows. */
public final class DistributionsOption {
  @Option(
      names = "--distributions",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      defaultValue = "uniform",
      description = {
        "How requests lie over the rows, by YCSB's names: uniform, zipfian, latest",
        "(default: ${DEFAULT-VALUE})."
      })
  private List<String> distributions = List.of();

  /** Checked, each once. */
  public List<RowDistribution> chosen() {
    return distributions.stream()
        .map(id -> Choice.of("--distributions", id, RowDistribution.values(), RowDistribution::id))
        .distinct()
        .toList();
  }
}
