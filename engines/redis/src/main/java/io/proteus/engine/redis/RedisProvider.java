package io.proteus.engine.redis;

import io.proteus.core.model.CostModel;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.words.Noun;
import io.proteus.core.words.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code engine.type: redis}, for Redis and Valkey. */
public final class RedisProvider implements EngineProvider<RedisSettings> {
  private static final Words WORDS =
      new Words(
          "Redis",
          new Noun("shard", "shards"),
          new Noun("slot range", "slot ranges"),
          new Noun("keyspace", "keyspaces"),
          new Noun("memory", "memories"),
          new Noun("write buffer", "write buffers"));

  @Override
  public String type() {
    return "redis";
  }

  @Override
  public Class<RedisSettings> settings() {
    return RedisSettings.class;
  }

  @Override
  public Set<Class<? extends Facet>> facets() {
    return Facets.kinds(RedisStore.class, RedisOrders.class);
  }

  @Override
  public Words words() {
    return WORDS;
  }

  @Override
  public Optional<SettingsGuide> guide() {
    return Optional.of(new RedisGuide());
  }

  @Override
  public CostModel costs() {
    return RedisCosts.COSTS;
  }

  @Override
  public Map<String, String> cures() {
    return Map.of(
        "dead-nodes", "redis-cli --cluster call HOST:PORT cluster forget ID",
        "unserved-partitions", "redis-cli --cluster fix HOST:PORT");
  }

  @Override
  public String address(RedisSettings settings) {
    return settings.nodes().toString().replaceAll("[\\[\\] ]", "");
  }

  @Override
  public boolean claimMayBeElsewhere() {
    return true;
  }

  @Override
  public OpenStore open(RedisSettings settings, Set<String> startKeys) throws PortException {
    RedisStore store = RedisStore.connect(settings, startKeys);
    RedisOrders orders = new RedisOrders(store);
    return new OpenStore(
        store,
        Facets.of(store, orders),
        store.claims(),
        Optional.of(orders),
        Optional.of(new ToldSettings(store)),
        Optional.empty(),
        List.of(
            new OpenSlotsCheck(store),
            new SlotStatsCheck(store),
            new EmptyRestartsCheck(store),
            new UnfollowedCheck(store)));
  }
}
