package io.proteus.lab.bench;

import io.proteus.lab.stage.Choice;
import io.proteus.workloads.tenant.OperationMix;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.Tenant;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a setting is tried under: PCM's classes of workloads (PCM-1), rows chosen evenly. */
public enum BenchWorkload {
  WRITE_ONLY(
      "write-only",
      "WO",
      "!emptyTable && writes == 1",
      OperationMix.only(OperationType.UPDATE),
      1,
      "updates of whole rows"),
  READ_ONLY(
      "read-only",
      "RO",
      "reads == 1 && scans <= 0.6",
      OperationMix.only(OperationType.READ),
      1,
      "point reads"),
  SCAN_ONLY(
      "scan-only",
      "RO",
      "reads == 1 && scans > 0.6",
      OperationMix.only(OperationType.SCAN),
      1,
      "scans of 1 to 100 rows"),
  MIXED(
      "mixed",
      "MixRW",
      "reads >= 0.4 && reads <= 0.6",
      OperationMix.of(OperationType.READ, 0.5, OperationType.UPDATE, 0.5),
      1,
      "half point reads, half updates"),
  THREE_TABLES(
      "three-tables",
      "WO",
      "!emptyTable && writes == 1",
      OperationMix.only(OperationType.UPDATE),
      3,
      "updates of three tables at once");

  private final String id;
  private final String workloadClass;
  private final String when;
  private final OperationMix mix;
  private final int tables;
  private final String description;

  BenchWorkload(
      String id,
      String workloadClass,
      String when,
      OperationMix mix,
      int tables,
      String description) {
    this.id = id;
    this.workloadClass = workloadClass;
    this.when = when;
    this.mix = mix;
    this.tables = tables;
    this.description = description;
  }

  /**
   * The one of this name.
   *
   * @param option that it was given by, for the error
   */
  public static BenchWorkload named(String id, String option) {
    return Choice.of(option, id, values(), BenchWorkload::id);
  }

  public String id() {
    return id;
  }

  public String description() {
    return description;
  }

  /** PCM's name of the class. */
  public String workloadClass() {
    return workloadClass;
  }

  /** The class's boundaries, as policies write them. */
  public String when() {
    return when;
  }

  public int tables() {
    return tables;
  }

  public boolean isReading() {
    return share(OperationType.READ) + share(OperationType.SCAN) > 0;
  }

  public boolean isWriting() {
    return share(OperationType.UPDATE) > 0;
  }

  /** Share of the operations that are of a type, 0..1. */
  public double share(OperationType type) {
    return mix.shares().getOrDefault(type, 0.0);
  }

  /** What policies ask of a workload, by the names of their formulas. */
  public Map<String, Object> situation() {
    return Map.of(
        "reads", BigDecimal.valueOf(share(OperationType.READ) + share(OperationType.SCAN)),
        "scans", BigDecimal.valueOf(share(OperationType.SCAN)),
        "writes", BigDecimal.valueOf(share(OperationType.UPDATE)),
        "emptyTable", false,
        "inForce", false);
  }

  /**
   * The clients, which share out the threads.
   *
   * @param threads of all tables together
   * @param regions of each table
   */
  public List<Tenant> tenants(int threads, int regions) {
    int each = Math.max(1, threads / tables);
    return IntStream.rangeClosed(1, tables)
        .mapToObj(
            table ->
                new Tenant(
                    id.replace('-', '_') + (tables == 1 ? "" : "_" + table),
                    mix,
                    Collections.nCopies(regions, 1.0 / regions),
                    1.0,
                    0,
                    each,
                    Optional.empty()))
        .toList();
  }
}
