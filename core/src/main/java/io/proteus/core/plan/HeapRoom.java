package io.proteus.core.plan;

import static io.proteus.core.strategy.ReasonCode.HEAP_FULL;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.setting.Key;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node's cache from growing where the rest of the heap would become too small for the node
 * to live.
 *
 * <p>A node's own need is what the last collection left of its heap, less its cache and the whole
 * share of its write buffer. The whole share counts because a store keeps memory that it used once,
 * and reports only what is written. So the need is estimated rather too low than too high, and
 * nothing is held where a part of it is not known. Garbage does not count: a heap full of garbage
 * still has room.
 *
 * @param fullAt share of the heap that the node's own need, cache and write buffer may take
 *     together
 */
public record HeapRoom(
    @Key(
            doc =
                "share of a heap up to which a cache may be enlarged while its node runs: what the"
                    + " node needs for itself, cache and write buffer together",
            usual = "0.95",
            name = "heapFull")
        Ratio fullAt) {
  /** The share of the heap from which on a store itself warns. */
  private static final Ratio WARNED_OF = Ratio.of(0.95);

  public HeapRoom {
    if (fullAt.value() <= 0) {
      throw new InvalidValue(
          "guards.heapFull: want a share over 0 and up to 1, got %s.".formatted(fullAt));
    }
  }

  /** The default: the share at which a store itself warns. */
  public static HeapRoom usual() {
    return new HeapRoom(WARNED_OF);
  }

  /**
   * The memory that a node needs beside cache and write buffer; empty where it is not known or the
   * parts exceed the whole.
   */
  public static Optional<ByteSize> ownNeed(Node node, @Nullable NodeLoad load) {
    MemorySplit split = node.memory();
    if (split == null
        || load == null
        || load.heapMax() == null
        || load.heapKept() == null
        || load.cacheUsed() == null
        || load.cacheUsed().compareTo(load.heapMax()) > 0) {
      return Optional.empty();
    }
    long writeBuffer = Math.round(load.heapMax().bytes() * split.writeBuffer().value());
    long own = load.heapKept().bytes() - load.cacheUsed().bytes() - writeBuffer;
    return Optional.of(ByteSize.ofBytes(Math.max(0, own)));
  }

  /** Why a running node's heap must not be divided so; empty when it may. */
  public Optional<Reason> objection(Node node, @Nullable NodeLoad load, MemorySplit wanted) {
    MemorySplit present = node.memory();
    if (present == null || !wanted.readCache().exceeds(present.readCache())) {
      return Optional.empty();
    }
    ByteSize own = ownNeed(node, load).orElse(null);
    ByteSize heap = load == null ? null : load.heapMax();
    if (own == null || heap == null || heap.bytes() == 0) {
      return Optional.empty();
    }
    double share = (double) own.bytes() / heap.bytes() + wanted.sum().value();
    return share <= fullAt.value()
        ? Optional.empty()
        : Optional.of(
            HEAP_FULL.because(
                "guards.heapFull",
                "%s keeps %s: it needs %s of its heap of %s for itself, so %s would come to %.0f %%"
                    + " of it, and %s are allowed",
                node.id(),
                present,
                own,
                heap,
                wanted,
                share * 100,
                fullAt));
  }
}
