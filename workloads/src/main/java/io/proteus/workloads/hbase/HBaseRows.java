package io.proteus.workloads.hbase;

import io.proteus.workloads.ledger.StoredRows;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.KeySpace;
import io.proteus.workloads.tenant.RowValue;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads tenants' tables back by scanning them, first field only and past the block cache.
 *
 * <p>A load phase writes every row, so every row is asked for, and a scan reads them in the order
 * they lie in; batches of gets would search for each.
 */
public final class HBaseRows implements StoredRows {
  private static final int ROWS_PER_CALL = 1000;

  private final Connection connection;

  public HBaseRows(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void visit(Dataset dataset, int partition, Visitor visitor) throws IOException {
    KeySpace keys = dataset.keys();
    int from = keys.firstRow(partition);
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(keys.key(from)))
            .withStopRow(Bytes.toBytes(keys.key(from + keys.rowsPerPartition())))
            .addColumn(TenantTables.FAMILY, Bytes.toBytes(dataset.format().fieldNames().get(0)))
            .setCaching(ROWS_PER_CALL)
            .setCacheBlocks(false);
    try (Table table = connection.getTable(TableName.valueOf(dataset.table()));
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        visitor.row(keys.row(Bytes.toString(row.getRow())), value(row));
      }
    }
  }

  private static Optional<RowValue> value(Result row) {
    Cell cell = row.rawCells()[0];
    return RowValue.decode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }
}
