package io.proteus.workloads.ledger;

import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.RowValue;
import java.io.IOException;
import java.util.Optional;

/** Reads back what a store has. Called by several threads at once. */
@FunctionalInterface
public interface StoredRows {

  /**
   * Shows every row of a partition, in any order, each once.
   *
   * @throws IOException when the partition could not be read to its end
   */
  void visit(Dataset dataset, int partition, Visitor visitor) throws IOException;

  /** Told of every row that is there. */
  interface Visitor {
    /**
     * @param value what the row says of its last write; empty when it is not a value of ours
     */
    void row(int row, Optional<RowValue> value);
  }
}
