package io.proteus.core.decision;

/** How a decision is asked for. */
public enum Asked {
  /** The loop asks, as often as it goes round: thresholds count. */
  BY_THE_LOOP,
  /** An operator asks: as if the thresholds were crossed. */
  REGARDLESS_OF_LOAD
}
