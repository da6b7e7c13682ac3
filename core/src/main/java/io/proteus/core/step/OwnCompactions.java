package io.proteus.core.step;

/** What a step asks of the store's own compactions. */
public enum OwnCompactions {
  /** They may run or pause. */
  ANY,
  /** They pause on the nodes that partitions are moved to. */
  REST,
  /** They have to run. */
  RUN
}
