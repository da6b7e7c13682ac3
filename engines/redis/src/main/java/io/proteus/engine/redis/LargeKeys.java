package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks for keys that would block their node while they are handed over. */
final class LargeKeys {
  /** Keys whose sizes are asked for together. */
  private static final int KEYS_AT_ONCE = 500;

  /**
   * The names that are asked for of one slot: a node serves nobody while it collects them, and a
   * slot whose keys share a tag may have millions. Of the others, {@link KeyHandover} looks at each
   * before it hands it over.
   */
  private static final int MOST_KEYS = 10_000;

  private final RedisSettings settings;
  private final Connections own;

  LargeKeys(RedisSettings settings, Connections own) {
    this.settings = settings;
    this.own = own;
  }

  /**
   * Slots whose names are asked for together.
   *
   * @param most names of each
   */
  record Question(List<Integer> slots, int most) {}

  /** Asks for so many slots together that the question is worth it, and for no more names. */
  static List<Question> questions(Map<Integer, Long> counts) {
    List<Question> questions = new ArrayList<>();
    List<Integer> some = new ArrayList<>();
    long keys = 0;
    for (Map.Entry<Integer, Long> slot : new TreeMap<>(counts).entrySet()) {
      if (slot.getValue() > 0) {
        some.add(slot.getKey());
        keys += slot.getValue();
      }
      if (keys >= KEYS_AT_ONCE) {
        questions.add(question(some, keys));
        some.clear();
        keys = 0;
      }
    }
    if (!some.isEmpty()) {
      questions.add(question(some, keys));
    }
    return questions;
  }

  private static Question question(List<Integer> slots, long keys) {
    return new Question(List.copyOf(slots), Math.toIntExact(Math.min(keys, MOST_KEYS)));
  }

  /** Names the first key of these slots that is found too large to be moved. */
  void refuse(Member from, List<Integer> slots) throws PortException {
    Map<Integer, Long> counts = own.ask(from.address(), node -> SlotOrders.counts(node, slots));
    for (Question question : questions(counts)) {
      Map<Integer, List<byte[]>> found =
          own.ask(from.address(), node -> SlotOrders.keys(node, question.slots(), question.most()));
      for (Map.Entry<Integer, List<byte[]>> slotKeys : found.entrySet()) {
        refuse(from, slotKeys.getKey(), slotKeys.getValue());
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
