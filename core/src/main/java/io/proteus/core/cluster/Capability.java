package io.proteus.core.cluster;

/** What a store, together with the place where it runs, lets Proteus do. */
public enum Capability {
  /** one partition can be put on a node of our choice */
  MOVE_PARTITION,
  /** a partition can be split in two, and neighbours can be merged */
  RESHAPE_PARTITION,
  /** a node's memory split can be changed while it runs; each {@link Node} says it for itself */
  MEMORY_SPLIT_ONLINE,
  /** some settings of a node can be changed while it runs; each {@link Node} says which */
  NODE_SETTINGS_ONLINE,
  /** a table's block size can be changed while it serves */
  BLOCK_SIZE_ONLINE,
  /** the settings of a table and its column families can be changed while it serves */
  TABLE_SETTINGS_ONLINE,
  /** a partition's files can be rewritten on the serving node's host */
  COMPACT_PARTITION,
  /** the store's own compactions can be held back, node by node */
  PAUSE_COMPACTIONS,
  /**
   * a node that takes its split while it runs can also read the partitions that it opens into its
   * cache
   */
  PREFETCH,
  /** the store's own balancer can be switched off and on */
  SWITCH_BALANCER,
  /** the only token of a node can be moved on the store's ring */
  MOVE_TOKEN,
  /** a node can be restarted with other settings */
  RESTART_NODE,
  /** a dead node can be struck off the store's list */
  FORGET_NODE,
  /** nodes can be started and stopped for good */
  RESIZE
}
