package io.proteus.core.strategy.placement;

/** Numbers without a pattern (SplitMix64), the same in every search: deciding knows no chance. */
final class Shuffle {
  private long state;

  private long next() {
    state += 0x9E3779B97F4A7C15L;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** A fraction, 0 or more and below 1. */
  double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /** A whole number, 0 or more and below this. */
  int below(int bound) {
    return (int) (fraction() * bound);
  }
}
