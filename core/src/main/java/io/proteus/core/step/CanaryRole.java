package io.proteus.core.step;

/** The role of a step for a canary, the node that gets new settings before all others. */
public enum CanaryRole {
  /** It changes no settings of a node, so it needs no canary. */
  NONE,
  /** It changes settings of a node that runs, and can go first alone. */
  ALONE,
  /** The node is emptied before the step and filled after it: these moves go first with it. */
  WITH_ITS_MOVES,
  /** It has a node go by what all others get later; where they do not, it is put back. */
  LOCAL
}
