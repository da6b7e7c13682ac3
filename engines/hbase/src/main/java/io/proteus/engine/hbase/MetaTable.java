package io.proteus.engine.hbase;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads which server serves which region from {@code hbase:meta}, HBase's own record of it.
 *
 * <p>The servers' reports to the master lag by {@code hbase.regionserver.msginterval} (3 s): after
 * a move they show a region twice or not at all. The layout of meta's {@code info} family is part
 * of HBase's reference guide and the same in 2.5 and 2.6.
 */
final class MetaTable {

  private static final byte[] INFO = Bytes.toBytes("info");
  private static final byte[] SERVER = Bytes.toBytes("server");
  private static final byte[] START_CODE = Bytes.toBytes("serverstartcode");
  private static final byte[] STATE = Bytes.toBytes("state");

  /** Only a region that was split has it, until it is cleaned up; its state may still be CLOSED. */
  private static final byte[] LOWER_HALF = Bytes.toBytes("splitA");

  private static final int ROWS_PER_CALL = 2_000;

  private MetaTable() {}

  /** All regions, HBase's own tables' among them, without those that were split or merged away. */
  static List<MetaRegion> read(AsyncConnection hbase) throws PortException {
    Scan scan =
        new Scan()
            .addColumn(INFO, SERVER)
            .addColumn(INFO, START_CODE)
            .addColumn(INFO, STATE)
            .addColumn(INFO, LOWER_HALF)
            .setCaching(ROWS_PER_CALL)
            .setCacheBlocks(true);
    List<MetaRegion> regions = new ArrayList<>();
    try (ResultScanner rows = hbase.getTable(TableName.META_TABLE_NAME).getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        MetaRegion region = region(row);
        if (!region.isReplaced()) {
          regions.add(region);
        }
      }
    } catch (IOException e) {
      throw new PortException(
          "Cannot read hbase:meta, and so not which server serves what: %s. Is the server up that holds it?"
              .formatted(ClusterConnection.sentence(e)),
          e);
    }
    return regions;
  }

  static MetaRegion region(Result row) {
    byte[] server = row.getValue(INFO, SERVER);
    byte[] startCode = row.getValue(INFO, START_CODE);
    byte[] state = row.getValue(INFO, STATE);
    return new MetaRegion(
        row.getRow(),
        server == null || server.length == 0 ? null : text(server),
        startCode == null || startCode.length == 0 ? 0 : Bytes.toLong(startCode),
        row.containsColumn(INFO, LOWER_HALF)
            ? MetaRegion.SPLIT
            : state == null ? "OPEN" : text(state).intern());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
