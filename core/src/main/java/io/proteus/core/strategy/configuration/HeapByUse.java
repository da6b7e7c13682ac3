package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.units.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * How a node divides its heap between cache and write buffer by what it serves: the write buffer
 * gets what the written partitions need ({@link MemoryModel}), the cache gets the rest. Where all
 * data that is read fits, both share the remainder in proportion.
 *
 * <p>The sum of both stays as it is, so the rest of the heap loses nothing. Where both have enough
 * they stay as they are, so a cluster that is idle at night keeps its caches for the day.
 */
public final class HeapByUse {
  /** Data that is not read within this time need not be in memory. */
  private static final double SOON_SECONDS = 600;

  /** The least share of each (MET-12 has no less). */
  private static final double LEAST = 0.10;

  /** Shares are rounded to this, so that what grows a little changes nothing. */
  private static final double STEP = 0.01;

  /** A split that is off by no more is left as it is. */
  private static final double TOLERANCE = 0.05;

  private final MemoryModel model;
  private double readBytes;
  private double writeBytes;

  public HeapByUse(MemoryModel model) {
    this.model = model;
  }

  /**
   * Adds a partition that the node is to hold.
   *
   * @param stored what it stores
   * @param block in which its table is read; null where it is not known
   */
  public void holds(RequestRates rates, ByteSize stored, @Nullable ByteSize block) {
    double blockBytes = (block == null ? model.usualBlock() : block).bytes();
    readBytes +=
        Math.min(stored.bytes(), (rates.reads() + rates.scans()) * blockBytes * SOON_SECONDS);
    if (rates.writes() > 0) {
      writeBytes += model.buffered(rates.writes() * SOON_SECONDS);
    }
  }

  /** The data on the node that is read within minutes. */
  public ByteSize read() {
    return ByteSize.ofBytes(Math.round(readBytes));
  }

  /** The part of the write buffer that the node's writes need. */
  public ByteSize written() {
    return ByteSize.ofBytes(Math.round(writeBytes));
  }

  /**
   * The split for all that was added; the present one where it is enough for both, or about right.
   *
   * @param present of the node
   * @param heap of the node
   */
  public MemorySplit split(MemorySplit present, ByteSize heap) {
    double both = present.readCache().value() + present.writeBuffer().value();
    if (heap.bytes() == 0 || both <= 2 * LEAST || both > model.both().value() + 1e-6) {
      return present;
    }
    double cache = readBytes / (model.usableCache().value() * heap.bytes());
    double buffer = writeBytes / heap.bytes();
    if (cache <= present.readCache().value() && buffer <= present.writeBuffer().value()) {
      return present;
    }
    buffer = Math.max(LEAST, buffer);
    buffer =
        cache + buffer > both
            ? Math.min(buffer, Math.max(both / 2, both - cache))
            : both * buffer / (cache + buffer);
    buffer = Math.round(Math.min(both - LEAST, buffer) / STEP) * STEP;
    return Math.abs(buffer - present.writeBuffer().value()) <= TOLERANCE
        ? present
        : MemorySplit.of(round(both - buffer), round(buffer));
  }

  private static double round(double share) {
    return Math.round(share * 1e6) / 1e6;
  }
}
