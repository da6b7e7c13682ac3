package io.proteus.engine.cassandra;

import io.proteus.core.model.CostModel;
import io.proteus.core.units.ByteSize;
import java.time.Duration;

/** What changes cost and yield on Cassandra: assumed, but for how fast a node streams. */
final class CassandraCosts {
  /** Of their work, nodes lose so much while they stream and clean up. */
  private static final double STREAMING = 0.1;

  private static final CostModel ASSUMED = CostModel.assumed();

  static final CostModel COSTS =
      new CostModel(
          // the default of stream_throughput_outbound; ranges answer meanwhile
          new CostModel.Transfer(ASSUMED.transfer().unavailable(), ByteSize.ofMegabytes(24)),
          ASSUMED.coldCache(),
          new CostModel.Compaction(Duration.ZERO, ASSUMED.compaction().perGigabyte(), STREAMING),
          ASSUMED.changes(),
          ASSUMED.gains());

  private CassandraCosts() {}
}
