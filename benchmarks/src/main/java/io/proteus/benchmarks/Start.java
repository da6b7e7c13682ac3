package io.proteus.benchmarks;

/** How a cluster stands before the decision. */
public enum Start {
  /**
   * one configuration, partitions anywhere, all of which is set online: the usual first decision
   */
  RANDOM,
  /** the same, but each node takes a new split only by a restart: the longest plans */
  RESTARTS,
  /** as the decision would have it: the usual decision after that */
  IN_PLACE
}
