package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of the rows of a real table that is to be made anew. */
class HBaseTablesIT {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent().getParent();
  private static final List<RowKey> SPLITS = List.of(RowKey.of("5".getBytes(UTF_8)));
  private static ClusterUnderTest cluster;
  private static ClusterConnection connection;
  private static HBaseTables tables;

  @BeforeAll
  static void start() throws Exception {
    cluster = ClusterUnderTest.mixed(HOME.resolve("engines/hbase/target/it-tables"), HOME);
    connection = ClusterConnection.open(cluster.address, Limits.USUAL);
    tables = new HBaseTables(connection);
  }

  @AfterAll
  static void stop() throws Exception {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void aTableThatARunBeforeLeftShutIsMadeAnewAndTakesRows() throws Exception {
    TableName name = TableName.valueOf("left_empty");
    cluster.create(name);
    TableDescriptor own = descriptor(name);
    shut(name);
    assertThatThrownBy(() -> put(cluster.client, name, "1")).isInstanceOf(IOException.class);

    recreate(name);

    assertThat(descriptor(name)).isEqualTo(own);
    assertThat(tables.table(new TableId("left_empty")).orElseThrow().splits()).isEqualTo(SPLITS);
    put(cluster.client, name, "1");
  }

  @Test
  void aTableWithRowsThatARunBeforeLeftShutIsPutBack() throws Exception {
    TableName name = TableName.valueOf("left_full");
    cluster.create(name);
    TableDescriptor own = descriptor(name);
    put(cluster.client, name, "1");
    shut(name);

    assertThatThrownBy(() -> recreate(name))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("left_full: holds rows by now");

    assertThat(descriptor(name)).isEqualTo(own);
    put(cluster.client, name, "2");
    assertThat(rows(name)).containsExactly("1", "2");
  }

  /** As `bulk-load finish` does after a crash. */
  @Test
  void whoTakesTheMarkOffLetsClientsWriteAgain() throws Exception {
    TableName name = TableName.valueOf("finished");
    cluster.create(name);
    TableDescriptor own = descriptor(name);
    shut(name);

    tables.alter(new TableId("finished"), Map.of(), tables.whileMadeAnew().keySet());

    assertThat(descriptor(name)).isEqualTo(own);
    put(cluster.client, name, "1");
  }

  /** A client writes from shortly after the first look on, to the old table or to the new one. */
  @Test
  void noRowThatWasConfirmedIsLost() throws Exception {
    TableName name = TableName.valueOf("written");
    Configuration hasty = new Configuration(cluster.client.getConfiguration());
    hasty.setInt("hbase.client.retries.number", 1);
    hasty.setInt("hbase.client.operation.timeout", 2_000);
    for (int delay = 0; delay < 400; delay += 100) {
      cluster.create(name);
      Set<String> confirmed = new ConcurrentSkipListSet<>();
      AtomicBoolean over = new AtomicBoolean();
      try (Connection client = ConnectionFactory.createConnection(hasty)) {
        rows(client, name); // so that it knows where the region is
        Thread writer = writer(client, name, delay, confirmed, over);
        writer.start();
        boolean refused = isRefused(name);
        over.set(true);
        writer.join();

        assertThat(rows(name))
            .as("after %d ms, refused: %s", delay, refused)
            .containsAll(confirmed);
        assertThat(descriptor(name).isReadOnly()).isFalse();
      }
      cluster.drop(name);
    }
  }

  private static boolean isRefused(TableName name) {
    try {
      recreate(name);
      return false;
    } catch (PortException e) {
      assertThat(e).hasMessageContaining("holds rows by now");
      return true;
    }
  }

  private static Thread writer(
      Connection client, TableName name, int delay, Set<String> confirmed, AtomicBoolean over) {
    return new Thread(
        () -> {
          for (int row = 0; !over.get(); row++) {
            try {
              Thread.sleep(row == 0 ? delay : 5);
              put(client, name, "row%05d".formatted(row));
              confirmed.add("row%05d".formatted(row));
            } catch (IOException e) {
              // refused: nothing was promised
            } catch (InterruptedException e) {
              return;
            }
          }
        });
  }

  private static void recreate(TableName name) throws PortException {
    tables.recreate(new TableId(name.getNameAsString()), SPLITS, Map.of());
  }

  private static void shut(TableName name) throws IOException {
    try (Admin admin = cluster.client.getAdmin()) {
      admin.modifyTable(HBaseTables.shut(admin.getDescriptor(name)));
    }
  }

  private static TableDescriptor descriptor(TableName name) throws IOException {
    try (Admin admin = cluster.client.getAdmin()) {
      return admin.getDescriptor(name);
    }
  }

  private static void put(Connection client, TableName name, String row) throws IOException {
    try (Table table = client.getTable(name)) {
      table.put(
          new Put(row.getBytes(UTF_8))
              .addColumn(ClusterUnderTest.FAMILY, new byte[0], new byte[1]));
    }
  }

  private static Set<String> rows(TableName name) throws IOException {
    return rows(cluster.client, name);
  }

  private static Set<String> rows(Connection client, TableName name) throws IOException {
    Set<String> rows = new TreeSet<>();
    try (Table table = client.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        rows.add(new String(row.getRow(), UTF_8));
      }
    }
    return rows;
  }
}
