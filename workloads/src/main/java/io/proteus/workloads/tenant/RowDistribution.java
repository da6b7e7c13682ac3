package io.proteus.workloads.tenant;

import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.hipparchus.random.RandomDataGenerator;

/**
 * How requests lie over the rows of a table, by YCSB's names (PCM-10). Rows that many ask for lie
 * all over the keys, as under YCSB's hashed ones.
 */
public enum RowDistribution {
  /** Each partition by its share, its rows evenly. */
  UNIFORM("uniform"),
  /**
   * Zipf's law with YCSB's exponent over far more rows than there are, folded together: YCSB's
   * "scrambled zipfian", which counts 10^10 of them, and this 2^31.
   */
  ZIPFIAN("zipfian"),
  /** Zipf's law over the rows that there are; YCSB's "latest" without inserts is nothing else. */
  LATEST("latest");

  private static final double EXPONENT = 0.99;

  /** A prime over any number of rows, so that what is multiplied by it hits each of them once. */
  private static final long STREWING = 2_654_435_761L;

  private final String id;

  RowDistribution(String id) {
    this.id = id;
  }

  public String id() {
    return id;
  }

  /**
   * Draws from 0 to {@code rows}, the end excluded.
   *
   * @param random seeds the draws
   */
  IntSupplier over(int rows, SplittableRandom random) {
    if (this == UNIFORM) {
      return () -> random.nextInt(rows);
    }
    RandomDataGenerator draws = new RandomDataGenerator(random.nextLong());
    int ranks = this == ZIPFIAN ? Integer.MAX_VALUE : rows;
    return () -> (int) ((draws.nextZipf(ranks, EXPONENT) - 1) * STREWING % rows);
  }
}
