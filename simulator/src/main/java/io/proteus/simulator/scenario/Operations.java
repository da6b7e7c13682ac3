package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;

/**
 * Shares of a tenant's operations, together 1.
 *
 * @param readModifyWrite a read, then a write of the same row
 */
@Section("shares of what its requests do, together 1")
public record Operations(
    @Key(doc = "point reads", usual = "0", unit = "share") double read,
    @Key(doc = "updates of a row", usual = "0", unit = "share") double update,
    @Key(doc = "new rows", usual = "0", unit = "share") double insert,
    @Key(doc = "scans", usual = "0", unit = "share") double scan,
    @Key(doc = "a read, then a write of the same row", usual = "0", unit = "share")
        double readModifyWrite) {
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

  /** Requests in an operation: two where it reads and then writes. */
  public double requests() {
    return reads() + scan + writes();
  }
}
