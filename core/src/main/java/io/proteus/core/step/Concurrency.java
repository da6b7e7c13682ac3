package io.proteus.core.step;

/** How many steps of one type may run at once. */
@FunctionalInterface
public interface Concurrency {
  Concurrency ONE = (allowed, nodes) -> 1;

  /**
   * The most that may run at once, 1 or more.
   *
   * @param nodes how many nodes the cluster has
   */
  int most(InFlight allowed, int nodes);

  /** The same number in every cluster. */
  static Concurrency of(int steps) {
    return (allowed, nodes) -> steps;
  }
}
