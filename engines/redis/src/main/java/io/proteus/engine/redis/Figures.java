package io.proteus.engine.redis;

import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a node tells of itself with {@code INFO}. */
record Figures(Map<String, String> told) {
  private static final String COMMAND = "cmdstat_";
  private static final String KEEPS_ALL = "noeviction";
  private static final Pattern DATABASE = Pattern.compile("db(\\d+)");

  /** Orders of those who run the cluster, and what a move of slots does. */
  private static final Set<String> NOT_OF_USERS =
      Set.of("migrate", "restore", "restore-asking", "dump", "memory", "flushall", "flushdb");

  static Figures parse(String info) {
    Map<String, String> told = new HashMap<>();
    info.lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                told.put(line.substring(0, colon), line.substring(colon + 1).strip());
              }
            });
    return new Figures(told);
  }

  /** A section of {@code INFO}; empty where the user has no right to it. */
  static Figures whereAllowed(Connections connections, Member member, String section)
      throws PortException {
    return connections
        .askWhereKnown(member.address(), "INFO", node -> node.info(section))
        .map(Figures::parse)
        .orElse(new Figures(Map.of()));
  }

  @Nullable Double figure(String key) {
    String value = told.get(key);
    try {
      return value == null ? null : Double.valueOf(value);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  @Nullable Long count(String key) {
    Double value = figure(key);
    return value == null ? null : Long.valueOf(value.longValue());
  }

  @Nullable ByteSize size(String key) {
    Long value = count(key);
    return value == null || value == 0 ? null : new ByteSize(value);
  }

  /** CPU seconds of its main thread, which serves all requests, since its start. */
  @Nullable Double mainThread() {
    Double user = figure("used_cpu_user_main_thread");
    Double system = figure("used_cpu_sys_main_thread");
    return user == null || system == null ? null : Double.valueOf(user + system);
  }

  /** Keys of each database that has some: a cluster of Valkey 9 may have more than one. */
  SortedMap<Integer, Long> keysByDatabase() {
    SortedMap<Integer, Long> keys = new TreeMap<>();
    told.forEach(
        (key, value) -> {
          Matcher database = DATABASE.matcher(key);
          if (database.matches() && value.startsWith("keys=")) {
            keys.put(
                Integer.valueOf(database.group(1)),
                Long.valueOf(value.substring("keys=".length()).split(",")[0]));
          }
        });
    return keys;
  }

  /** Keys of all its databases. */
  long keys() {
    return keysByDatabase().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether it makes room for new keys by evicting others where it is full. */
  boolean evicts() {
    return !told.getOrDefault("maxmemory_policy", KEEPS_ALL).equals(KEEPS_ALL);
  }

  /** Bytes that an average key takes, its value included. */
  double bytesOfAKey() {
    Long dataset = count("used_memory_dataset");
    return dataset == null || keys() == 0 ? 0 : (double) dataset / keys();
  }

  /**
   * Requests since its start by what they are.
   *
   * @param kinds of commands
   */
  RequestCounters requests(CommandKinds kinds) {
    long[] counts = new long[CommandKinds.Kind.values().length];
    told.forEach(
        (key, value) -> {
          if (key.startsWith(COMMAND) && value.startsWith("calls=")) {
            String name = key.substring(COMMAND.length());
            if (!NOT_OF_USERS.contains(name)) {
              long calls = Long.parseLong(value.substring("calls=".length()).split(",")[0]);
              counts[kinds.of(name).ordinal()] += calls;
            }
          }
        });
    return new RequestCounters(
        counts[CommandKinds.Kind.READ.ordinal()],
        counts[CommandKinds.Kind.SCAN.ordinal()],
        counts[CommandKinds.Kind.WRITE.ordinal()]);
  }
}
