package io.proteus.engine.redis;

import io.proteus.core.units.ByteSize;
import java.util.Map;
import java.util.stream.IntStream;

/** The memory that slots take, as the last samples tell it: their keys, each of average size. */
final class SlotSizes {
  private final double[] bytes = new double[RedisSettings.ALL_SLOTS];

  synchronized void holds(Map<Integer, Long> keys, double bytesOfAKey) {
    keys.forEach((slot, count) -> bytes[slot] = count * bytesOfAKey);
  }

  /** Of all these slots together; zero for those of which nothing was sampled yet. */
  synchronized ByteSize of(IntStream slots) {
    return new ByteSize((long) slots.mapToDouble(slot -> bytes[slot]).sum());
  }
}
