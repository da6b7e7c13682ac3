package io.proteus.testkit;

/** The calls to an in-memory cluster, its cloud and its hosts, each of which can fail. */
public enum Call {
  TOPOLOGY,
  SAMPLE,
  MOVE,
  SPLIT,
  MERGE,
  SET_MEMORY_SPLIT,
  SET_NODE_SETTINGS,
  SET_BLOCK_SIZE,
  ALTER,
  ALTER_ON_NODE,
  COMPACT,
  SWITCH_COMPACTIONS,
  PREFETCH,
  SWITCH_BALANCER,
  FORGET,
  CLAIM,
  RESTART,
  LAUNCH,
  MACHINES,
  TERMINATE,
  READ_HOSTS
}
