package io.proteus.workloads.tenant;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One client of the store with a table of its own (MET-16): what it asks for, how often, and how
 * its requests lie over the partitions of its table.
 *
 * @param name short and unique among the tenants of a run: {@code A}
 * @param mix which operations it sends
 * @param partitionShares share of its requests that goes to each partition of its table, in key
 *     order, together 1; one entry a partition
 * @param rowsShare rows it has loaded, as a share of the rows of an ordinary tenant, over 0
 * @param insertRingShare rows it may insert, as a share of those it has loaded; an insert beyond
 *     that writes over the oldest one, so that repeated runs do not meet ever more data
 * @param threads how many operations it has under way at most (closed loop)
 * @param cap most operations it sends in a second; empty when it sends as fast as it is answered
 */
public record Tenant(
    String name,
    OperationMix mix,
    List<Double> partitionShares,
    double rowsShare,
    double insertRingShare,
    int threads,
    Optional<OperationsPerSecond> cap) {
  private static final double ROUNDING = 1e-9;

  public Tenant {
    partitionShares = List.copyOf(partitionShares);
    double sum = partitionShares.stream().mapToDouble(Double::doubleValue).sum();
    if (partitionShares.stream().anyMatch(share -> share < 0) || Math.abs(sum - 1) > ROUNDING) {
      throw new InvalidValue(
          "tenant %s: want shares of its partitions that add up to 1, got %s."
              .formatted(name, partitionShares));
    }
    if (!(rowsShare > 0) || insertRingShare < 0 || threads < 1) {
      throw new InvalidValue(
          "tenant %s: want rowsShare over 0, insertRingShare 0 or more, threads 1 or more, got %s, %s, %d."
              .formatted(name, rowsShare, insertRingShare, threads));
    }
    if (mix.contains(OperationType.INSERT) != (insertRingShare > 0)) {
      throw new InvalidValue(
          "tenant %s: want an insertRingShare exactly when it inserts, got %s with %s."
              .formatted(name, insertRingShare, mix));
    }
    if (cap.isPresent() && !(cap.get().value() > 0)) {
      throw new InvalidValue(
          "tenant %s: want a cap over 0 op/s or none, got %s.".formatted(name, cap.get()));
    }
  }

  /** The table that is this tenant's alone. */
  public String table() {
    return "tenant_" + name.toLowerCase(Locale.ROOT);
  }

  public Tenant withThreads(int count) {
    return new Tenant(name, mix, partitionShares, rowsShare, insertRingShare, count, cap);
  }

  public Tenant withCap(Optional<OperationsPerSecond> other) {
    return new Tenant(name, mix, partitionShares, rowsShare, insertRingShare, threads, other);
  }
}
