package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;

/**
 * The store's own balancer, as HBase had it from 0.90.2 to 0.94: it evens out the number of
 * partitions on each node, and takes them by chance, whatever they are asked for and wherever their
 * data is.
 *
 * @param period from one look to the next (HBase: {@code hbase.balancer.period}, 300,000 ms)
 * @param slop how far off the mean a node's number may be, as a share of it, before anything is
 *     moved (HBase: {@code hbase.regions.slop}, 0.2)
 * @param yields whether it stands still while Proteus has it switched off; else it goes on, as
 *     beside a tool that does not know of it
 */
public record StoreBalancer(
    @Key(
            doc =
                "from one look to the next (`hbase.balancer.period`); when the first one is, is by"
                    + " chance",
            usual = "5m")
        Duration period,
    @Key(
            doc =
                "how far off the mean a node may be, as a share of it, before anything moves"
                    + " (`hbase.regions.slop`)",
            usual = "0.2",
            unit = "share")
        double slop,
    @Key(
            doc =
                "whether it stands still while Proteus has it switched off, as it does while it"
                    + " acts; `false`: as beside a tool that does not know of it",
            usual = "true")
        boolean yields) {

  public StoreBalancer {
    if (period.isZero() || period.isNegative() || !(slop >= 0 && slop <= 1)) {
      throw new InvalidValue(
          "balancer: want a period over 0 and a slop of 0 to 1, got %s and %s."
              .formatted(period, slop));
    }
  }

  /** HBase 0.90 with its defaults, beside a tool that only starts and stops nodes. */
  public static StoreBalancer unheeded() {
    return new StoreBalancer(Duration.ofMinutes(5), 0.2, false);
  }
}
