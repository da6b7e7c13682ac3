package io.proteus.lab.local.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.StoredRows;
import io.proteus.workloads.ledger.TableLedger;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.RowValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Vector;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Rows of tenants in tables of Cassandra, one value each. Threads share it. */
public final class CassandraRows implements StoredRows, AutoCloseable {
  private static final int IN_FLIGHT = 64;
  private static final String FIELD = "field0";

  private final CqlSession client;
  private final String keyspace;

  /**
   * @param addresses of nodes
   * @param keyspace of the tables, which is made where it is not there
   * @param copies of each row
   * @param consistency of every request, by Cassandra's name
   */
  public CassandraRows(List<String> addresses, String keyspace, int copies, String consistency) {
    this.client = CassandraClient.connect(addresses, consistency);
    this.keyspace = keyspace;
    try {
      client.execute(
          "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
              .formatted(keyspace, copies));
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private String named(String table) {
    return "%s.\"%s\"".formatted(keyspace, table);
  }

  /**
   * Makes a table anew.
   *
   * @param options in CQL's words; what is not in it is at Cassandra's default
   */
  public void create(String table, Map<String, String> options) {
    client.execute("DROP TABLE IF EXISTS " + named(table));
    StringBuilder statement =
        new StringBuilder(
            "CREATE TABLE %s (key text PRIMARY KEY, value blob)".formatted(named(table)));
    String before = " WITH ";
    for (Map.Entry<String, String> option : options.entrySet()) {
      statement.append(before).append(option.getKey()).append(" = ").append(option.getValue());
      before = " AND ";
    }
    client.execute(statement.toString());
  }

  public void drop(String table) {
    client.execute("DROP TABLE IF EXISTS " + named(table));
  }

  /** Writes all rows once. */
  public void load(Dataset dataset, AcknowledgedWrites ledger, long seed)
      throws IOException, InterruptedException {
    load(dataset, ledger, seed, 1);
  }

  /** Writes all rows once, and half of them a second time, so that files overlap. */
  public void loadTwice(Dataset dataset, AcknowledgedWrites ledger, long seed)
      throws IOException, InterruptedException {
    load(dataset, ledger, seed, 2);
  }

  private void load(Dataset dataset, AcknowledgedWrites ledger, long seed, int turns)
      throws IOException, InterruptedException {
    TableLedger table = ledger.table(dataset);
    PreparedStatement write = write(dataset.table());
    SplittableRandom random = new SplittableRandom(seed);
    byte[] filler = RowValue.filler(dataset.format(), random);
    Semaphore free = new Semaphore(IN_FLIGHT);
    AtomicReference<@Nullable Throwable> refused = new AtomicReference<>();
    int rows = dataset.keys().rows();
    for (int turn = 0; turn < turns; turn++) {
      for (int row = 0; row < rows; row++) {
        if (turn > 0 && random.nextBoolean()) {
          continue;
        }
        free.acquire();
        client
            .executeAsync(
                write.bind(
                    dataset.keys().key(row), ByteBuffer.wrap(table.issue(row).encode(filler))))
            .whenComplete(
                (answer, failure) -> {
                  free.release();
                  if (failure != null) {
                    refused.set(failure);
                  }
                });
      }
      free.acquire(IN_FLIGHT);
      free.release(IN_FLIGHT);
      Throwable why = refused.get();
      if (why != null) {
        throw new IOException("%s cannot be loaded: %s".formatted(dataset.table(), why), why);
      }
      table.acknowledgedAll(0, rows);
    }
  }

  private PreparedStatement write(String table) {
    return client.prepare("INSERT INTO %s (key, value) VALUES (?, ?)".formatted(named(table)));
  }

  @Override
  public void visit(Dataset dataset, int partition, Visitor visitor) throws IOException {
    try {
      for (Row found : client.execute("SELECT key, value FROM " + named(dataset.table()))) {
        int row = dataset.keys().row(String.valueOf(found.getString("key")));
        if (dataset.keys().partitionOf(row) == partition) {
          byte[] value = bytes(found);
          visitor.row(row, RowValue.decode(value, 0, value.length));
        }
      }
    } catch (DriverException e) {
      throw new IOException("%s cannot be read back: %s".formatted(dataset.table(), e), e);
    }
  }

  private static byte[] bytes(Row row) {
    ByteBuffer value =
        Optional.ofNullable(row.getByteBuffer("value")).orElse(ByteBuffer.allocate(0));
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return bytes;
  }

  /** As clients of the workloads ask for a table. */
  public DB asked(Dataset dataset) {
    return new Asked(dataset.table());
  }

  @Override
  public void close() {
    client.close();
  }

  private final class Asked extends DB {
    private final PreparedStatement read;
    private final PreparedStatement scan;
    private final PreparedStatement write;

    Asked(String table) {
      this.read = client.prepare("SELECT value FROM %s WHERE key = ?".formatted(named(table)));
      this.scan =
          client.prepare(
              "SELECT value FROM %s WHERE token(key) >= token(?) LIMIT ?".formatted(named(table)));
      this.write = write(table);
    }

    @Override
    public Status read(
        String table, String row, Set<String> fields, Map<String, ByteIterator> values) {
      return told(
          () -> {
            Row found = client.execute(read.bind(row)).one();
            if (found == null) {
              return Status.NOT_FOUND;
            }
            values.put(FIELD, new ByteArrayByteIterator(bytes(found)));
            return Status.OK;
          });
    }

    @Override
    public Status scan(
        String table,
        String first,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> found) {
      return told(
          () -> {
            for (Row row : client.execute(scan.bind(first, count))) {
              found.add(new HashMap<>(Map.of(FIELD, new ByteArrayByteIterator(bytes(row)))));
            }
            return found.isEmpty() ? Status.NOT_FOUND : Status.OK;
          });
    }

    @Override
    public Status update(String table, String row, Map<String, ByteIterator> values) {
      return told(
          () -> {
            byte[] value = values.values().iterator().next().toArray();
            client.execute(write.bind(row, ByteBuffer.wrap(value)));
            return Status.OK;
          });
    }

    @Override
    public Status insert(String table, String row, Map<String, ByteIterator> values) {
      return update(table, row, values);
    }

    @Override
    public Status delete(String table, String row) {
      return Status.NOT_IMPLEMENTED;
    }

    private interface Order {
      Status given();
    }

    private static Status told(Order order) {
      try {
        return order.given();
      } catch (DriverException e) {
        return new Status(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
      }
    }
  }
}
