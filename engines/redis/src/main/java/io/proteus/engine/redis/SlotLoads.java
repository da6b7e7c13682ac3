package io.proteus.engine.redis;

import io.proteus.core.cluster.RequestCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of slots. A node counts its requests, and the CPU time of each slot: what it served
 * between two looks is divided among its slots by the CPU that each took meanwhile. So the work of
 * a slot is measured, and its mix of reads and writes is its node's.
 */
final class SlotLoads {
  private final Map<String, RequestCounters> requests = new HashMap<>();
  private final long[] cpu = new long[RedisSettings.ALL_SLOTS];
  private final double[][] counted = new double[RedisSettings.ALL_SLOTS][3];

  /**
   * Takes in what a node tells.
   *
   * @param node its address and incarnation
   * @param micros CPU time of each of its slots since it has them
   */
  synchronized void add(String node, RequestCounters now, Map<Integer, Long> micros) {
    RequestCounters before = requests.put(node, now);
    Map<Integer, Long> used = new HashMap<>();
    long all = 0;
    for (Map.Entry<Integer, Long> slot : micros.entrySet()) {
      long earlier = cpu[slot.getKey()];
      // a slot that came to another node counts from 0
      long more = slot.getValue() < earlier ? slot.getValue() : slot.getValue() - earlier;
      cpu[slot.getKey()] = slot.getValue();
      used.put(slot.getKey(), more);
      all += more;
    }
    if (before == null || now.wentBackSince(before) || all == 0) {
      return;
    }
    long[] served = {
      now.reads() - before.reads(), now.scans() - before.scans(), now.writes() - before.writes()
    };
    for (Map.Entry<Integer, Long> slot : used.entrySet()) {
      for (int kind = 0; kind < served.length; kind++) {
        counted[slot.getKey()][kind] += (double) served[kind] * slot.getValue() / all;
      }
    }
  }

  /** What these slots have served since they were first looked at. */
  synchronized RequestCounters of(SlotRange range) {
    double[] sums = new double[3];
    for (int slot = range.first(); slot <= range.last(); slot++) {
      for (int kind = 0; kind < sums.length; kind++) {
        sums[kind] += counted[slot][kind];
      }
    }
    return new RequestCounters((long) sums[0], (long) sums[1], (long) sums[2]);
  }

  /** The answer to {@code CLUSTER SLOT-STATS}: figures of each slot by their names. */
  static Map<Integer, Map<String, Long>> parse(Object answer) {
    Map<Integer, Map<String, Long>> slots = new HashMap<>();
    for (Object row : (List<?>) answer) {
      List<?> pair = (List<?>) row;
      List<?> figures = (List<?>) pair.get(1);
      Map<String, Long> byName = new HashMap<>();
      for (int i = 0; i + 1 < figures.size(); i += 2) {
        byName.put(text(figures.get(i)), ((Number) figures.get(i + 1)).longValue());
      }
      slots.put(((Number) pair.get(0)).intValue(), byName);
    }
    return slots;
  }

  /** A word of an answer. */
  static String text(Object part) {
    return part instanceof byte[] bytes
        ? new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
        : String.valueOf(part);
  }
}
