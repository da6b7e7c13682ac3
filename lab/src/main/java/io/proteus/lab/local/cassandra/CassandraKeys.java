package io.proteus.lab.local.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.proteus.lab.local.KeyLoad;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a table with three copies, which is made where it is not there. A quorum of the copies
 * acknowledges each write and answers each read, so that what was acknowledged is read.
 */
final class CassandraKeys implements KeyLoad.Keys, AutoCloseable {
  private static final int COPIES = 3;

  private final CqlSession client;
  private final PreparedStatement read;
  private final PreparedStatement write;

  /**
   * @param addresses of nodes that serve
   */
  CassandraKeys(List<String> addresses) {
    this.client = CassandraClient.connect(addresses, "QUORUM");
    try {
      client.execute(
          "create keyspace if not exists load with replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
              .formatted(Math.min(COPIES, addresses.size())));
      client.execute("create table if not exists load.keys (key text primary key, value text)");
      this.read = client.prepare("select value from load.keys where key = ?");
      this.write = client.prepare("insert into load.keys (key, value) values (?, ?)");
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public @Nullable String get(String key) {
    Row row = client.execute(read.bind(key)).one();
    return row == null ? null : row.getString("value");
  }

  @Override
  public void set(String key, String value) {
    client.execute(write.bind(key, value));
  }

  /** How the table's files are merged and compressed, as the schema has it. */
  String settings() {
    Row row =
        client
            .execute(
                "select compaction, compression from system_schema.tables"
                    + " where keyspace_name = 'load' and table_name = 'keys'")
            .one();
    return row == null ? "no table" : row.getFormattedContents();
  }

  @Override
  public void close() {
    client.close();
  }
}
