package io.proteus.lab.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.util.JedisClusterCRC16;

class RedisHotSlotsTest {
  private static final int DRAWS = 200_000;

  private final HotSlots slots = new HotSlots(8);

  private static Map<Integer, HostAndPort> threeEqualShards() {
    Map<Integer, HostAndPort> owners = new TreeMap<>();
    for (int slot = 0; slot < HotSlots.COUNT; slot++) {
      owners.put(slot, new HostAndPort("127.0.0.1", 7201 + slot * 3 / HotSlots.COUNT));
    }
    return owners;
  }

  @Test
  void keysLieInTheirSlots() {
    for (int slot = 0; slot < HotSlots.COUNT; slot += 97) {
      assertThat(JedisClusterCRC16.getSlot(slots.key(slot, 3))).isEqualTo(slot);
    }
  }

  @Test
  void theFirstOfThreeShardsHasMoreThanHalfOfTheRequests() {
    assertThat(SlotOwners.hottest(threeEqualShards(), slots)).isBetween(0.5, 0.7);
  }

  @Test
  void slotsAreDrawnAsOftenAsTheirSharesSay() {
    Random random = new Random(8);
    int first = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      first += slots.draw(random) * 3 / HotSlots.COUNT == 0 ? 1 : 0;
    }
    assertThat(first / (double) DRAWS)
        .isBetween(
            SlotOwners.hottest(threeEqualShards(), slots) - 0.01,
            SlotOwners.hottest(threeEqualShards(), slots) + 0.01);
  }

  @Test
  void slotsThatHaveAnotherShardAreCounted() {
    Map<Integer, HostAndPort> after = threeEqualShards();
    after.put(5, new HostAndPort("127.0.0.1", 7204));
    after.put(6, new HostAndPort("127.0.0.1", 7204));

    assertThat(SlotOwners.moved(threeEqualShards(), after)).isEqualTo(2);
  }
}
