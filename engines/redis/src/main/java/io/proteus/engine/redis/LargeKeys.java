package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks for keys that would block their node while they are handed over. */
final class LargeKeys {
  /** Keys whose sizes are asked for together. */
  private static final int KEYS_AT_ONCE = 500;

  private final RedisSettings settings;
  private final Connections own;

  LargeKeys(RedisSettings settings, Connections own) {
    this.settings = settings;
    this.own = own;
  }

  /** Names the first key of these slots that is too large to be moved. */
  void refuse(Member from, List<Integer> slots) throws PortException {
    Map<Integer, Long> counts = own.ask(from.address(), node -> SlotOrders.counts(node, slots));
    List<Integer> some = new ArrayList<>();
    long keys = 0;
    for (int slot : slots) {
      some.add(slot);
      keys += counts.getOrDefault(slot, 0L);
      if (keys >= KEYS_AT_ONCE || slot == slots.get(slots.size() - 1)) {
        int most = Math.toIntExact(Math.min(keys, Integer.MAX_VALUE));
        List<Integer> asked = List.copyOf(some);
        Map<Integer, List<byte[]>> found =
            most == 0
                ? Map.of()
                : own.ask(from.address(), node -> SlotOrders.keys(node, asked, most));
        for (Map.Entry<Integer, List<byte[]>> slotKeys : found.entrySet()) {
          refuse(from, slotKeys.getKey(), slotKeys.getValue());
        }
        some.clear();
        keys = 0;
      }
    }
  }

  private void refuse(Member from, int slot, List<byte[]> all) throws PortException {
    for (int begin = 0; begin < all.size(); begin += KEYS_AT_ONCE) {
      List<byte[]> some = all.subList(begin, Math.min(all.size(), begin + KEYS_AT_ONCE));
      List<Long> sizes = own.ask(from.address(), node -> SlotOrders.sizes(node, some));
      for (int key = 0; key < some.size(); key++) {
        if (sizes.get(key) > settings.largestKey().bytes()) {
          throw new PortException(
              "slot %d has the key '%s' of %,d bytes, more than engine.largestKey allows (%s): it would block its node. The slot stays on %s."
                  .formatted(
                      slot,
                      new String(some.get(key), StandardCharsets.UTF_8),
                      sizes.get(key),
                      settings.largestKey(),
                      from.address()));
        }
      }
    }
  }
}
