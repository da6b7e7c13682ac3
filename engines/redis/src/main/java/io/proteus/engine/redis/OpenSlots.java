package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Slots that are on their way from one node to another, as the nodes themselves say. Their keys may
 * be on either.
 */
final class OpenSlots {
  private OpenSlots() {}

  /**
   * Each with the id of the node to which it goes. A former owner's order counts no more. A node
   * that takes a slot over says so even where the owner has failed over since, and does not know.
   */
  static Map<Integer, String> of(Views now) {
    @Nullable String[] owners = now.owners();
    Map<Integer, String> open = new TreeMap<>();
    for (Member self : now.selves()) {
      self.open()
          .forEach(
              (slot, to) -> {
                if (self.id().equals(owners[slot])) {
                  open.put(slot, to);
                }
              });
      open.putAll(self.whole());
    }
    for (Member self : now.selves()) {
      self.coming()
          .forEach(
              (slot, from) -> {
                String owner = owners[slot];
                if (!self.id().equals(owner) && (from.equals(owner) || isReplaced(now, from))) {
                  open.putIfAbsent(slot, self.id());
                }
              });
    }
    return open;
  }

  /** As {@link #of(Views)}, without those of ranges that are known to be on their way. */
  static Map<Integer, String> of(Views now, Collection<PartitionId> moves) {
    Map<Integer, String> open = of(now);
    for (PartitionId id : moves) {
      SlotRange.of(id).ifPresent(range -> range.slots().forEach(open::remove));
    }
    return open;
  }

  /** Whether another may have taken over from a node, and with it the slots on their way. */
  private static boolean isReplaced(Views now, String id) {
    Member member = now.members().get(id);
    return member == null || !now.isLive(member) || member.slots().isEmpty();
  }
}
