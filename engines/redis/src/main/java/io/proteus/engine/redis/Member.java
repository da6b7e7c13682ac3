package io.proteus.engine.redis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code CLUSTER NODES}: what one node knows of another.
 *
 * @param id the store's own name of it
 * @param address host and port
 * @param primary whose follower it is; null for a primary
 * @param epoch of its slots: where two claim a slot, the higher one has it
 * @param open slots that are on their way, and the node to which they go; only on a node's own line
 * @param coming slots that it takes over, and the node from which; only on a node's own line
 * @param whole slots that it sends to another node as a whole, and to which; only of a node itself,
 *     by {@link SlotMigration}
 */
record Member(
    String id,
    String address,
    Set<String> flags,
    @Nullable String primary,
    long epoch,
    BitSet slots,
    Map<Integer, String> open,
    Map<Integer, String> coming,
    Map<Integer, String> whole) {

  static List<Member> parse(String answer) {
    List<Member> members = new ArrayList<>();
    for (String line : answer.split("\n")) {
      if (!line.isBlank()) {
        members.add(one(line.strip().split(" ")));
      }
    }
    return members;
  }

  private static Member one(String[] words) {
    BitSet slots = new BitSet(RedisSettings.ALL_SLOTS);
    Map<Integer, String> open = new HashMap<>();
    Map<Integer, String> coming = new HashMap<>();
    for (int word = 8; word < words.length; word++) {
      String text = words[word];
      if (text.startsWith("[")) {
        int leaves = text.indexOf("->-");
        int arrow = leaves > 0 ? leaves : text.indexOf("-<-");
        (leaves > 0 ? open : coming)
            .put(
                Integer.parseInt(text.substring(1, arrow)),
                text.substring(arrow + 3, text.length() - 1));
      } else {
        String[] ends = text.split("-");
        slots.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
      }
    }
    String address = words[1].split("[@,]")[0];
    return new Member(
        words[0],
        address,
        Set.of(words[2].split(",")),
        words[3].equals("-") ? null : words[3],
        Long.parseLong(words[6]),
        slots,
        open,
        coming,
        Map.of());
  }

  /** The same, at an address that it does not know itself. */
  Member at(String known) {
    return new Member(id, known, flags, primary, epoch, slots, open, coming, whole);
  }

  /** The same, with what it says that it sends to others as a whole. */
  Member sending(List<SlotMigration> migrations) {
    Map<Integer, String> sent = new HashMap<>();
    migrations.stream()
        .filter(migration -> migration.isExport() && migration.isUnderWay())
        .forEach(
            migration ->
                migration.slots().stream().forEach(slot -> sent.put(slot, migration.target())));
    return new Member(id, address, flags, primary, epoch, slots, open, coming, sent);
  }

  boolean isPrimary() {
    return flags.contains("master");
  }

  /** Whether the cluster agrees that it is dead. */
  boolean hasFailed() {
    return flags.contains("fail");
  }

  /** Whether it is one of the cluster, and not only being introduced. */
  boolean isKnown() {
    return !flags.contains("handshake") && !flags.contains("noaddr");
  }

  /** Whether it is the same node, whatever became of it. */
  boolean isSameAs(Member other) {
    return id.equals(other.id());
  }

  boolean isMyself() {
    return flags.contains("myself");
  }
}
