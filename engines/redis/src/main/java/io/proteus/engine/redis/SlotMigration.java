package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.Protocol;

/**
 * Slots that servers move as a whole, of which all keys are at their source until the end ({@code
 * CLUSTER MIGRATESLOTS}, Valkey 9), as one of the two servers tells it.
 *
 * @param name the same on both servers
 * @param isExport whether it is the source that tells it
 * @param target the id of the node to which they go
 * @param state in the server's word
 * @param message why it ended; may be empty
 */
record SlotMigration(
    String name, boolean isExport, BitSet slots, String target, String state, String message) {
  private static final String QUESTION = "GETSLOTMIGRATIONS";
  private static final String DONE = "success";
  private static final Set<String> OVER = Set.of(DONE, "failed", "cancelled");

  /**
   * What a node knows of, the newest first.
   *
   * @return empty where it is of an older version, or the user may not ask
   */
  static List<SlotMigration> of(Connections connections, String address) throws PortException {
    return connections
        .askWhereKnown(
            address, QUESTION, node -> parse(node.sendCommand(Protocol.Command.CLUSTER, QUESTION)))
        .orElse(List.of());
  }

  /** Whether a node moves slots as a whole. */
  static boolean isKnownTo(Connections connections, String address) throws PortException {
    return connections
        .askWhereKnown(
            address, QUESTION, node -> node.sendCommand(Protocol.Command.CLUSTER, QUESTION))
        .isPresent();
  }

  static List<SlotMigration> parse(Object answer) {
    List<SlotMigration> migrations = new ArrayList<>();
    for (Object row : (List<?>) answer) {
      List<?> words = (List<?>) row;
      Map<String, String> told = new HashMap<>();
      for (int word = 0; word + 1 < words.size(); word += 2) {
        told.put(SlotLoads.text(words.get(word)), SlotLoads.text(words.get(word + 1)));
      }
      migrations.add(
          new SlotMigration(
              told.getOrDefault("name", ""),
              told.getOrDefault("operation", "").equals("EXPORT"),
              slots(told.getOrDefault("slot_ranges", "")),
              told.getOrDefault("target_node", ""),
              told.getOrDefault("state", ""),
              told.getOrDefault("message", "")));
    }
    return migrations;
  }

  private static BitSet slots(String ranges) {
    BitSet slots = new BitSet(RedisSettings.ALL_SLOTS);
    for (String range : ranges.strip().split(" ")) {
      String[] ends = range.split("-");
      if (ends.length == 2) {
        slots.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
      }
    }
    return slots;
  }

  boolean isUnderWay() {
    return !OVER.contains(state);
  }

  boolean isDone() {
    return state.equals(DONE);
  }

  boolean has(List<Integer> some) {
    return some.stream().anyMatch(slots::get);
  }
}
