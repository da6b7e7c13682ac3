package io.proteus.engine.riak;

import io.proteus.core.model.CostModel;
import io.proteus.core.units.ByteSize;
import java.time.Duration;

/**
 * What changes cost and yield on Riak KV. Times are those of the recorded cluster of four, which
 * were taken on a busy machine and are upper values; gains are assumed.
 */
final class RiakCosts {
  static final CostModel COSTS =
      new CostModel(
          // requests were answered all the time; 300 MB left a node in 142 s
          new CostModel.Transfer(Duration.ZERO, ByteSize.ofMegabytes(2)),
          new CostModel.ColdCache(1, 0.3, Duration.ofMinutes(1), ByteSize.ofKilobytes(4)),
          new CostModel.Compaction(Duration.ZERO, Duration.ZERO, 0),
          new CostModel.Changes(
              Duration.ofSeconds(10),
              Duration.ofSeconds(20),
              Duration.ofSeconds(10),
              Duration.ofSeconds(150),
              Duration.ofSeconds(154)),
          new CostModel.Gains(0, 0.3, -0.5));

  private RiakCosts() {}
}
