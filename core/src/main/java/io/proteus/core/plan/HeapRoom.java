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
 * Keeps a node's cache as it is where a larger one would leave the rest of its heap too little, so
 * that the node would end for want of memory.
 *
 * <p>What a node needs for itself is what its collector left of its heap the last time, less its
 * cache and the whole share of its write buffer: a store keeps memory for it that it used once, and
 * tells of what is written alone. So the need is rather taken too low than too high, and where
 * anything of it is not known, nothing is held. Garbage does not count: a heap may be full of it
 * and have room.
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
  /** From where on a store itself warns of its heap. */
  private static final Ratio WARNED_OF = Ratio.of(0.95);

  public HeapRoom {
    if (fullAt.value() <= 0) {
      throw new InvalidValue(
          "guards.heapFull: want a share over 0 and up to 1, got %s.".formatted(fullAt));
    }
  }

  /** With the share at which a store itself warns. */
  public static HeapRoom usual() {
    return new HeapRoom(WARNED_OF);
  }

  /**
   * What a node needs beside cache and write buffer; empty where it is not known, or where the
   * parts cannot be those of the whole.
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
