package io.proteus.core.decision;

/** How a decision is asked for. */
public enum DecisionTrigger {
  /** The loop asks, as often as it goes round: thresholds count. */
  SCHEDULED,
  /** An operator asks: as if the thresholds were crossed. */
  ON_REQUEST
}
