package io.proteus.engine.redis;

import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a new node found in its data folder when it started: keys, slots, or another cluster. It is
 * not taken in with them, and Proteus deletes nothing.
 */
final class Leftovers {
  private static final String[] FOLDER_AND_FILES = {
    "dir", "dbfilename", "appenddirname", "cluster-config-file"
  };

  private Leftovers() {}

  /**
   * Refuses a node that has any.
   *
   * @param alone whom it knows, itself included, by their ids
   */
  static void refuse(
      Connections connections, String address, Map<String, Member> alone, Views cluster)
      throws PortException {
    long keys = Figures.parse(connections.ask(address, node -> node.info("keyspace"))).keys();
    int slots =
        alone.values().stream()
            .filter(Member::isMyself)
            .mapToInt(myself -> myself.slots().cardinality())
            .sum();
    boolean isOurs =
        alone.size() == 1 || alone.keySet().stream().anyMatch(cluster.members()::containsKey);
    if (keys > 0) {
      throw new NeedsCure(sentence(connections, address, "holds old keys (%d)".formatted(keys)));
    }
    if (slots > 0) {
      throw new NeedsCure(
          sentence(connections, address, "has slots of its own (%d)".formatted(slots)));
    }
    if (!isOurs) {
      String others =
          alone.values().stream()
              .filter(member -> !member.isMyself())
              .map(Member::address)
              .sorted()
              .limit(3)
              .collect(Collectors.joining(", "));
      throw new NeedsCure(
          sentence(connections, address, "belongs to another cluster, with " + others));
    }
  }

  private static String sentence(Connections connections, String address, String what) {
    String host = address.substring(0, address.lastIndexOf(':'));
    Map<String, String> told = told(connections, address);
    String files =
        Stream.of(FOLDER_AND_FILES)
            .skip(1)
            .map(key -> told.getOrDefault(key, ""))
            .filter(file -> !file.isEmpty())
            .collect(Collectors.joining(", "));
    return "%s %s, and is not taken in. Stop it, move what is left in %s on %s (%s) out of the way, and order the node again: Proteus deletes nothing."
        .formatted(
            address,
            what,
            told.getOrDefault("dir", "its data folder"),
            host,
            files.isEmpty() ? "dump, log of writes, and file of the cluster" : files);
  }

  /** Nothing where the user may not ask. */
  private static Map<String, String> told(Connections connections, String address) {
    try {
      return connections.ask(address, node -> node.configGet(FOLDER_AND_FILES));
    } catch (PortException e) {
      return Map.of();
    }
  }
}
