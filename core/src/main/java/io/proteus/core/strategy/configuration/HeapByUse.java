package io.proteus.core.strategy.configuration;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * How a node divides what its heap gives to cache and write buffer, by what it serves: the write
 * buffer gets what the partitions that are written need to be flushed at their full size (half of
 * the flush size for each, as they do not fill all at once), the cache the rest. Where all that is
 * read fits, the two share what is left over in proportion.
 *
 * <p>What both have together stays as it is, so that nothing else in the heap gets less; and where
 * each has enough, both do, so that a cluster that is idle at night keeps its caches for the day.
 */
public final class HeapByUse {
  /** What nobody asks for within this time need not be in memory. */
  private static final double SOON_SECONDS = 600;

  /** Assumed of a table that does not say how large its blocks are. */
  private static final double BLOCK_BYTES = 64 * 1024.0;

  private static final double HALF_A_FLUSH_BYTES = 64.0 * (1 << 20);

  /** What a write takes of the buffer, as nobody counts their bytes; YCSB's rows have as much. */
  private static final double WRITE_BYTES = 1024;

  /** A buffer takes memory in chunks. */
  private static final double CHUNK_BYTES = 2.0 * (1 << 20);

  /** More than that no server takes together (20 % must be free). */
  private static final double MOST = 0.80;

  /** A cache evicts before it is full, and holds the files' indexes, too. */
  private static final double USABLE = 0.9;

  /** What both keep whatever is asked of them (MET-12 has no less). */
  private static final double LEAST = 0.10;

  /** Shares are rounded to this, so that what grows a little changes nothing. */
  private static final double STEP = 0.01;

  /** A split that is off by no more is left as it is. */
  private static final double TOLERANCE = 0.05;

  private double readBytes;
  private double writeBytes;

  /**
   * Adds a partition that the node is to hold.
   *
   * @param stored what it stores
   * @param block in which its table is read; null where it is not known
   */
  public void holds(RequestRates rates, ByteSize stored, @Nullable ByteSize block) {
    double blockBytes = block == null ? BLOCK_BYTES : block.bytes();
    readBytes +=
        Math.min(stored.bytes(), (rates.reads() + rates.scans()) * blockBytes * SOON_SECONDS);
    if (rates.writes() > 0) {
      double soon = rates.writes() * WRITE_BYTES * SOON_SECONDS;
      writeBytes += Math.max(CHUNK_BYTES, Math.min(HALF_A_FLUSH_BYTES, soon));
    }
  }

  /** What is asked for of all that the node holds within minutes. */
  public ByteSize read() {
    return ByteSize.ofBytes(Math.round(readBytes));
  }

  /** What the node's write buffer would hold of it. */
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
    if (heap.bytes() == 0 || both <= 2 * LEAST || both > MOST + 1e-6) {
      return present;
    }
    double cache = readBytes / (USABLE * heap.bytes());
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
