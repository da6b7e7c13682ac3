package io.proteus.core.strategy.demand;

import java.util.List;

/**
 * The share of the blocks asked for that a cache holds in the long run, by the characteristic time
 * approximation (Che, Tung and Wang 2002): a block is there if it was asked for within the last T
 * seconds, and T is such that all that is there fits.
 */
final class CacheShare {
  private static final int HALVINGS = 24;

  private CacheShare() {}

  /**
   * The blocks of a partition, each asked for as often as the others.
   *
   * @param bytes of all of them
   * @param perSecond requests for a block over the number of blocks
   */
  record Blocks(double bytes, double perSecond) {
    double held(double seconds) {
      return Double.isInfinite(seconds) ? 1 : -Math.expm1(-perSecond * seconds);
    }
  }

  /** T in seconds; infinite where all that is asked for fits. */
  static double seconds(List<Blocks> all, double capacity) {
    double wanted = 0;
    double slowest = Double.POSITIVE_INFINITY;
    for (Blocks blocks : all) {
      if (blocks.perSecond() > 0) {
        wanted += blocks.bytes();
        slowest = Math.min(slowest, blocks.perSecond());
      }
    }
    if (wanted <= capacity) {
      return Double.POSITIVE_INFINITY;
    }
    // found by its logarithm, as times from milliseconds to days are possible
    double low = Math.log(1e-3);
    double high = Math.log(40 / slowest);
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (low + high) / 2;
      double held = 0;
      for (Blocks blocks : all) {
        held += blocks.bytes() * blocks.held(Math.exp(middle));
      }
      if (held > capacity) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return Math.exp((low + high) / 2);
  }
}
