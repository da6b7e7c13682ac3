package io.proteus.workloads.run;

import io.proteus.workloads.ledger.TableLedger;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.KeySpace;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.RowChooser;
import io.proteus.workloads.tenant.RowValue;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Vector;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * The operations of one worker, sent through YCSB's store interface and, where they write, entered
 * into the ledger. Not safe for use by several threads.
 *
 * <p>YCSB's own CoreWorkload is not used: it measures into one place for the whole JVM, so tenants
 * could not be told apart, and it knows no shares of partitions.
 */
final class TenantOperations {
  /** YCSB's {@code maxscanlength}: a scan asks for 1 to that many rows, evenly. */
  static final int MAX_SCAN_ROWS = 100;

  private final KeySpace keys;
  private final String table;
  private final DB store;
  private final TableLedger ledger;
  private final RowChooser rows;
  private final SplittableRandom random;
  private final List<String> fieldNames;
  private final Set<String> fields;
  private final byte[] filler;

  TenantOperations(
      Dataset dataset, DB store, TableLedger ledger, RowChooser rows, SplittableRandom random) {
    this.keys = dataset.keys();
    this.table = dataset.table();
    this.store = store;
    this.ledger = ledger;
    this.rows = rows;
    this.random = random;
    this.fieldNames = dataset.format().fieldNames();
    this.fields = new LinkedHashSet<>(fieldNames);
    this.filler = RowValue.filler(dataset.format(), random);
  }

  /** Sends one operation and waits for its answer. */
  Status perform(OperationType type) {
    return switch (type) {
      case READ -> read(rows.rowToRead());
      case UPDATE -> write(rows.rowToWrite(), store::update);
      case INSERT -> write(rows.rowToInsert(), store::insert);
      case SCAN -> scan(rows.rowToRead());
      case READ_MODIFY_WRITE -> readModifyWrite(rows.rowToWrite());
    };
  }

  private Status read(int row) {
    return store.read(table, keys.key(row), fields, new HashMap<>());
  }

  private Status scan(int row) {
    int count = 1 + random.nextInt(MAX_SCAN_ROWS);
    return store.scan(table, keys.key(row), count, fields, new Vector<>(count));
  }

  private Status readModifyWrite(int row) {
    Status read = read(row);
    return read.isOk() ? write(row, store::update) : read;
  }

  private Status write(int row, Write write) {
    RowValue value = ledger.issue(row);
    Map<String, ByteIterator> values = new HashMap<>();
    for (String field : fieldNames) {
      byte[] bytes = values.isEmpty() ? value.encode(filler) : filler;
      values.put(field, new ByteArrayByteIterator(bytes));
    }
    boolean acknowledged = false;
    try {
      Status status = write.send(table, keys.key(row), values);
      acknowledged = status.isOk();
      return status;
    } finally {
      if (acknowledged) {
        ledger.acknowledged(value);
      } else {
        ledger.failed(value);
      }
    }
  }

  private interface Write {
    Status send(String table, String key, Map<String, ByteIterator> values);
  }
}
