package io.proteus.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.model.CharacteristicTime.Items;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CharacteristicTimeTest {
  @Test
  void everythingIsHeldWhereEverythingFits() {
    assertThat(CharacteristicTime.of(List.of(new Items(100, 10, 1)), 1000))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void whatIsHeldFillsTheCache() {
    Items hot = new Items(100, 10, 5);
    Items cold = new Items(900, 10, 0.1);

    double seconds = CharacteristicTime.of(List.of(hot, cold), 4000);

    assertThat(100 * 10 * hot.heldShare(seconds) + 900 * 10 * cold.heldShare(seconds))
        .isCloseTo(4000, within(1.0));
    assertThat(hot.heldShare(seconds)).isGreaterThan(cold.heldShare(seconds));
  }

  /** Against a real LRU cache, played with independent references. */
  @Test
  void theHitRatioIsThatOfAnLruCache() {
    int hotItems = 100;
    int coldItems = 900;
    int capacity = 300;
    double hotShare = 0.6;
    double seconds =
        CharacteristicTime.of(
            List.of(
                new Items(hotItems, 1, hotShare / hotItems),
                new Items(coldItems, 1, (1 - hotShare) / coldItems)),
            capacity);
    double predicted =
        hotShare * new Items(1, 1, hotShare / hotItems).heldShare(seconds)
            + (1 - hotShare) * new Items(1, 1, (1 - hotShare) / coldItems).heldShare(seconds);

    assertThat(played(hotItems, coldItems, capacity, hotShare)).isCloseTo(predicted, within(0.01));
  }

  private static double played(int hotItems, int coldItems, int capacity, double hotShare) {
    SplittableRandom random = new SplittableRandom(1);
    Map<Integer, Boolean> lru =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Integer, Boolean> eldest) {
            return size() > capacity;
          }
        };
    int hits = 0;
    int counted = 200_000;
    for (int i = 0; i < 2 * counted; i++) {
      int item =
          random.nextDouble() < hotShare
              ? random.nextInt(hotItems)
              : hotItems + random.nextInt(coldItems);
      boolean hit = lru.get(item) != null;
      hits += hit && i >= counted ? 1 : 0;
      lru.put(item, true);
    }
    return (double) hits / counted;
  }
}
