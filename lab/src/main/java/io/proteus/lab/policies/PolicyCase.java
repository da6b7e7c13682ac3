package io.proteus.lab.policies;

import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.policy.Policy;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.stage.Choice;
import io.proteus.lab.stage.StageSpec;
import io.proteus.workloads.tenant.RowDistribution;

/** What the policies experiment compares (PCM-10). */
enum PolicyCase {
  UPDATE(BenchWorkload.WRITE_ONLY, "pcm-wo", "update: 2.1 / 1.5 / 1.6 at 1 / 10 / 100 M rows"),
  READ(
      BenchWorkload.READ_ONLY,
      "pcm-ro",
      "read: 2.2 / 1.8 / 1.5 at 1 / 10 / 100 M rows; 1.5 with rows chosen evenly"),
  SCAN(
      BenchWorkload.SCAN_ONLY,
      "pcm-ro",
      "scan: 1.9 / 1.9 / 2.7 at 1 / 10 / 100 M rows; 2.7 with rows chosen evenly"),
  THREE_TABLES(BenchWorkload.THREE_TABLES, "pcm-wo", "update of three tables: 1.8");

  private final BenchWorkload workload;
  private final String policy;
  private final String paper;

  PolicyCase(BenchWorkload workload, String policy, String paper) {
    this.workload = workload;
    this.policy = policy;
    this.paper = paper;
  }

  static PolicyCase named(String workload) {
    return Choice.of("--workloads", workload, values(), one -> one.workload.id());
  }

  BenchWorkload workload() {
    return workload;
  }

  /** With what the policy comes to on such a cluster. */
  Case on(StageSpec spec, RowDistribution distribution, int rows) {
    Policy found =
        ShippedGuide.of("hbase").policies().stream()
            .filter(one -> one.name().equals(policy))
            .findFirst()
            .orElseThrow();
    PolicyValues values =
        PolicyValues.of(
            found,
            ShippedGuide.of("hbase").catalogue(),
            workload,
            spec.heap(),
            spec.regionServers(),
            1000L * rows);
    return new Case(
        workload, distribution, policy, values.values(), values.leftOut(), paper(distribution));
  }

  /** What the paper has for it; of writes it tells nothing by distribution. */
  private String paper(RowDistribution distribution) {
    if (distribution == RowDistribution.UNIFORM) {
      return paper;
    }
    boolean zipfian = distribution == RowDistribution.ZIPFIAN;
    return switch (this) {
      case READ -> "read: " + (zipfian ? "1.6" : "1.2");
      case SCAN -> "scan: " + (zipfian ? "2.5" : "2.9");
      case UPDATE, THREE_TABLES -> "not told";
    };
  }
}
