package io.proteus.lab.growth;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.lab.stage.Choice;
import io.proteus.workloads.tenant.OperationMix;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.RowDistribution;
import io.proteus.workloads.tenant.Tenant;
import java.util.Collections;
import java.util.Optional;

/** What is asked for (TIR-8). */
enum GrowthLoad {
  READ("read", OperationType.READ, RowDistribution.UNIFORM, "55 to 100 and 170 thousand/s"),
  ZIPFIAN_READ("zipfian-read", OperationType.READ, RowDistribution.ZIPFIAN, "77 thousand/s at 8"),
  READ_MODIFY_WRITE(
      "read-modify-write", OperationType.READ_MODIFY_WRITE, RowDistribution.UNIFORM, "not told"),
  UPDATE("update", OperationType.UPDATE, RowDistribution.UNIFORM, "30 thousand/s, no gain");

  private static final String TABLE = "usertable";

  private final String id;
  private final OperationType operation;
  private final RowDistribution distribution;
  private final String paper;

  GrowthLoad(String id, OperationType operation, RowDistribution distribution, String paper) {
    this.id = id;
    this.operation = operation;
    this.distribution = distribution;
    this.paper = paper;
  }

  static GrowthLoad named(String id) {
    return Choice.of("--loads", id, values(), GrowthLoad::id);
  }

  String id() {
    return id;
  }

  RowDistribution distribution() {
    return distribution;
  }

  /** What the paper has for 8 servers and 8 or 16 more. */
  String paper() {
    return paper;
  }

  /**
   * The clients; all loads have the same table.
   *
   * @param rate of operations a second; empty: as fast as they are answered
   */
  Tenant tenant(int partitions, int threads, Optional<OperationsPerSecond> rate) {
    return new Tenant(
        TABLE,
        OperationMix.only(operation),
        Collections.nCopies(partitions, 1.0 / partitions),
        1,
        0,
        threads,
        rate);
  }
}
