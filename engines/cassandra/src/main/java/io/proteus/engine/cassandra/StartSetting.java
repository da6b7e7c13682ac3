package io.proteus.engine.cassandra;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A setting that a node takes at its start, in the key of its file. Proteus has sizes in bytes, as
 * in the catalogue; the file has them in MiB.
 *
 * @param wanted for people
 * @param least of a number, as the file counts it
 * @param words that are taken; empty where it is a number
 */
record StartSetting(String key, String wanted, long unit, long least, Set<String> words) {
  private static final long MIB = 1L << 20;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

  /** All of them, by key. */
  static final Map<String, StartSetting> ALL =
      List.of(
              size("memtable_heap_space", 1),
              size("memtable_offheap_space", 1),
              size("file_cache_size", 0),
              size("key_cache_size", 0),
              size("row_cache_size", 0),
              size("counter_cache_size", 0),
              count("memtable_flush_writers", 1),
              count("concurrent_reads", 2),
              count("concurrent_writes", 2),
              count("concurrent_counter_writes", 2),
              count("native_transport_max_threads", 1),
              word("file_cache_enabled", "true", "false"),
              word(
                  "memtable_allocation_type", "heap_buffers", "offheap_buffers", "offheap_objects"))
          .stream()
          .collect(
              Collectors.toMap(
                  StartSetting::key, setting -> setting, (one, other) -> one, TreeMap::new));

  private static StartSetting size(String key, long least) {
    return new StartSetting(
        key,
        "bytes that are whole MiB, %d or more of them, such as %d".formatted(least, 64 * MIB),
        MIB,
        least,
        Set.of());
  }

  private static StartSetting count(String key, long least) {
    return new StartSetting(key, "a whole number, %d or more".formatted(least), 1, least, Set.of());
  }

  private static StartSetting word(String key, String... words) {
    List<String> taken = List.of(words);
    return new StartSetting(key, "one of " + String.join(", ", taken), 1, 0, Set.copyOf(taken));
  }

  /**
   * What nodes start with, as their files have it. What is no start setting is left as it is: the
   * file has it in the same words.
   *
   * @throws PortException where no file may have such a value
   */
  static SettingsChange written(SettingsChange change) throws PortException {
    Map<String, String> set = new TreeMap<>();
    for (Map.Entry<String, String> value : change.set().entrySet()) {
      StartSetting setting = ALL.get(value.getKey());
      set.put(
          value.getKey(), setting == null ? value.getValue() : setting.written(value.getValue()));
    }
    return SettingsChange.of(set, change.removed());
  }

  /** Those of some keys. */
  static Set<String> among(Collection<String> keys) {
    Set<String> known = new TreeSet<>(ALL.keySet());
    known.retainAll(keys);
    return known;
  }

  private String written(String value) throws PortException {
    if (!words.isEmpty()) {
      if (words.contains(value)) {
        return value;
      }
    } else if (NUMBER.matcher(value).matches()) {
      long number = Long.parseLong(value);
      if (number % unit == 0 && number / unit >= least) {
        return unit == MIB ? number / unit + "MiB" : value;
      }
    }
    throw new PortException(
        "%s: want %s, got %s. No node is started with it.".formatted(key, wanted, value));
  }
}
