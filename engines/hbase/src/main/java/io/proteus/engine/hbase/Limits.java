package io.proteus.engine.hbase;

import io.proteus.core.units.InvalidValue;
import java.time.Duration;

/**
 * How long HBase may keep us waiting.
 *
 * @param connect until a connection stands, 1 s or more: a third of it for ZooKeeper to answer, the
 *     rest for HBase
 * @param scrape until one server has told its metrics
 */
public record Limits(Duration connect, Duration scrape) {
  public static final Limits USUAL = new Limits(Duration.ofSeconds(18), Duration.ofSeconds(5));

  public Limits {
    if (connect.compareTo(Duration.ofSeconds(1)) < 0 || scrape.isNegative() || scrape.isZero()) {
      throw new InvalidValue(
          "limits of HBase: want 1 s or more to connect and some time for a server's metrics, got %s and %s."
              .formatted(connect, scrape));
    }
  }

  Duration zooKeeper() {
    return connect.dividedBy(3);
  }

  Duration hbase() {
    return connect.minus(zooKeeper());
  }
}
