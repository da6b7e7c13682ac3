package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sayable;
import io.proteus.core.words.Sentence;

/**
 * How a node's heap is divided (MET-12, PCM-3).
 *
 * @param readCache share of the heap that caches what is read
 * @param writeBuffer share of the heap that buffers what is written
 */
public record MemorySplit(Ratio readCache, Ratio writeBuffer) implements Sayable {
  public MemorySplit {
    if (readCache.value() + writeBuffer.value() > 1) {
      throw new InvalidValue(
          "memory split: want cache + write buffer within the heap, got %s + %s."
              .formatted(readCache, writeBuffer));
    }
  }

  public static MemorySplit of(double readCache, double writeBuffer) {
    return new MemorySplit(new Ratio(readCache), new Ratio(writeBuffer));
  }

  /** The share of the heap that both take. */
  public Ratio sum() {
    return new Ratio(Math.min(1, readCache.value() + writeBuffer.value()));
  }

  /** Whether both splits are equal apart from rounding to a 32-bit float. */
  public boolean isAbout(MemorySplit other) {
    return readCache.isAbout(other.readCache) && writeBuffer.isAbout(other.writeBuffer);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("{cache} %s, {write buffer} %s", readCache, writeBuffer);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
