package io.proteus.core.step;

/** What a step asks of the compactions that the store starts by itself. */
public enum OwnCompactions {
  /** They may run or rest. */
  ANY,
  /** They rest on the nodes that partitions are moved to. */
  REST,
  /** They run. */
  RUN
}
