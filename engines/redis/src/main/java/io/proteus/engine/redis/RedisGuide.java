package io.proteus.engine.redis;

import io.proteus.core.port.SettingsGuide;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of Redis and Valkey, and policies for what a keyspace is used for. No policy takes
 * part by itself: a cache and a store look alike to whoever sees requests only, and what suits the
 * one loses the keys of the other.
 */
public final class RedisGuide implements SettingsGuide {
  private static final List<String> POLICIES =
      List.of("redis-cache", "redis-store", "redis-queue", "redis-counter");

  /** A server divides no memory between reads and writes. */
  private static final String NONE = "";

  @Override
  public String catalogue() {
    return text("parameters.yaml");
  }

  @Override
  public Map<String, String> policies() {
    Map<String, String> policies = new LinkedHashMap<>();
    for (String name : POLICIES) {
      policies.put(name + ".yaml", text("policies/" + name + ".yaml"));
    }
    return Collections.unmodifiableMap(policies);
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

  private static String text(String file) {
    try (InputStream in = RedisGuide.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("a file of ours is missing: " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }
}
