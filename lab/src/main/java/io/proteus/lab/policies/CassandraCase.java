package io.proteus.lab.policies;

import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.policy.Policy;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Scope;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.stage.Choice;
import io.proteus.workloads.tenant.RowDistribution;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What is compared on Cassandra: its policies set options of tables. */
enum CassandraCase {
  WRITE(BenchWorkload.WRITE_ONLY, "cassandra-write"),
  READ(BenchWorkload.READ_ONLY, "cassandra-read"),
  SCAN(BenchWorkload.SCAN_ONLY, "cassandra-scan"),
  MIXED(BenchWorkload.MIXED, "cassandra-mixed");

  private final BenchWorkload workload;
  private final String policy;

  CassandraCase(BenchWorkload workload, String policy) {
    this.workload = workload;
    this.policy = policy;
  }

  static CassandraCase named(String workload) {
    return Choice.of("--workloads", workload, values(), one -> one.workload.id());
  }

  /** With what the policy sets. */
  Case on(RowDistribution distribution) {
    ParameterCatalogue catalogue = ShippedGuide.of("cassandra").catalogue();
    Policy found =
        ShippedGuide.of("cassandra").policies().stream()
            .filter(one -> one.name().equals(policy))
            .findFirst()
            .orElseThrow();
    Map<String, String> options = new TreeMap<>();
    found
        .valuesFor(workload.situation(), catalogue)
        .forEach(
            (name, value) ->
                options.put(
                    Objects.requireNonNull(catalogue.byName().get(name))
                        .keyFor(Scope.COLUMN_FAMILY),
                    value));
    return new Case(workload, distribution, policy, options, Set.of(), "");
  }
}
