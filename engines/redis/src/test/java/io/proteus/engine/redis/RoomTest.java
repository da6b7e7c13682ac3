package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.ByteSize;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoomTest {
  private static final SlotRange RANGE = new SlotRange(0, 63);

  private static Optional<String> refusal(String told, int size, int coming) {
    return Room.of(Figures.parse(told))
        .refusal(RANGE, new ByteSize(size), new ByteSize(coming), "10.0.0.1:7001");
  }

  @Test
  void aRangeGoesWhereASpareShareOfTheMemoryStaysFree() {
    String told = "used_memory:500\nmaxmemory:1000\n";

    assertThat(refusal(told, 450, 0)).isEmpty();
    assertThat(refusal(told, 451, 0).orElseThrow())
        .isEqualTo(
            "10.0.0.1:7001 has no memory for slots-00000-00063, which takes about 451 bytes: it uses 500, 0 more are on their way to it, its maxmemory is 1,000, and 5 % of that stay free. Raise maxmemory there, or move the range to another shard.");
  }

  @Test
  void rangesOnTheirWayHaveTheirRoom() {
    String told = "used_memory:500\nmaxmemory:1000\n";

    assertThat(refusal(told, 200, 250)).isEmpty();
    assertThat(refusal(told, 200, 251)).isPresent();
  }

  @Test
  void aNodeWithoutABoundAndARangeOfUnknownSizeAreNotRefused() {
    assertThat(refusal("used_memory:500\nmaxmemory:0\n", 10_000, 0)).isEmpty();
    assertThat(refusal("used_memory:999\nmaxmemory:1000\n", 0, 0)).isEmpty();
    assertThat(refusal("maxmemory:1000\n", 10_000, 0)).isEmpty();
  }

  /** All shards of a warm cache are full, and a hot one is relieved all the same. */
  @Test
  void aCacheTakesWhatComes() {
    String told = "used_memory:1000\nmaxmemory:1000\nmaxmemory_policy:";

    assertThat(refusal(told + "allkeys-lfu\n", 100, 0)).isEmpty();
    assertThat(refusal(told + "noeviction\n", 100, 0)).isPresent();
  }
}
