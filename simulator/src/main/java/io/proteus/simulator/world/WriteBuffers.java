package io.proteus.simulator.world;

import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;

/** Write buffers fill, are flushed, and what is flushed is merged again and again. */
final class WriteBuffers {
  private static final double FULL = 0.95;
  private static final double AGAIN = 0.8;
  private static final double FLUSHED = 0.4;

  private final Hardware hardware;
  private final ModelConstants constants;

  WriteBuffers(Hardware hardware, ModelConstants constants) {
    this.hardware = hardware;
    this.constants = constants;
  }

  /**
   * Lets some seconds pass on a node.
   *
   * @param written bytes a second
   * @param partitions that are written to
   * @param storedBytes that they hold
   */
  void pass(
      SimulatedNode node, double seconds, double written, int partitions, double storedBytes) {
    double capacity = node.memory.writeBuffer().value() * hardware.heap().bytes();
    double flushAt = Math.min(capacity * FLUSHED, constants.flushBytes() * Math.max(1, partitions));
    double file = Math.max(1, flushAt / Math.max(1, partitions));
    double perPartition = storedBytes / Math.max(1, partitions);
    double tiers =
        Math.max(0, Math.log(Math.max(1, perPartition / file)) / Math.log(constants.tierFanout()));
    double amplification = 1 + tiers;
    node.tiers = tiers;
    node.fileBytes = file;
    double most =
        constants.backgroundDiskShare() * hardware.diskBytesPerSecond() / (2 * amplification);
    double flushes = node.buffered >= flushAt ? Math.min(most, written * 1.1) : 0;
    if (node.buffered >= flushAt && written > most) {
      flushes = most;
    }
    node.buffered = Math.max(0, node.buffered + (written - flushes) * seconds);
    // averaged over a flush: the files of a buffer that fills are written at the rate of the writes
    node.merging = Math.min(written, most) * (1 + 2 * tiers);
    if (node.buffered > FULL * capacity) {
      node.stalled = Math.min(1, node.stalled + 0.2 * seconds);
      node.buffered = Math.min(node.buffered, capacity);
    } else if (node.buffered < AGAIN * capacity) {
      node.stalled = 0;
    }
  }
}
