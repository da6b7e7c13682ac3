package io.proteus.workloads.hbase;

import io.proteus.core.units.Causes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Counts a table's rows by reading their keys, several regions at a time. */
public final class RowCount {
  private static final int READERS = 4;
  private static final int ROWS_PER_CALL = 5000;

  private RowCount() {}

  /**
   * How many rows a table has. Nobody may be writing meanwhile.
   *
   * @throws IOException when a region cannot be read
   */
  public static long of(Connection connection, String table)
      throws IOException, InterruptedException {
    TableName name = TableName.valueOf(table);
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      locator.clearRegionLocationCache();
      List<Future<Long>> counts = new ArrayList<>();
      for (var location : locator.getAllRegionLocations()) {
        RegionInfo region = location.getRegion();
        counts.add(readers.submit(() -> of(connection, name, region)));
      }
      long rows = 0;
      for (Future<Long> count : counts) {
        rows += count.get();
      }
      return rows;
    } catch (ExecutionException e) {
      throw new IOException(
          "rows of %s: cannot be counted: %s".formatted(table, Causes.of(e)), e.getCause());
    } finally {
      readers.shutdownNow();
    }
  }

  private static long of(Connection connection, TableName name, RegionInfo region)
      throws IOException {
    Scan keys =
        new Scan()
            .withStartRow(region.getStartKey())
            .withStopRow(region.getEndKey())
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()))
            .setCaching(ROWS_PER_CALL)
            .setCacheBlocks(false);
    long rows = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(keys)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }
}
