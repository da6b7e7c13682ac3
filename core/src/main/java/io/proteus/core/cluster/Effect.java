package io.proteus.core.cluster;

/** When a node has a setting in effect that is changed, as its engine says it. */
public enum Effect {
  /** While it runs. */
  ONLINE,
  /** Once it is restarted. */
  RESTART,
  /** Never: it has the setting as it was made. */
  NEVER
}
