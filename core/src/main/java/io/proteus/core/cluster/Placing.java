package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;

/**
 * Who decides which node holds a partition, and how a node is emptied before it goes.
 *
 * @param leaving before a node leaves for good
 * @param restarting before a node restarts
 */
public record Placing(By by, Emptying leaving, Emptying restarting) {
  /** Proteus places partitions, and a node that goes is emptied by moves. */
  public static final Placing BY_PROTEUS =
      new Placing(By.PROTEUS, Emptying.BY_MOVES, Emptying.BY_MOVES);

  /** The store places partitions, hands over what a leaver holds, and serves beside a restart. */
  public static final Placing BY_STORE =
      new Placing(By.STORE, Emptying.BY_STORE, Emptying.NOT_NEEDED);

  public Placing {
    if (by == By.STORE && (leaving == Emptying.BY_MOVES || restarting == Emptying.BY_MOVES)) {
      throw new InvalidValue(
          "placing: the store places partitions, so no node of it can be emptied by moves.");
    }
  }

  public enum By {
    PROTEUS,
    STORE
  }

  /** How a node comes to hold nothing that would be missed. */
  public enum Emptying {
    /** Proteus moves its partitions to other nodes. */
    BY_MOVES,
    /** The store hands over what the node holds, once it is told that the node goes. */
    BY_STORE,
    /** Copies on other nodes serve meanwhile. */
    NOT_NEEDED
  }

  public boolean byStore() {
    return by == By.STORE;
  }
}
