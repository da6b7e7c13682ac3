package io.proteus.core.strategy;

/** The purpose of a plan. The yields of each kind are learned apart. */
public enum PlanKind {
  /** as many nodes as before, with another placement or configuration */
  RECONFIGURE,
  /** more nodes, or the placement that fills them */
  GROW,
  /** fewer nodes */
  SHRINK
}
