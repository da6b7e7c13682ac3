package io.proteus.engine.redis;

import io.proteus.core.port.SettingsGuide;
import io.proteus.engine.file.GuideTexts;
import java.util.List;
import java.util.Map;

/**
 * The parameters of Redis and Valkey, and policies for what a keyspace is used for. No policy takes
 * part by itself: a cache and a store look alike to whoever sees requests only, and what suits the
 * one loses the keys of the other.
 */
public final class RedisGuide implements SettingsGuide {
  private static final GuideTexts TEXTS = new GuideTexts(RedisGuide.class);
  private static final List<String> POLICIES =
      List.of("redis-cache", "redis-store", "redis-queue", "redis-counter");

  /** A server divides no memory between reads and writes. */
  private static final String NONE = "";

  @Override
  public String catalogue() {
    return TEXTS.catalogue();
  }

  @Override
  public Map<String, String> policies() {
    return TEXTS.policies(POLICIES);
  }

  @Override
  public String heapKey() {
    return "maxmemory";
  }

  @Override
  public String readCacheKey() {
    return NONE;
  }

  @Override
  public String writeBufferKey() {
    return NONE;
  }
}
