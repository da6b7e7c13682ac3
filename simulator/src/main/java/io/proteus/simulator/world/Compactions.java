package io.proteus.simulator.world;

import io.proteus.core.units.ByteSize;
import java.util.Objects;

/** The store rewrites partitions; those on one node share what it can write. */
final class Compactions {
  private final World world;

  Compactions(World world) {
    this.world = world;
  }

  void pass(SimulatedPartition partition, double step) {
    if (partition.toCompact <= 0 || !world.isServed(partition)) {
      return;
    }
    long besides =
        world.partitions().stream()
            .filter(p -> p.toCompact > 0 && Objects.equals(p.node, partition.node))
            .count();
    partition.toCompact -=
        world.constants().compactionBytesPerSecond() * step / Math.max(1, besides);
    if (partition.toCompact <= 0) {
      ended(partition);
    }
  }

  private void ended(SimulatedPartition partition) {
    partition.toCompact = 0;
    partition.references = false;
    partition.locality = 1;
    partition.writtenAt = world.seconds();
    world.writes().compacted(partition);
    ByteSize size = world.blockSizes().get(partition.table);
    if (size != null) {
      partition.blockBytes = size.bytes();
    }
    // the new files' blocks are not in the node's cache; what was just written is in memory still
    world.disturb();
  }
}
