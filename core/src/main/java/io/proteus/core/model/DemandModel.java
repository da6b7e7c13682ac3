package io.proteus.core.model;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * What requests cost the nodes of a kind of store, as its engine says it. Only the ratios of the
 * CPU times matter: what nodes are measured to use sets their scale and corrects each.
 *
 * @param read CPU of a point read whose block is cached
 * @param scan CPU of a scan whose blocks are cached
 * @param write CPU of a write, without what its flushes and merges cost later
 * @param miss CPU of each block that is not cached
 * @param scanBlocks blocks that a scan reads
 * @param merging flushes of the write buffer, and merges of what was flushed
 * @param inTurn how far a node serves requests in the order of their arrival, so that cheap ones
 *     wait for dear ones; 0 where its CPU is shared evenly
 * @param handlers requests that a node works on at once; others wait, whatever they ask for
 * @param wire time of a request between its client and the node
 */
public record DemandModel(
    Duration read,
    Duration scan,
    Duration write,
    Duration miss,
    double scanBlocks,
    Merging merging,
    Ratio inTurn,
    int handlers,
    Duration wire) {

  public DemandModel {
    if (handlers < 1) {
      throw new InvalidValue(
          "demand model: want 1 handler of requests or more, got %d.".formatted(handlers));
    }
  }

  /**
   * What is written to files, and written again.
   *
   * @param perMegabyte CPU of each megabyte, each time that it is written
   * @param flushed a partition's buffer is flushed at this size at the latest
   * @param full share of the write buffer at which something is flushed
   * @param fanout files of a size that are merged into one, 2 or more
   */
  public record Merging(Duration perMegabyte, ByteSize flushed, Ratio full, double fanout) {
    public Merging {
      if (!(fanout >= 2)) {
        throw new InvalidValue(
            "demand model: want 2 files or more merged into one, got %s.".formatted(fanout));
      }
    }

    /**
     * How often a written byte is written in all: once when it is flushed, and read and written
     * once for each size of file until it is in the largest.
     *
     * @param buffer of the node, in bytes
     * @param partitions that are written
     * @param stored bytes of one of them
     */
    public double times(double buffer, int partitions, double stored) {
      double many = Math.max(1, partitions);
      double file = Math.max(1, Math.min(buffer * full.value() / many, flushed.bytes()));
      return 1 + 2 * Math.max(0, Math.log(Math.max(1, stored / file)) / Math.log(fanout));
    }
  }
}
