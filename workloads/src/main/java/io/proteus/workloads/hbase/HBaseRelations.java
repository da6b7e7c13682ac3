package io.proteus.workloads.hbase;

import io.proteus.workloads.tpcc.Relation;
import io.proteus.workloads.tpcc.Row;
import io.proteus.workloads.tpcc.Rows;
import io.proteus.workloads.tpcc.Scale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * TPC-C's rows in HBase (MET-17): a table for each relation, with one column family.
 *
 * <p>Additions are HBase's increments. Its client sends each with a number of its own, so that one
 * whose answer was lost is not added twice. The connection is shared and not closed here.
 */
public final class HBaseRelations implements Rows {
  private static final byte[] FAMILY = TenantTables.FAMILY;

  private final Connection connection;

  public HBaseRelations(Connection connection) {
    this.connection = connection;
  }

  /**
   * Creates the tables anew and empty, divided between warehouses.
   *
   * @param partitions of each table, as far as there are as many warehouses
   */
  public static void recreate(
      Admin admin, Scale scale, int partitions, TenantTables.Attributes attributes)
      throws IOException {
    drop(admin);
    for (Relation relation : Relation.values()) {
      int parts = relation.isByWarehouse() ? Math.min(partitions, scale.warehouses()) : 1;
      byte[][] splits = new byte[parts - 1][];
      for (int i = 1; i < parts; i++) {
        splits[i - 1] = Bytes.toBytes(scale.firstKey(1 + i * scale.warehouses() / parts));
      }
      var table = TenantTables.describe(relation.table(), attributes);
      if (parts == 1) {
        admin.createTable(table);
      } else {
        admin.createTable(table, splits);
      }
    }
  }

  /** Drops the tables, those that exist. */
  public static void drop(Admin admin) throws IOException {
    for (Relation relation : Relation.values()) {
      TableName table = TableName.valueOf(relation.table());
      if (admin.tableExists(table)) {
        if (admin.isTableEnabled(table)) {
          admin.disableTable(table);
        }
        admin.deleteTable(table);
      }
    }
  }

  private Table table(Relation relation) throws IOException {
    return connection.getTable(TableName.valueOf(relation.table()));
  }

  @Override
  public Row get(Relation relation, String key) throws IOException {
    try (Table table = table(relation)) {
      return row(key, table.get(asked(key)));
    }
  }

  @Override
  public List<Row> get(Relation relation, List<String> keys) throws IOException {
    try (Table table = table(relation)) {
      Result[] found = table.get(keys.stream().map(HBaseRelations::asked).toList());
      List<Row> rows = new ArrayList<>(found.length);
      for (int i = 0; i < found.length; i++) {
        rows.add(row(keys.get(i), found[i]));
      }
      return rows;
    }
  }

  @Override
  public void put(Relation relation, List<Row> rows) throws IOException {
    List<Put> puts = new ArrayList<>(rows.size());
    for (Row row : rows) {
      Put put = new Put(Bytes.toBytes(row.key()));
      row.cells().forEach((column, value) -> put.addColumn(FAMILY, Bytes.toBytes(column), value));
      puts.add(put);
    }
    try (Table table = table(relation)) {
      table.put(puts);
    }
  }

  @Override
  public Row add(Relation relation, String key, Map<String, Long> more) throws IOException {
    Increment increment = new Increment(Bytes.toBytes(key));
    more.forEach((column, by) -> increment.addColumn(FAMILY, Bytes.toBytes(column), by));
    try (Table table = table(relation)) {
      return row(key, table.increment(increment));
    }
  }

  @Override
  public boolean replace(Relation relation, String key, String column, long expected, long by)
      throws IOException {
    byte[] row = Bytes.toBytes(key);
    byte[] name = Bytes.toBytes(column);
    try (Table table = table(relation)) {
      return table
          .checkAndMutate(
              CheckAndMutate.newBuilder(row)
                  .ifEquals(FAMILY, name, Row.bytes(expected))
                  .build(new Put(row).addColumn(FAMILY, name, Row.bytes(by))))
          .isSuccess();
    }
  }

  @Override
  public void delete(Relation relation, String key) throws IOException {
    try (Table table = table(relation)) {
      table.delete(new Delete(Bytes.toBytes(key)));
    }
  }

  @Override
  public List<Row> between(Relation relation, String from, String to, int most) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(from))
            .withStopRow(Bytes.toBytes(to))
            .addFamily(FAMILY)
            .setLimit(most)
            .setCaching(most);
    List<Row> rows = new ArrayList<>();
    try (Table table = table(relation);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(row(Bytes.toString(result.getRow()), result));
      }
    }
    return rows;
  }

  private static Get asked(String key) {
    return new Get(Bytes.toBytes(key)).addFamily(FAMILY);
  }

  private static Row row(String key, Result result) {
    Row row = new Row(key);
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        row.with(Bytes.toString(CellUtil.cloneQualifier(cell)), CellUtil.cloneValue(cell));
      }
    }
    return row;
  }
}
