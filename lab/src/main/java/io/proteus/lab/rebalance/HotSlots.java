package io.proteus.lab.rebalance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * How often slots are asked for: by Zipf's law of their ranks. The hottest are strewn over the
 * slots of one shard, as the tenants of a popular product may be.
 */
final class HotSlots {
  static final int COUNT = 16_384;

  /** That the first of three equal shards has. */
  private static final int HOT = COUNT / 3;

  /** The ranks that all lie on the hot shard; they are asked for by 3 of 5 requests. */
  private static final int HOTTEST = 160;

  private static final double EXPONENT = 0.99;

  private final int[] byRank = new int[COUNT];
  private final double[] upTo = new double[COUNT];
  private final double[] shares = new double[COUNT];
  private final String[] tags = new String[COUNT];

  HotSlots(long seed) {
    Random random = new Random(seed);
    List<Integer> hot = shuffled(0, HOT, random);
    List<Integer> order = new ArrayList<>(hot.subList(0, HOTTEST));
    List<Integer> others = new ArrayList<>(hot.subList(HOTTEST, HOT));
    others.addAll(shuffled(HOT, COUNT, random));
    Collections.shuffle(others, random);
    order.addAll(others);
    double sum = 0;
    for (int rank = 0; rank < COUNT; rank++) {
      byRank[rank] = order.get(rank);
      // from the tenth rank on, so that no single slot is more than a shard should have
      double weight = 1 / Math.pow(rank + 10, EXPONENT);
      shares[byRank[rank]] = weight;
      sum += weight;
      upTo[rank] = sum;
    }
    for (int slot = 0; slot < COUNT; slot++) {
      shares[slot] /= sum;
    }
    nameTags();
  }

  private static List<Integer> shuffled(int from, int to, Random random) {
    List<Integer> slots = new ArrayList<>();
    for (int slot = from; slot < to; slot++) {
      slots.add(slot);
    }
    Collections.shuffle(slots, random);
    return slots;
  }

  private void nameTags() {
    int named = 0;
    for (int number = 0; named < COUNT; number++) {
      String tag = Integer.toString(number, Character.MAX_RADIX);
      int slot = JedisClusterCRC16.getSlot(tag);
      if (tags[slot] == null) {
        tags[slot] = tag;
        named++;
      }
    }
  }

  /** A slot, the more often the hotter it is. */
  int draw(Random random) {
    int at = Arrays.binarySearch(upTo, random.nextDouble() * upTo[COUNT - 1]);
    return byRank[Math.min(COUNT - 1, at < 0 ? -at - 1 : at)];
  }

  /** The share of the requests that ask for a slot. */
  double share(int slot) {
    return shares[slot];
  }

  /** A key in a slot. */
  String key(int slot, int number) {
    return "{" + tags[slot] + "}:" + number;
  }
}
