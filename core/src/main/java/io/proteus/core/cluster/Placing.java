package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;

/**
 * Who decides which node holds a partition, and how nodes come and go.
 *
 * @param leaving how a node is emptied before it leaves for good
 * @param restarting how it is emptied before it restarts
 * @param joining how a node that has started becomes one of the cluster
 */
public record Placing(By by, Emptying leaving, Emptying restarting, Joining joining) {
  /** Proteus places partitions, and a node that goes is emptied by moves. */
  public static final Placing BY_PROTEUS =
      new Placing(By.PROTEUS, Emptying.BY_MOVES, Emptying.BY_MOVES);

  /** The store places partitions, hands over what a leaver holds, and serves beside a restart. */
  public static final Placing BY_STORE =
      new Placing(By.STORE, Emptying.BY_STORE, Emptying.NOT_NEEDED);

  public Placing {
    joining = joining == null ? Joining.BY_ITSELF : joining;
    if (by == By.STORE && (leaving == Emptying.BY_MOVES || restarting == Emptying.BY_MOVES)) {
      throw new InvalidValue(
          "placing: the store places partitions, so no node of it can be emptied by moves.");
    }
  }

  /** One whose nodes join by themselves. */
  public Placing(By by, Emptying leaving, Emptying restarting) {
    this(by, leaving, restarting, Joining.BY_ITSELF);
  }

  /** The same of a store that has to be told to take a node in. */
  public Placing joinedByOrder() {
    return new Placing(by, leaving, restarting, Joining.BY_ORDER);
  }

  /** The same of one that takes none in while it lists one as dead. */
  public Placing joinedByOrderWhenWhole() {
    return new Placing(by, leaving, restarting, Joining.BY_ORDER_WHEN_WHOLE);
  }

  /** Whether the store has to be told to take a node in, and one that it struck off too. */
  public boolean joinsByOrder() {
    return joining != Joining.BY_ITSELF;
  }

  /** How a node that has started becomes one of the cluster. */
  public enum Joining {
    /** Its process finds the others. */
    BY_ITSELF,
    /** The store is told to take it in. */
    BY_ORDER,
    /** It is told so, and takes none in while it lists one as dead. */
    BY_ORDER_WHEN_WHOLE
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
