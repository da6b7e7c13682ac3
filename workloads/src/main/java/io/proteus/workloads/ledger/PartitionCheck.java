package io.proteus.workloads.ledger;

import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.KeySpace;
import io.proteus.workloads.tenant.RowValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Asks back one partition's acknowledged writes. Used once, by one thread. */
final class PartitionCheck {
  private final TableLedger ledger;
  private final Dataset dataset;
  private final KeySpace keys;
  private final BitSet seen;
  private final List<LostWrite> examples = new ArrayList<>();
  private long checked;
  private long lost;
  private long overtaken;

  PartitionCheck(TableLedger ledger) {
    this.ledger = ledger;
    this.dataset = ledger.dataset();
    this.keys = dataset.keys();
    this.seen = new BitSet(keys.rows());
  }

  Verification run(StoredRows stored, int partition) throws IOException {
    stored.visit(dataset, partition, this::check);
    int from = keys.firstRow(partition);
    int end = from + keys.rowsPerPartition();
    for (int row = seen.nextClearBit(from); row < end; row = seen.nextClearBit(row + 1)) {
      check(row, Optional.empty());
    }
    return new Verification(checked, lost, overtaken, examples);
  }

  private void check(int row, Optional<RowValue> value) {
    seen.set(row);
    if (ledger.acknowledgedSequence(row) == 0) {
      return;
    }
    checked++;
    switch (ledger.judge(row, value)) {
      case KEPT -> {}
      case OVERTAKEN -> overtaken++;
      case LOST -> {
        lost++;
        if (examples.size() < Verification.MAX_EXAMPLES) {
          examples.add(
              new LostWrite(
                  dataset.table(), keys.key(row), ledger.acknowledgedSequence(row), value));
        }
      }
    }
  }
}
