package io.proteus.core.step;

/** What a step means for a canary: one node that gets its new settings before all others. */
public enum CanaryRole {
  /** It gives no node new settings: no canary comes of it. */
  NONE,
  /** It gives a node new settings while the node runs: it can go first alone. */
  ALONE,
  /** The node is emptied before the step and filled after it: these moves go first with it. */
  WITH_ITS_MOVES
}
