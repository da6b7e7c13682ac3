package io.proteus.lab.convergence;

import io.proteus.lab.result.IntegrityCheck;
import java.util.List;
import java.util.Locale;

/**
 * A size of the data.
 *
 * @param rows loaded rows of an ordinary tenant
 * @param bytes their values
 * @param checks every time that acknowledged writes were asked back
 */
public record DataSize(int rows, long bytes, List<IntegrityCheck> checks) {
  public DataSize {
    checks = List.copyOf(checks);
  }

  double megabytes() {
    return bytes / 1e6;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,.0f MB a tenant (%,d rows)", megabytes(), rows);
  }
}
