package io.proteus.simulator.scenario;

import io.proteus.core.units.InvalidValue;

/**
 * Shares of a tenant's operations, together 1.
 *
 * @param readModifyWrite a read, then a write of the same row
 */
public record Operations(
    double read, double update, double insert, double scan, double readModifyWrite) {
  private static final double ROUNDING = 1e-6;

  public Operations {
    double sum = read + update + insert + scan + readModifyWrite;
    if (Math.min(Math.min(Math.min(read, update), Math.min(insert, scan)), readModifyWrite) < 0
        || Math.abs(sum - 1) > ROUNDING) {
      throw new InvalidValue(
          "operations: want shares of 0 or more that add up to 1, got read %s, update %s, insert %s, scan %s, readModifyWrite %s (sum %s)."
              .formatted(read, update, insert, scan, readModifyWrite, sum));
    }
  }

  /** Reads in an operation. */
  public double reads() {
    return read + readModifyWrite;
  }

  /** Writes in an operation. */
  public double writes() {
    return update + insert + readModifyWrite;
  }
}
