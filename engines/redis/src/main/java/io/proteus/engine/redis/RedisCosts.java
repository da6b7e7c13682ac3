package io.proteus.engine.redis;

import io.proteus.core.model.CostModel;
import io.proteus.core.units.ByteSize;
import java.time.Duration;

/** What changes cost and yield on Redis and Valkey: keys are copied from memory to memory. */
final class RedisCosts {
  static final CostModel COSTS =
      new CostModel(
          // a range of 64 slots, as measured from its order to its end; it answers meanwhile
          new CostModel.Transfer(Duration.ofMillis(200), ByteSize.ofMegabytes(20)),
          // all is in memory
          new CostModel.ColdCache(0, 0, Duration.ZERO, ByteSize.ofKilobytes(4)),
          new CostModel.Compaction(Duration.ZERO, Duration.ZERO, 0),
          new CostModel.Changes(
              Duration.ofSeconds(1),
              Duration.ofSeconds(15),
              Duration.ofSeconds(1),
              Duration.ofSeconds(15),
              Duration.ofSeconds(5)),
          new CostModel.Gains(0.3, 0.5, -1));

  private RedisCosts() {}
}
