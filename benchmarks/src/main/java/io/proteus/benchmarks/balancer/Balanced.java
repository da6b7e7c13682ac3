package io.proteus.benchmarks.balancer;

/**
 * What a balancer came to.
 *
 * @param seconds that deciding took
 * @param serverOf where each region is to be
 * @param note what a reader has to know of it; may be empty
 */
record Balanced(double seconds, int[] serverOf, String note) {

  /** Regions that are to go elsewhere. */
  int movesFrom(int[] before) {
    int moves = 0;
    for (int region = 0; region < before.length; region++) {
      moves += before[region] == serverOf[region] ? 0 : 1;
    }
    return moves;
  }
}
