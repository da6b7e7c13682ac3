package io.proteus.engine.redis;

import java.util.Map;
import java.util.TreeMap;

/** Settings that a running node takes, and their defaults in Redis 7 and Valkey 8. */
final class OnlineSettings {
  static final Map<String, String> DEFAULTS = new TreeMap<>();

  static {
    DEFAULTS.put("maxmemory", "0");
    DEFAULTS.put("maxmemory-policy", "noeviction");
    DEFAULTS.put("maxmemory-samples", "5");
    DEFAULTS.put("maxmemory-eviction-tenacity", "10");
    DEFAULTS.put("activedefrag", "no");
    DEFAULTS.put("active-expire-effort", "1");
    DEFAULTS.put("appendfsync", "everysec");
    DEFAULTS.put("hz", "10");
    DEFAULTS.put("lfu-decay-time", "1");
    DEFAULTS.put("lfu-log-factor", "10");
    DEFAULTS.put("no-appendfsync-on-rewrite", "no");
  }

  private OnlineSettings() {}

  static boolean isDefault(Map.Entry<String, String> setting) {
    return setting.getValue().equals(DEFAULTS.get(setting.getKey()));
  }
}
