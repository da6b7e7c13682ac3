package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All acknowledged writes of a partition: in its files, or in its node's memory and log only. */
final class PartitionFiles {
  /** The oldest first. */
  final List<FileBlock> blocks = new ArrayList<>();

  /** Bytes that are in no file yet. */
  double inMemory;

  /** The log of the node that died with them; null while the node is there that has them. */
  @Nullable FileBlock logToRead;

  /** What comes of a split gets a share of every block, what comes of a merge all of it. */
  void takeShareOf(PartitionFiles parent, double share) {
    parent.blocks.forEach(block -> blocks.add(block.share(share)));
  }

  /** Share of the files that has a copy on a machine; 1 where there are none. */
  double localOn(@Nullable NodeId machine) {
    double local = 0;
    double sum = 0;
    for (FileBlock block : blocks) {
      sum += block.bytes;
      local += block.replicas.contains(machine) ? block.bytes : 0;
    }
    return sum > 0 ? local / sum : 1;
  }

  double storedBytes() {
    double sum = 0;
    for (FileBlock block : blocks) {
      sum += block.bytes;
    }
    return sum;
  }
}
