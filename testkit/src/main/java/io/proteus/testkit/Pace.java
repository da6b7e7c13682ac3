package io.proteus.testkit;

/**
 * How many polls of the topology show a change under way before it shows as done.
 *
 * @param move a partition that changes its node
 * @param split a new memory split of a running node
 * @param reopen a table whose block size changes
 * @param restart a node that is down, or is still to come
 * @param compaction a partition's files
 */
public record Pace(int move, int split, int reopen, int restart, int compaction) {
  public static final Pace BRISK = new Pace(1, 1, 1, 2, 1);

  /** Everything shows as done at the next poll. */
  public static final Pace IMMEDIATE = new Pace(0, 0, 0, 0, 0);

  public static Pace everythingTakes(int polls) {
    return new Pace(polls, polls, polls, polls, polls);
  }
}
