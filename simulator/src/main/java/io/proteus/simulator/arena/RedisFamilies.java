package io.proteus.simulator.arena;

import static io.proteus.simulator.arena.Families.cluster;
import static io.proteus.simulator.arena.Families.crowdCurve;
import static io.proteus.simulator.arena.Families.nightsCurve;

import java.util.List;
import java.util.SplittableRandom;

/** How scenarios of Redis clusters are drawn: all in memory, one main thread a shard. */
final class RedisFamilies {
  /** Of 256 slots each, as {@code engine.slots} can have them. */
  private static final int RANGES = 64;

  private static final double EVEN = 0.3;

  private RedisFamilies() {}

  static Drawn crowd(SplittableRandom random) {
    return shards(random, "4h", tenant(random, random.nextDouble(0, EVEN), crowdCurve(random)));
  }

  static Drawn nights(SplittableRandom random) {
    return shards(random, "24h", tenant(random, random.nextDouble(0, EVEN), nightsCurve(random)));
  }

  static Drawn hotSlots(SplittableRandom random) {
    return shards(random, "3h", tenant(random, random.nextDouble(0.6, 1.1), ""));
  }

  private static String tenant(SplittableRandom random, double zipf, String later) {
    int size = List.of(100, 600, 4000).get(random.nextInt(3));
    return "  - {name: t, operations: {%s}, clients: %d, %s, rows: %d, rowSize: %dB, updateSize: %dB, shares: {count: %d, zipf: %.2f}%s}"
        .formatted(
            List.of("read: 1", "read: 0.9, update: 0.1", "read: 0.5, update: 0.5", "update: 1")
                .get(random.nextInt(4)),
            random.nextInt(200, 900),
            Drawn.RATE,
            random.nextInt(2, 20) * 100_000,
            size,
            size,
            RANGES,
            zipf,
            Drawn.later(later));
  }

  private static Drawn shards(SplittableRandom random, String lasts, String tenant) {
    Drawn drawn = cluster(random, lasts, tenant, nodes -> "");
    return new Drawn(
        """
        store: redis
        hardware: {cores: 1, heap: 16GB}
        %s
        """
            .formatted(drawn.text().strip()),
        drawn.busy());
  }
}
