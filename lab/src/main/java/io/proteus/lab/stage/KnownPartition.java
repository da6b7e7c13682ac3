package io.proteus.lab.stage;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.workload.AccessClass;
import io.proteus.workloads.tenant.Tenant;

/**
 * A partition of which everything is known beforehand, as an expert would.
 *
 * @param share of its tenant's requests, 0..1
 */
public record KnownPartition(PartitionId id, Tenant tenant, double share) {

  /** The groups of the paper's section 3.3, by tenant. */
  AccessClass accessClass() {
    return switch (tenant.name()) {
      case "A", "F" -> AccessClass.READ_WRITE;
      case "B", "D" -> AccessClass.WRITE;
      case "C" -> AccessClass.READ;
      case "E" -> AccessClass.SCAN;
      default -> throw new IllegalArgumentException("not a tenant of MET-16: " + tenant.name());
    };
  }
}
