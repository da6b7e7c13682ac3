package io.proteus.workloads.hbase;

import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's store interface on HBase 2: one table, one column family, one cell a field.
 *
 * <p>A failed operation's status is named after its exception, so that failures can be counted by
 * cause. Writes wait for the write-ahead log, as HBase does by default. The connection is shared
 * and not closed here. Not safe for use by several threads.
 */
public final class HBaseBinding extends DB {
  private final Table table;
  private final String tableName;

  private HBaseBinding(Connection connection, String tableName) {
    this.tableName = tableName;
    try {
      this.table = connection.getTable(TableName.valueOf(tableName));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open table " + tableName, e);
    }
  }

  /** A store for one worker on the dataset's table. */
  public static DB open(Connection connection, Dataset dataset) {
    return new HBaseBinding(connection, dataset.table());
  }

  @Override
  public Status read(
      String tableAsked, String key, Set<String> fields, Map<String, ByteIterator> values) {
    checkTable(tableAsked);
    // all fields are the whole family, which costs less to ask for than each by name
    Get get = new Get(Bytes.toBytes(key)).addFamily(TenantTables.FAMILY);
    try {
      Result row = table.get(get);
      if (row.isEmpty()) {
        return Status.NOT_FOUND;
      }
      copy(row, fields, values);
      return Status.OK;
    } catch (IOException e) {
      return failure(e);
    }
  }

  @Override
  public Status scan(
      String tableAsked,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> rows) {
    checkTable(tableAsked);
    // the limit lets the server answer and close the scan in a single call
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(startKey))
            .addFamily(TenantTables.FAMILY)
            .setLimit(count)
            .setCaching(count);
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        var values = new HashMap<String, ByteIterator>();
        copy(row, fields, values);
        rows.add(values);
      }
      return rows.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (IOException | UncheckedIOException e) {
      return failure(e);
    }
  }

  @Override
  public Status update(String tableAsked, String key, Map<String, ByteIterator> values) {
    checkTable(tableAsked);
    try {
      table.put(put(key, values));
      return Status.OK;
    } catch (IOException e) {
      return failure(e);
    }
  }

  /** The same as an update: HBase does not tell a new row from an old one. */
  @Override
  public Status insert(String tableAsked, String key, Map<String, ByteIterator> values) {
    return update(tableAsked, key, values);
  }

  @Override
  public Status delete(String tableAsked, String key) {
    checkTable(tableAsked);
    try {
      table.delete(new Delete(Bytes.toBytes(key)));
      return Status.OK;
    } catch (IOException e) {
      return failure(e);
    }
  }

  @Override
  public void cleanup() throws DBException {
    try {
      table.close();
    } catch (IOException e) {
      throw new DBException("cannot close table " + tableName, e);
    }
  }

  private void checkTable(String asked) {
    if (!asked.equals(tableName)) {
      throw new IllegalArgumentException(
          "HBase binding: want operations on its table %s, got %s.".formatted(tableName, asked));
    }
  }

  static Put put(String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach(
        (field, value) ->
            put.addColumn(TenantTables.FAMILY, Bytes.toBytes(field), value.toArray()));
    return put;
  }

  private static void copy(Result row, Set<String> fields, Map<String, ByteIterator> values) {
    for (Cell cell : row.rawCells()) {
      String field =
          Bytes.toString(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
      if (fields.contains(field)) {
        values.put(
            field,
            new ByteArrayByteIterator(
                cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
      }
    }
  }

  private static Status failure(Exception e) {
    Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
    return new Status(cause.getClass().getSimpleName(), String.valueOf(cause.getMessage()));
  }
}
