package io.proteus.workloads.ledger;

import io.proteus.workloads.tenant.RowValue;
import java.util.Optional;

/**
 * A row that has not kept a write that was acknowledged.
 *
 * @param acknowledged sequence of the latest acknowledged write
 * @param stored what the row says instead; empty when it is missing or not a value of ours
 */
public record LostWrite(String table, String key, int acknowledged, Optional<RowValue> stored) {

  @Override
  public String toString() {
    return "%s row %s: write %d was acknowledged, stored is %s"
        .formatted(
            table,
            key,
            acknowledged,
            stored
                .map(value -> "write %d of epoch %d".formatted(value.sequence(), value.epoch()))
                .orElse("nothing of ours"));
  }
}
