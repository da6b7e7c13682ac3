package io.proteus.core.strategy.scaling;

import io.proteus.core.setting.Key;
import java.time.Duration;

/**
 * The cost of a resize, in node-hours.
 *
 * @param boot of a new node, which is paid for and serves nothing yet (TIR-8: 3 minutes)
 * @param coldCache of every node that comes or goes: what it held is read from disk again
 * @param move of every partition that moves: a pause, and its share of a cold cache
 */
public record ResizePrice(
    @Key(doc = "until a new node serves (TIR-8)", usual = "3m", zero = true) Duration boot,
    @Key(doc = "price of a node that comes or goes, in a node's time", usual = "10m", zero = true)
        Duration coldCache,
    @Key(doc = "price of a partition that moves, in a node's time", usual = "10s", zero = true)
        Duration move) {

  public static ResizePrice usual() {
    return new ResizePrice(Duration.ofMinutes(3), Duration.ofMinutes(10), Duration.ofSeconds(10));
  }

  double of(int from, int to, int partitions) {
    int changed = Math.abs(to - from);
    double moves = (double) partitions * changed / Math.max(from, to);
    return changed * hours(coldCache) + Math.max(0, to - from) * hours(boot) + moves * hours(move);
  }

  private static double hours(Duration duration) {
    return duration.toMillis() / 3_600_000.0;
  }
}
