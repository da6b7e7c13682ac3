package io.proteus.engine.hbase;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory split that a server was started with, as far as its {@code /conf} servlet tells it.
 *
 * @param values of the settings in {@link #WANTED}, as written
 */
record ServerConfiguration(Map<String, String> values) {

  private static final String TUNER = "hbase.regionserver.heapmemory.tuner.class";
  private static final String CACHE_BYTES = "hfile.block.cache.memory.size";
  private static final String[] WANTED = {
    HBaseTranslation.BLOCK_CACHE,
    HBaseTranslation.BLOCK_CACHE + ".min.range",
    HBaseTranslation.BLOCK_CACHE + ".max.range",
    HBaseTranslation.MEMSTORE,
    HBaseTranslation.OLDER_MEMSTORE,
    HBaseTranslation.MEMSTORE + ".min.range",
    HBaseTranslation.MEMSTORE + ".max.range",
    TUNER,
    CACHE_BYTES
  };

  /** HBase takes its default for a larger one (MemorySizeUtil). */
  private static final double LARGEST_MEMSTORE = 0.8;

  static ServerConfiguration read(InfoServers.Servlets servlets)
      throws IOException, InterruptedException {
    return parse(servlets.get("/conf?format=json"));
  }

  static ServerConfiguration parse(byte[] conf) throws IOException {
    Map<String, String> values = new HashMap<>();
    String[] key = {""};
    Json.read(
        conf,
        (field, value) -> {
          if (field.equals("key")) {
            key[0] = value.getText();
          } else if (field.equals("value") && isWanted(key[0])) {
            values.put(key[0], value.getText());
          }
        });
    return new ServerConfiguration(Map.copyOf(values));
  }

  private static boolean isWanted(String key) {
    for (String wanted : WANTED) {
      if (wanted.equals(key)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The split in effect on a server without the plugin's report.
   *
   * @throws InvalidValue if the settings do not tell; the message says why
   */
  MemorySplit inEffect() {
    String tuner = values.getOrDefault(TUNER, "");
    if (tuner.startsWith("io.proteus.")) {
      throw new InvalidValue(
          "Proteus' plugin is configured but does not report; see the server's log for "
              + tuner.substring(tuner.lastIndexOf('.') + 1));
    }
    if (hasRange(HBaseTranslation.BLOCK_CACHE, cache())
        && hasRange(HBaseTranslation.MEMSTORE, memstore())) {
      throw new InvalidValue(
          "HBase's own heap tuner is on and changes the split by itself; want Proteus' plugin in"
              + " its place, or "
              + HBaseTranslation.MEMSTORE
              + ".{min,max}.range unset");
    }
    return started();
  }

  /**
   * The split that the server was started with, whatever changed it since.
   *
   * @throws InvalidValue if the settings do not tell; the message says why
   */
  MemorySplit started() {
    if (isSet(CACHE_BYTES)) {
      throw new InvalidValue(
          "the block cache is set in bytes by %s; want %s alone"
              .formatted(CACHE_BYTES, HBaseTranslation.BLOCK_CACHE));
    }
    return MemorySplit.of(cache(), memstore());
  }

  /** Always there, because hbase-default.xml has it: an answer without it is not a whole one. */
  private double cache() {
    if (!isSet(HBaseTranslation.BLOCK_CACHE)) {
      throw new InvalidValue(
          "its /conf servlet does not show %s".formatted(HBaseTranslation.BLOCK_CACHE));
    }
    return number(HBaseTranslation.BLOCK_CACHE);
  }

  /**
   * The memstore share as in MemorySizeUtil: hbase-default.xml leaves it empty because of its older
   * name.
   */
  private double memstore() {
    String key =
        isSet(HBaseTranslation.MEMSTORE)
            ? HBaseTranslation.MEMSTORE
            : HBaseTranslation.OLDER_MEMSTORE;
    double share = isSet(key) ? number(key) : HBaseTranslation.USUAL_SHARE;
    return share > 0 && share <= LARGEST_MEMSTORE ? share : HBaseTranslation.USUAL_SHARE;
  }

  /** HeapMemoryManager tunes only when both shares have room. */
  private boolean hasRange(String key, double start) {
    String least = key + ".min.range";
    String most = key + ".max.range";
    return isSet(least) && number(least) < start || isSet(most) && number(most) > start;
  }

  private boolean isSet(String key) {
    return !values.getOrDefault(key, "").isBlank();
  }

  private double number(String key) {
    String value = values.getOrDefault(key, "");
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new InvalidValue("its %s is '%s', want a number".formatted(key, value));
    }
  }
}
