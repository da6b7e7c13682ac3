package io.proteus.lab.elasticity;

import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.TableLedger;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.RowValue;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Vector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Rows of tenants as keys of a Redis cluster, one value each. Threads share it. */
final class RedisRows implements StoreRows {
  private static final int TIMEOUT_MS = 5000;
  private static final int ATTEMPTS = 20;
  private static final String FIELD = "field0";

  private final JedisCluster client;

  /**
   * @param addresses of some shards
   * @param threads that ask at a time
   */
  RedisRows(List<String> addresses, int threads) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(threads);
    pool.setMaxIdle(threads);
    this.client =
        new JedisCluster(
            addresses.stream().map(HostAndPort::from).collect(Collectors.toSet()),
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(TIMEOUT_MS)
                .connectionTimeoutMillis(TIMEOUT_MS)
                .build(),
            ATTEMPTS,
            pool);
  }

  private static byte[] key(String table, String row) {
    return (table + ":" + row).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void load(List<Dataset> datasets, AcknowledgedWrites ledger, long seed) {
    for (Dataset dataset : datasets) {
      TableLedger table = ledger.table(dataset);
      byte[] filler = RowValue.filler(dataset.format(), new SplittableRandom(seed));
      for (int row = 0; row < dataset.keys().rows(); row++) {
        RowValue value = table.issue(row);
        client.set(key(dataset.table(), dataset.keys().key(row)), value.encode(filler));
        table.acknowledged(value);
      }
    }
  }

  @Override
  public void visit(Dataset dataset, int partition, Visitor visitor) {
    int first = dataset.keys().firstRow(partition);
    for (int row = first; row < first + dataset.keys().rowsPerPartition(); row++) {
      byte @Nullable [] found = client.get(key(dataset.table(), dataset.keys().key(row)));
      if (found != null) {
        visitor.row(row, RowValue.decode(found, 0, found.length));
      }
    }
  }

  @Override
  public DB asked(Dataset dataset) {
    return new Asked();
  }

  @Override
  public void close() {
    client.close();
  }

  private final class Asked extends DB {
    @Override
    public Status read(
        String table, String row, Set<String> fields, Map<String, ByteIterator> values) {
      return told(
          () -> {
            byte @Nullable [] found = client.get(key(table, row));
            Optional.ofNullable(found)
                .ifPresent(bytes -> values.put(FIELD, new ByteArrayByteIterator(bytes)));
            return found == null ? Status.NOT_FOUND : Status.OK;
          });
    }

    @Override
    public Status update(String table, String row, Map<String, ByteIterator> values) {
      return told(
          () -> {
            client.set(key(table, row), values.values().iterator().next().toArray());
            return Status.OK;
          });
    }

    @Override
    public Status insert(String table, String row, Map<String, ByteIterator> values) {
      return update(table, row, values);
    }

    @Override
    public Status scan(
        String table,
        String first,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> found) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String row) {
      return Status.NOT_IMPLEMENTED;
    }

    private interface Order {
      Status given();
    }

    private Status told(Order order) {
      try {
        return order.given();
      } catch (JedisException e) {
        return new Status(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
      }
    }
  }
}
