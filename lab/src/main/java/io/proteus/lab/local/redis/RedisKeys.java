package io.proteus.lab.local.redis;

import io.proteus.lab.local.KeyLoad;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisCluster;

/** Keys of a Redis cluster, wherever their slots are. */
final class RedisKeys implements KeyLoad.Keys, AutoCloseable {
  private static final int TIMEOUT_MS = 3000;
  private static final int ATTEMPTS = 20;

  private final JedisCluster client;

  RedisKeys(List<String> addresses) {
    Set<HostAndPort> nodes = addresses.stream().map(HostAndPort::from).collect(Collectors.toSet());
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(KeyLoad.THREADS);
    pool.setMaxIdle(KeyLoad.THREADS);
    this.client =
        new JedisCluster(
            nodes,
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(TIMEOUT_MS)
                .connectionTimeoutMillis(TIMEOUT_MS)
                .build(),
            ATTEMPTS,
            pool);
  }

  @Override
  public @Nullable String get(String key) {
    return client.get(key);
  }

  @Override
  public void set(String key, String value) {
    client.set(key, value);
  }

  @Override
  public void close() {
    client.close();
  }
}
