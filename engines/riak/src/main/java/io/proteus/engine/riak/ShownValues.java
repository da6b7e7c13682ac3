package io.proteus.engine.riak;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the table that {@code riak admin show KEY} answers. A node or a value that is not in it as
 * expected is missing.
 */
final class ShownValues {
  /** A wider table is cut, whatever stands in it: titles, names of nodes and values. */
  private static final int WIDEST = 100;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.%-]+");
  private static final Set<String> UNSET = Set.of("undefined", "--");
  private static final Map<String, String> FLAG =
      Map.of("on", "on", "off", "off", "true", "on", "false", "off");

  /**
   * Keys that are told otherwise than {@code riak.conf} has them. Some pairs were recorded ({@code
   * {on,[]}} and the backends but memory and multi); the others are those of riak_kv.schema.
   */
  private static final Map<String, Map<String, String>> WORDS =
      Map.of(
          "storage_backend",
          Map.of(
              "riak_kv_bitcask_backend", "bitcask",
              "riak_kv_eleveldb_backend", "leveldb",
              "riak_kv_leveled_backend", "leveled",
              "riak_kv_memory_backend", "memory",
              "riak_kv_multi_backend", "multi"),
          "anti_entropy",
          Map.of("{on,[]}", "active", "{off,[]}", "passive", "{on,[debug]}", "active-debug"),
          "anti_entropy.throttle",
          FLAG);

  private ShownValues() {}

  /** The value of each node that tells it, as {@code riak.conf} has it. */
  static Map<String, String> parse(String key, String answer) {
    List<String> rows = answer.lines().filter(line -> line.startsWith("|")).toList();
    Map<String, String> values = new HashMap<>();
    if (rows.isEmpty() || !cells(rows.get(0)).equals(List.of("node", key))) {
      return values;
    }
    for (String row : rows.subList(1, rows.size())) {
      List<String> cells = cells(row);
      if (cells.size() == 2 && RiakSettings.isNode(cells.get(0)) && !isCut(row, cells.get(1))) {
        inFile(key, cells.get(1)).ifPresent(value -> values.put(cells.get(0), value));
      }
    }
    return values;
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.substring(1).split("\\|")).map(String::strip).toList();
  }

  /** A value that fills its column in a table that is as wide as can be. */
  private static boolean isCut(String row, String value) {
    return row.length() >= WIDEST && row.endsWith("|" + value + "|");
  }

  private static Optional<String> inFile(String key, String told) {
    Map<String, String> words = WORDS.get(key);
    if (words != null) {
      return Optional.ofNullable(words.get(told));
    }
    return PLAIN.matcher(told).matches() && !UNSET.contains(told)
        ? Optional.of(told)
        : Optional.empty();
  }
}
