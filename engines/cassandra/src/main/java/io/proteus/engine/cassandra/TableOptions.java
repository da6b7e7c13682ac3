package io.proteus.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of a table as {@code ALTER TABLE ... WITH} takes them. Options that are maps are one
 * value each, as Cassandra replaces them whole: their class first, by its short name, the rest by
 * name.
 */
final class TableOptions {
  /** {@code {'class': 'x', 'key': 'value'}}. */
  private static final Pattern MAP =
      Pattern.compile("\\{\\s*(?:'[^']*'\\s*:\\s*'[^']*'\\s*(?:,\\s*(?=')|(?=})))*}");

  private static final Pattern ENTRY = Pattern.compile("'([^']*)'\\s*:\\s*'([^']*)'");
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
  private static final Pattern WORD = Pattern.compile("[\\w.]+");
  private static final Pattern PACKAGE =
      Pattern.compile("org\\.apache\\.cassandra\\.(db\\.compaction|io\\.compress)\\.");
  private static final String CLASS = "class";

  private enum Kind {
    MAP,
    WORD,
    NUMBER
  }

  private static final SortedMap<String, Kind> OPTIONS = new TreeMap<>();

  static {
    for (String map : List.of("compaction", "compression", "caching")) {
      OPTIONS.put(map, Kind.MAP);
    }
    for (String word :
        List.of("speculative_retry", "additional_write_policy", "memtable", "read_repair")) {
      OPTIONS.put(word, Kind.WORD);
    }
    for (String number :
        List.of(
            "bloom_filter_fp_chance",
            "crc_check_chance",
            "default_time_to_live",
            "gc_grace_seconds",
            "max_index_interval",
            "memtable_flush_period_in_ms",
            "min_index_interval")) {
      OPTIONS.put(number, Kind.NUMBER);
    }
  }

  /** What a table has without anybody's doing, in Cassandra 5 as it is shipped. */
  static final Map<String, String> USUAL =
      Map.ofEntries(
          Map.entry(
              "compaction",
              "{'class': 'SizeTieredCompactionStrategy', 'max_threshold': '32', 'min_threshold': '4'}"),
          Map.entry("compression", "{'class': 'LZ4Compressor', 'chunk_length_in_kb': '16'}"),
          Map.entry("caching", "{'keys': 'ALL', 'rows_per_partition': 'NONE'}"),
          Map.entry("speculative_retry", "99p"),
          Map.entry("additional_write_policy", "99p"),
          Map.entry("read_repair", "BLOCKING"),
          Map.entry("bloom_filter_fp_chance", "0.01"),
          Map.entry("crc_check_chance", "1.0"),
          Map.entry("default_time_to_live", "0"),
          Map.entry("gc_grace_seconds", "864000"),
          Map.entry("max_index_interval", "2048"),
          Map.entry("memtable_flush_period_in_ms", "0"),
          Map.entry("min_index_interval", "128"));

  private TableOptions() {}

  /** The options in a row of {@code system_schema.tables}; those that it lacks are left out. */
  static SortedMap<String, String> of(Row row) {
    SortedMap<String, String> options = new TreeMap<>();
    OPTIONS.forEach(
        (key, kind) -> {
          String value =
              !row.getColumnDefinitions().contains(key) || row.isNull(key)
                  ? null
                  : kind == Kind.MAP
                      ? text(row.getMap(key, String.class, String.class))
                      : String.valueOf(row.getObject(key));
          if (value != null) {
            options.put(key, value);
          }
        });
    return options;
  }

  /** The options that some table has otherwise than Cassandra would by itself. */
  static Set<String> setByHand(TableSettings settings) {
    Set<String> keys = new TreeSet<>();
    settings
        .families()
        .values()
        .forEach(
            options ->
                options.forEach(
                    (key, value) -> {
                      if (!value.equals(USUAL.getOrDefault(key, value))) {
                        keys.add(key);
                      }
                    }));
    return keys;
  }

  /** A map as one value. */
  static String text(Map<String, String> options) {
    SortedMap<String, String> sorted = new TreeMap<>(options);
    @Nullable String named = sorted.remove(CLASS);
    String rest =
        sorted.entrySet().stream()
            .map(entry -> "'%s': '%s'".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    if (named == null) {
      return "{%s}".formatted(rest);
    }
    String shortly = PACKAGE.matcher(named).replaceFirst("");
    return "{'class': '%s'%s}".formatted(shortly, rest.isEmpty() ? "" : ", " + rest);
  }

  /** An option as CQL has it; nothing but an option of the kind that it is gets through. */
  static String assignment(String key, String value) throws PortException {
    Kind kind = OPTIONS.get(key);
    if (kind == null) {
      throw new PortException(
          "%s: want one of %s.".formatted(key, String.join(", ", OPTIONS.keySet())));
    }
    return "%s = %s"
        .formatted(
            key,
            switch (kind) {
              case MAP -> map(key, value);
              case WORD -> "'%s'".formatted(matched(key, value, WORD, "a word such as 99p"));
              case NUMBER -> matched(key, value, NUMBER, "a number");
            });
  }

  private static String matched(String key, String value, Pattern pattern, String want)
      throws PortException {
    if (!pattern.matcher(value).matches()) {
      throw new PortException("%s: want %s, got %s.".formatted(key, want, value));
    }
    return value;
  }

  private static String map(String key, String value) throws PortException {
    return text(entries(key, value));
  }

  /** What is in an option that is a map; refuses one that is none. */
  static Map<String, String> entries(String key, String value) throws PortException {
    matched(key, value, MAP, "a map such as {'class': 'LZ4Compressor'}");
    Map<String, String> entries = new TreeMap<>();
    Matcher entry = ENTRY.matcher(value);
    while (entry.find()) {
      entries.put(entry.group(1), entry.group(2));
    }
    return entries;
  }
}
