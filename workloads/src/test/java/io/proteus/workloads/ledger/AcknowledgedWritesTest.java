package io.proteus.workloads.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.RowValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class AcknowledgedWritesTest {
  private static final long EPOCH = 20_260_101L;
  private static final Dataset DATASET =
      Dataset.of(MetTenants.e(), 400, new RowFormat(1, RowValue.HEADER_BYTES));
  private static final int ROW = 137;

  private final AcknowledgedWrites writes = new AcknowledgedWrites(List.of(DATASET), EPOCH);
  private final TableLedger ledger = writes.table(DATASET);
  private final MemoryRows store = new MemoryRows();

  @Test
  void whatIsKeptIsNotLost() throws Exception {
    acknowledge(ROW);
    acknowledge(ROW);
    acknowledge(DATASET.keys().rows() - 1);

    assertThat(writes.verify(store)).isEqualTo(new Verification(2, 0, 0, List.of()));
  }

  @Test
  void aRowThatIsGoneIsLost() throws Exception {
    acknowledge(ROW);
    store.rows.remove(ROW);

    Verification result = writes.verify(store);

    assertThat(result.isComplete()).isFalse();
    assertThat(result.examples())
        .hasToString(
            "[tenant_e row 0000000137: write 1 was acknowledged, stored is nothing of ours]");
  }

  @Test
  void aRowThatFellBackToAnEarlierWriteIsLost() throws Exception {
    RowValue first = acknowledge(ROW);
    acknowledge(ROW);
    store.rows.put(ROW, first);

    assertThat(writes.verify(store).lost()).isEqualTo(1);
  }

  @Test
  void aRowThatAnEarlierExperimentHasLeftIsLost() throws Exception {
    acknowledge(ROW);
    store.rows.put(ROW, new RowValue(EPOCH - 1, ROW, 1));

    assertThat(writes.verify(store).lost()).isEqualTo(1);
  }

  @Test
  void anotherRowsValueIsLost() throws Exception {
    acknowledge(ROW);
    store.rows.put(ROW, new RowValue(EPOCH, ROW + 1, 1));

    assertThat(writes.verify(store).lost()).isEqualTo(1);
  }

  @Test
  void aValueThatIsNotOursIsLost() throws Exception {
    acknowledge(ROW);
    StoredRows foreign =
        (dataset, partition, visitor) -> {
          if (partition == dataset.keys().partitionOf(ROW)) {
            visitor.row(ROW, Optional.empty());
          }
        };

    assertThat(writes.verify(foreign).lost()).isEqualTo(1);
  }

  @Test
  void aWriteThatWasNeverAcknowledgedMayBeThereOrNot() throws Exception {
    ledger.failed(ledger.issue(ROW));
    RowValue present = ledger.issue(ROW + 1);
    ledger.failed(present);
    store.rows.put(ROW + 1, present);
    acknowledge(ROW + 2);
    RowValue later = ledger.issue(ROW + 2);
    ledger.failed(later);
    store.rows.put(ROW + 2, later);

    assertThat(writes.verify(store)).isEqualTo(new Verification(1, 0, 0, List.of()));
  }

  @Test
  void aFailedWriteThatIsAppliedLateIsToldFromALoss() throws Exception {
    RowValue late = ledger.issue(ROW);
    ledger.failed(late);
    acknowledge(ROW);
    store.rows.put(ROW, late);

    assertThat(writes.verify(store)).isEqualTo(new Verification(1, 0, 1, List.of()));
  }

  @Test
  void loadedRowsAreAskedBackToo() throws Exception {
    for (int row = 0; row < 10; row++) {
      store.rows.put(row, ledger.issue(row));
    }
    ledger.acknowledgedAll(0, 10);
    store.rows.remove(4);

    assertThat(writes.verify(store).checked()).isEqualTo(10);
    assertThat(writes.verify(store).lost()).isEqualTo(1);
  }

  @Test
  void aPartitionThatCannotBeReadIsAnErrorAndNotALoss() {
    StoredRows unreadable =
        (dataset, partition, visitor) -> {
          throw new IOException("no answer");
        };

    assertThatThrownBy(() -> writes.verify(unreadable)).hasMessageContaining("could not be read");
  }

  @Test
  void aValueSurvivesItsEncoding() {
    byte[] bytes = new RowValue(EPOCH, ROW, 3).encode(new byte[100]);

    assertThat(RowValue.decode(bytes, 0, bytes.length)).contains(new RowValue(EPOCH, ROW, 3));
    assertThat(RowValue.decode(new byte[100], 0, 100)).isEmpty();
    assertThat(RowValue.decode(bytes, 0, 10)).isEmpty();
  }

  private RowValue acknowledge(int row) {
    RowValue write = ledger.issue(row);
    store.rows.put(row, write);
    ledger.acknowledged(write);
    return write;
  }

  private static final class MemoryRows implements StoredRows {
    final Map<Integer, RowValue> rows = new ConcurrentHashMap<>();

    @Override
    public void visit(Dataset dataset, int partition, Visitor visitor) {
      rows.forEach(
          (row, value) -> {
            if (dataset.keys().partitionOf(row) == partition) {
              visitor.row(row, Optional.of(value));
            }
          });
    }
  }
}
